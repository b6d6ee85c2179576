// Load that comes by the clock, whether or not what came before is answered.
import { setTimeout as pause } from 'node:timers/promises'
import { type Round, roundOf } from './statistics.ts'
import { stopIfAsked } from './stop.ts'

/** Each is timed from when it was due, so that a server that falls behind cannot hide it. */
export async function loadByTheClock(
  work: (index: number) => Promise<unknown>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Round> {
  const latenciesMs: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now() + 20
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await pause(waitMs)
    if (index % perSecond === 0) stopIfAsked()
    const done = work(index).then(() => {
      latenciesMs.push(performance.now() - dueAt)
    })
    done.catch(() => {})
    running.push(done)
  }
  await Promise.all(running)
  return roundOf(latenciesMs, performance.now() - startedAt)
}
