// Waits until nothing is in progress, by making everything due that waits for its time.
import { setTimeout } from 'node:timers/promises'
import { crons } from '#server/features.ts'
import type { Fault } from './database.ts'
import type { Load } from './load.ts'
import type { CrashTestSetup } from './setup.ts'

/** Without any progress. */
const withinMs = 90_000
const pollEveryMs = 80

/** The cron jobs that repair; those that only delete old rows or plan syncs are left out. */
export const repairs = crons.map(({ name }) => name).filter((name) => !/forget|plan-syncs/.test(name))

/** Pauses the load and returns what has not settled in time. The carrier must be reliable. */
export async function settle(
  { database, carrier }: CrashTestSetup,
  server: { startedAt(): Date },
  load: Load,
): Promise<Fault[]> {
  let isPaused = false
  const paused = load.pause().then(() => {
    isPaused = true
  })
  let deadline = performance.now() + withinMs
  let fewest = Number.POSITIVE_INFINITY
  // Delivers delayed callbacks now.
  await carrier.control.forward(2_000)
  let forwardedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    await carrier.control.settled()
    const left = await database.unsettled()
    if (left.length === 0 && isPaused) return []
    if (left.length < fewest) {
      fewest = left.length
      deadline = performance.now() + withinMs
    }
    if (performance.now() > deadline) {
      await paused
      return left.map(({ what, which, detail }) => ({
        invariant: 'unfinished',
        message: `${what} ${which} is still in progress: ${detail ?? ''}`,
      }))
    }
    if (performance.now() - forwardedAt > 400) {
      forwardedAt = performance.now()
      // Nothing is in progress that a turn of the clock would expire.
      const isAtRest = left.every(({ what, which }) => what === 'job' && which.startsWith('conversations.end'))
      // Longer than an assistant waits before it ends an inactive conversation.
      if (isPaused && isAtRest) await carrier.control.forward(31 * 60_000)
      await database.forward(server.startedAt())
      await database.runCrons(repairs)
    }
    await setTimeout(pollEveryMs)
  }
}

/** Must run after `settle`: what a hold was made for may still settle it. */
export async function expireHolds({ database }: CrashTestSetup): Promise<void> {
  await database.lapseHolds(await database.now())
  await database.runCrons(['billing.release-expired-holds'])
  const deadline = performance.now() + withinMs
  while ((await database.unsettled()).length > 0 && performance.now() < deadline) await setTimeout(pollEveryMs)
}
