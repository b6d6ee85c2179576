// The typed client: every endpoint of the contract as a function, `client.accounts.listApiKeys()`.
import type { Area, CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { type Contract, contract } from '#contract/index.ts'
import { ParleyError } from './errors.ts'
import { readEvents } from './events.ts'
import { type CallOptions, type ClientOptions, requestOf } from './request.ts'

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T]

type Call<E extends Endpoint> =
  RequiredKeys<CallInput<E>> extends never
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<ReplyOf<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<ReplyOf<E>>

/** A piece of the answer while it is written, then the whole. */
export type StreamPiece<E extends Endpoint> = { delta: string } | { done: ReplyOf<E> }

export type Client = {
  [A in keyof Contract]: { [E in keyof Contract[A]]: Contract[A][E] extends Endpoint ? Call<Contract[A][E]> : never }
} & {
  /** Any endpoint that streams, its answer piece by piece. */
  stream<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): AsyncGenerator<StreamPiece<E>>
  /** Any request, its answer as it comes. */
  send(request: Request): Promise<Response>
}

/** Calls throw `ParleyError` for an answer that is not a success. */
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
  return async (input: Record<string, unknown> = {}, options: CallOptions = {}): Promise<unknown> => {
    const response = await send(requestOf(endpoint, input, client, options))
    const body = await bodyOf(response)
    if (!response.ok) throw new ParleyError(response.status, body, response.headers)
    return body
  }
}

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
    const body = await bodyOf(response)
    if (!response.ok) throw new ParleyError(response.status, body, response.headers)
    yield { done: body as ReplyOf<E> }
    return
  }
  for await (const { event, data } of readEvents(response.body!)) {
    const value = JSON.parse(data)
    if (event === 'delta') yield { delta: value.text }
    else if (event === 'done') yield { done: value }
    else if (event === 'error') throw new ParleyError(response.status, value, response.headers)
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { message: `The service answered ${response.status} without JSON.` }
  }
}
