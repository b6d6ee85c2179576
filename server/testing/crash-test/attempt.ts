// One call of a client, as a good client makes it: with a key, and again under the same key until it has an answer.
import { ParleyError } from '#sdk/index.ts'
import { type Journal, note } from './journal.ts'
import type { RestartingServer } from './restarting-server.ts'

export interface Attempt<R> {
  what: string
  /** Whether the client knows of keys: without one it never asks again. */
  keyed: boolean
  call(options: { idempotencyKey?: string; signal: AbortSignal }): Promise<R>
}

const patienceMs = 30_000
const mostRepeats = 100

/** Undefined when it was refused, or when nobody knows what became of it, which without a key may well be. */
export async function attempt<R>(
  fire: RestartingServer,
  journal: Journal,
  request: Attempt<R>,
): Promise<R | undefined> {
  const { what, keyed, call } = request
  const key = keyed ? { idempotencyKey: crypto.randomUUID() } : {}
  for (let repeat = 0; repeat < mostRepeats; repeat++) {
    try {
      const reply = await call({ ...key, signal: AbortSignal.timeout(patienceMs) })
      note(journal, repeat === 0 ? `${what} done` : `${what} done when asked again`)
      return reply
    } catch (error) {
      if (!(error instanceof ParleyError)) {
        note(journal, `${what} lost`)
        await fire.ready()
        if (keyed) continue
        return undefined
      }
      const word = error.body['error_code'] ?? error.status
      note(journal, `${what} ${word}`)
      const isAnswered = error.status !== 429 && !(keyed && isOpen(error))
      if (isAnswered) return undefined
      await pause(250)
    }
  }
  note(journal, `${what} given up`)
  if (keyed) journal.unanswered.push(what)
  return undefined
}

/** Still being answered, or failed by the server's fault. */
const isOpen = ({ status, body }: ParleyError): boolean =>
  status === 409 || (status >= 500 && body['error_code'] === undefined)

/** What a client waits before it speaks again; nothing is ever judged by it. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
