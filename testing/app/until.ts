// Waits for a condition that a test cannot be notified of.
import { setTimeout } from 'node:timers/promises'

/** Polls until the check is true; rejects after a minute. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error('The condition was not met in time.')
    await setTimeout(20)
  }
}
