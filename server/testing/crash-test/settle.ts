// Waits until everything is finished: time is moved instead of slept through.
import { crons } from '#server/jobs.ts'
import { pause } from './attempt.ts'
import type { Fault } from './database.ts'
import type { RestartingServer } from './restarting-server.ts'
import type { CrashTestSetup } from './setup.ts'

const withinMs = 90_000
const lookEveryMs = 40
const moveEveryMs = 400
/** Longer than an assistant waits before it ends an inactive conversation. */
const inactivityMs = 31 * 60_000

/** What only forgets has no part in it. */
export const repairs = crons.map(({ name }) => name).filter((name) => !/forget|plan-syncs/.test(name))

/** Returns what has not settled in time. The carrier must be reliable and the load at rest. */
export async function settle({ database, carrier }: CrashTestSetup, fire: RestartingServer): Promise<Fault[]> {
  const givesUpAt = performance.now() + withinMs
  // Late callbacks come now.
  await carrier.control.forward(2_000)
  let movedAt = 0
  for (;;) {
    await carrier.control.settled()
    const left = await database.unsettled()
    if (left.length === 0) break
    if (performance.now() > givesUpAt) return left.map(faultOf)
    if (performance.now() - movedAt > moveEveryMs) {
      movedAt = performance.now()
      // Nothing is under way that a turn of the clock would expire.
      if (left.every(isEndOfConversation)) await carrier.control.forward(inactivityMs)
      await database.forward(fire.startedAt())
      await database.runCrons(repairs)
    }
    await pause(lookEveryMs)
  }
  return []
}

/** Holds that nobody settled lapse last, for what still hung on them has settled by now. */
export async function expireHolds({ database }: CrashTestSetup): Promise<void> {
  await database.lapseHolds(await database.now())
  await database.runCrons(['billing.release-expired-holds'])
  const givesUpAt = performance.now() + withinMs
  while ((await database.unsettled()).length > 0 && performance.now() < givesUpAt) await pause(lookEveryMs)
}

const isEndOfConversation = ({ what, which }: { what: string; which: string }): boolean =>
  what === 'job' && which.startsWith('conversations.end')

const faultOf = ({ what, which, detail }: { what: string; which: string; detail: string | null }): Fault => ({
  invariant: 'I7',
  sentence: `${what} ${which} has not come to its end: ${detail ?? ''}`,
})
