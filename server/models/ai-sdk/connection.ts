// The HTTP connections to model vendors, kept open between turns.
import { Agent, type buildConnector, Response, fetch as undiciFetch } from 'undici'
import { answerTooLongFailure } from './failure.ts'

/**
 * Customers take longer to reply than the default keep-alive of four seconds, and a new connection costs a handshake
 * before the first token. One minute is below the idle timeout of vendors and gateways.
 */
const keepAlive = { keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000 }
const agent = new Agent({ ...keepAlive, connect: { timeout: 5_000 } })

/** Opens connections to an address that a user chose, and checks it. */
export type Connect = buildConnector.connector

const checkedAgents = new WeakMap<Connect, Agent>()

/** The connections through one connector are shared. */
export function agentThrough(connect: Connect | undefined): Agent {
  if (!connect) return agent
  const checked = checkedAgents.get(connect) ?? new Agent({ ...keepAlive, connect, allowH2: false })
  checkedAgents.set(connect, checked)
  return checked
}

/**
 * The limit for one decoded response. A stream of 60 seconds is far below it, including reasoning and protocol overhead;
 * a single event cannot exhaust the memory.
 */
const maxResponseBytes = 16 * 2 ** 20

export const fetchThrough = (connect: Connect | undefined) =>
  (async (input: string, init?: object) =>
    bounded(
      await undiciFetch(input, {
        ...init,
        dispatcher: agentThrough(connect),
        // A server that a user chose sends requests and their content nowhere else.
        ...(connect && { redirect: 'error' }),
      }),
    )) as unknown as typeof fetch

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
