// Follows an event stream, and continues without a gap after a lost connection.
import { parseJson } from '@parley/rules'
import type { CallInput, Endpoint, ReplyOf } from '#contract/wire/endpoint.ts'
import { errorOf, ParleyError } from './errors.ts'
import { readEvents } from './events.ts'
import { type CallOptions, type ClientOptions, requestOf } from './request.ts'
import { wait } from './wait.ts'

const firstDelayMs = 250
const maxDelayMs = 10_000

/**
 * Ends when the signal of the options is aborted, or after the stored events with `follow: false`. Throws if the first
 * connection fails, and if the server refuses access. Otherwise it connects again, with growing delays.
 */
export async function* followEvents<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  client: ClientOptions,
  options: CallOptions,
): AsyncGenerator<ReplyOf<E>> {
  const send = client.fetch ?? fetch
  const { signal } = options
  let lastEventId: string | undefined
  let failures = 0
  while (!signal?.aborted) {
    try {
      const headers = { ...options.headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
      const asked = { ...options, headers: { ...headers, accept: 'text/event-stream' } }
      const response = await send(requestOf(endpoint, input as Record<string, unknown>, client, asked))
      if (!response.ok) throw await errorOf(response)
      for await (const { data, id } of readEvents(response.body!, signal)) {
        failures = 0
        lastEventId = id ?? lastEventId
        if (data !== '') yield parseJson(data) as Awaited<ReplyOf<E>>
      }
      if ((input as { follow?: boolean }).follow === false) return
    } catch (error) {
      if (signal?.aborted) return
      if (lastEventId === undefined || isFinal(error)) throw error
    }
    await wait(Math.min(maxDelayMs, firstDelayMs * 2 ** failures++) * (0.5 + Math.random() / 2), signal)
  }
}

/** Other errors are failures of the connection, or of a server that is overloaded or restarts. */
const isFinal = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof ParleyError && error.status < 500 && error.status !== 429)
