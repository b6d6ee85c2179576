// The HTTP connections to model vendors, kept open between the turns of a conversation.
import { Agent, Response, fetch as undiciFetch } from 'undici'
import { answerTooLongFailure } from './failure.ts'

/**
 * People take longer than the four seconds after which connections are closed by default, and a new one costs a
 * handshake before the first word. A minute stays well below what vendors and gateways cut.
 */
const agent = new Agent({
  keepAliveTimeout: 60_000,
  keepAliveMaxTimeout: 60_000,
  connect: { timeout: 5_000 },
})

/**
 * Of one response, decoded. A stream of 60 seconds stays far below it, thoughts and the protocol's overhead included; a
 * single event cannot fill the memory.
 */
const maxResponseBytes = 16 * 2 ** 20

export const vendorFetch = (async (input: string, init?: object) =>
  bounded(await undiciFetch(input, { ...init, dispatcher: agent }))) as unknown as typeof fetch

/** Reading beyond the limit fails and closes the connection. */
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
