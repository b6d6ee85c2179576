// The typed client: one function for each endpoint, such as `client.accounts.listApiKeys()`.

import { parseJson } from '@parley/rules'
import { type Contract, contract } from '#contract/index.ts'
import type { Area, CallInput, Endpoint, ReplyOf } from '#contract/wire/endpoint.ts'
import { bodyOf, errorOf, ParleyError } from './errors.ts'
import { readEvents } from './events.ts'
import { followEvents } from './follow-events.ts'
import { type CallOptions, type ClientOptions, requestOf } from './request.ts'

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T]

type Call<E extends Endpoint> = E extends { events: true }
  ? (input?: CallInput<E>, options?: CallOptions) => AsyncGenerator<ReplyOf<E>>
  : RequiredKeys<CallInput<E>> extends never
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<ReplyOf<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<ReplyOf<E>>

/** A part of a streamed answer, or the whole reply at the end. */
export type StreamPiece<E extends Endpoint> = { delta: string } | { done: ReplyOf<E> }

export type Client = {
  [A in keyof Contract]: { [E in keyof Contract[A]]: Contract[A][E] extends Endpoint ? Call<Contract[A][E]> : never }
} & {
  /** Streams the answer of an endpoint that supports it. */
  stream<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): AsyncGenerator<StreamPiece<E>>
  /** Sends any request and returns the raw response. */
  send(request: Request): Promise<Response>
}

/** Calls throw a `ParleyError` for an error response. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch
  const areas = Object.fromEntries(
    Object.entries(contract as Record<string, Area>).map(([name, area]) => [
      name,
      Object.fromEntries(Object.entries(area).map(([call, endpoint]) => [call, callerOf(endpoint, options, send)])),
    ]),
  )
  return {
    ...areas,
    send,
    stream: (endpoint, input, callOptions) => streamOf(endpoint, input, options, send, callOptions ?? {}),
  } as Client
}

type Send = NonNullable<ClientOptions['fetch']>

function callerOf(endpoint: Endpoint, client: ClientOptions, send: Send) {
  if (endpoint.events)
    return (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
      followEvents(endpoint, input as never, client, options)
  return async (input: Record<string, unknown> = {}, options: CallOptions = {}): Promise<unknown> => {
    const response = await send(requestOf(endpoint, input, client, options))
    if (response.ok && (endpoint.reply.meta()?.['x-file'] !== undefined || hasOtherContent(endpoint, response)))
      return new Uint8Array(await response.arrayBuffer())
    if (!response.ok) throw await errorOf(response)
    return bodyOf(response)
  }
}

/** The caller asked for another type than JSON, such as by `format: 'csv'`, and gets bytes instead of the reply. */
const hasOtherContent = ({ otherContentType }: Endpoint, { headers }: Response): boolean =>
  otherContentType !== undefined && headers.get('content-type')?.startsWith(otherContentType) === true

async function* streamOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  client: ClientOptions,
  send: Send,
  options: CallOptions,
): AsyncGenerator<StreamPiece<E>> {
  const headers = { ...options.headers, accept: 'text/event-stream' }
  const response = await send(requestOf(endpoint, input as Record<string, unknown>, client, { ...options, headers }))
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    if (!response.ok) throw await errorOf(response)
    yield { done: (await bodyOf(response)) as ReplyOf<E> }
    return
  }
  for await (const { event, data } of readEvents(response.body!)) {
    const value = parseJson(data)
    if (event === 'delta') yield { delta: (value as { text: string }).text }
    else if (event === 'done') yield { done: value as ReplyOf<E> }
    else if (event === 'error')
      throw new ParleyError(response.status, value as Record<string, unknown>, response.headers)
  }
}
