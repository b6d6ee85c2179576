// The HTTP connections to model vendors, kept open between turns.
import { Agent, Response, fetch as undiciFetch } from 'undici'
import { answerTooLongFailure } from './failure.ts'

/**
 * Customers take longer to reply than the default keep-alive of four seconds, and a new connection costs a handshake
 * before the first token. One minute is below the idle timeout of vendors and gateways.
 */
const agent = new Agent({
  keepAliveTimeout: 60_000,
  keepAliveMaxTimeout: 60_000,
  connect: { timeout: 5_000 },
})

/**
 * The limit for one decoded response. A stream of 60 seconds is far below it, including reasoning and protocol overhead;
 * a single event cannot exhaust the memory.
 */
const maxResponseBytes = 16 * 2 ** 20

export const vendorFetch = (async (input: string, init?: object) =>
  bounded(await undiciFetch(input, { ...init, dispatcher: agent }))) as unknown as typeof fetch

/** Reading beyond the limit throws and closes the connection. */
function bounded(response: Response): Response {
  const { body, status, statusText, headers } = response
  if (!body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxResponseBytes) controller.error(answerTooLongFailure())
      else controller.enqueue(chunk)
    },
  })
  return new Response(body.pipeThrough(limit), { status, statusText, headers })
}
