// Measures how well a campaign fills the calls that it may make at the same time, by what the carrier has recorded.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@parley/carrier-sandbox'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, percent, tableOf, whole } from '../shared/report.ts'
import { behave, clientOf, insertLeads, type Stage, untilIdle } from './stage.ts'

const parallelCalls = 10
const leads = 100
/** How long the phones ring before they reject the call. */
const shortestMs = 4_000
const longestMs = 6_000

export async function measureParallelCalls(stage: Stage): Promise<string> {
  await using parley = await stage.startServer()
  const caller = stage.callers[0]!
  const client = clientOf(parley, caller)
  const first = stage.takePhones(leads)
  const ringMs = (index: number): number => shortestMs + ((index * 37) % 100) * ((longestMs - shortestMs) / 100)
  behave(stage, first, leads, (index) => ({ pickUp: 'reject', ringMs: ringMs(index) }))
  const { data } = await client.campaigns.create({
    name: 'Parallel',
    assistant_id: caller.assistantId,
    max_calls_in_parallel: parallelCalls,
    max_retries: 1,
  })
  await insertLeads(stage, { accountId: caller.accountId, campaignId: data.id, first, count: leads })
  progress(`${leads} calls, ${parallelCalls} at the same time`)
  const before = stage.carrier.calls().length
  const madeCalls = (): Call[] => stage.carrier.calls().slice(before)
  await client.campaigns.updateStatus({ campaign_id: data.id, action: 'start' })
  const isEnded = ({ endedAtMs }: Call): boolean => endedAtMs !== null
  while (madeCalls().filter(isEnded).length < leads) {
    stopIfAsked()
    await pause(100)
  }
  // Calls that the server does not see end would use slots in the next part.
  await untilIdle(stage)
  const { most, full, mean } = occupancy(madeCalls())
  return tableOf(
    ['calls at the carrier while leads wait', 'result'],
    [
      ['allowed at the same time', whole(parallelCalls)],
      ['most at the same time', whole(most)],
      ['mean at the same time', ms(mean)],
      ['of the allowed calls in use', percent(mean / parallelCalls)],
      ['of the time with all allowed calls', percent(full)],
    ],
  )
}

/** From the first call until the last one begins. */
function occupancy(calls: readonly Call[]): { most: number; full: number; mean: number } {
  const changes = calls
    .flatMap(({ createdAtMs, endedAtMs }) => [
      { atMs: createdAtMs, change: 1 },
      { atMs: endedAtMs ?? Number.POSITIVE_INFINITY, change: -1 },
    ])
    // A call that ends in the same millisecond counts as ended before.
    .sort((a, b) => a.atMs - b.atMs || a.change - b.change)
  const beginsAtMs = calls[0]!.createdAtMs
  const endsAtMs = calls.at(-1)!.createdAtMs
  let [current, most, fullMs, sumMs, lastMs] = [0, 0, 0, 0, beginsAtMs]
  for (const { atMs, change } of changes) {
    const elapsedMs = Math.min(atMs, endsAtMs) - lastMs
    sumMs += current * elapsedMs
    if (current >= parallelCalls) fullMs += elapsedMs
    lastMs += elapsedMs
    current += change
    most = Math.max(most, current)
  }
  const totalMs = endsAtMs - beginsAtMs
  return { most, full: fullMs / totalMs, mean: sumMs / totalMs }
}
