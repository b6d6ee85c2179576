// Waiting until everything has come to its end: time is moved, never slept away.
import { crons } from '#server/jobs.ts'
import { pause } from './attempt.ts'
import type { Fault } from './database.ts'
import type { RestartingServer } from './restarting-server.ts'
import type { CrashTestSetup } from './setup.ts'

const withinMs = 90_000
const lookEveryMs = 40
const moveEveryMs = 400

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
      await database.forward(fire.startedAt(), true)
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

const faultOf = ({ what, which, detail }: { what: string; which: string; detail: string | null }): Fault => ({
  invariant: 'I7',
  sentence: `${what} ${which} has not come to its end: ${detail ?? ''}`,
})
