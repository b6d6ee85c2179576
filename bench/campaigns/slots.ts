// Measures how well a campaign fills the calls that it may make at the same time, and how evenly campaigns share few slots.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@parley/carrier-sandbox'
import { percentile } from '../shared/load.ts'
import { poll, progress } from '../shared/progress.ts'
import { ms, percent, tableOf, whole } from '../shared/report.ts'
import { behave, createCampaign, type Server, type Stage, untilIdle } from './stage.ts'

const parallelCalls = 10

/** @param ringMs How long the phones ring on average before they reject the call. */
export async function measureParallelCalls(
  stage: Stage,
  parley: Server,
  leads: number,
  ringMs: number,
): Promise<string> {
  const ringMsOf = (index: number): number => ringMs * (0.8 + 0.4 * (((index * 37) % 100) / 100))
  const campaign = await createCampaign(stage, parley.baseUrl, {
    caller: stage.callers[0]!,
    leads,
    parallelCalls,
    behaviour: (index) => ({ pickUp: 'reject', ringMs: ringMsOf(index) }),
  })
  progress(`${leads} calls, ${parallelCalls} at the same time`)
  const before = stage.carrier.calls().length
  const madeCalls = (): Call[] => stage.carrier.calls().slice(before)
  await campaign.start()
  await poll(100, () => madeCalls().filter(({ endedAtMs }) => endedAtMs !== null).length >= leads)
  // Calls that the server does not see end would use slots in the next part.
  await untilIdle(stage)
  const { most, full, mean } = occupancy(madeCalls())
  return tableOf(
    ['calls at the carrier while leads wait', 'result'],
    [
      ['allowed at the same time', whole(parallelCalls)],
      ['most at the same time', whole(most)],
      ['mean at the same time', mean],
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

/** A tenth of the slots stays free for callers. */
const slots = 10
const callsPerProcess = 12
const ringMs = 500
/** More than each campaign calls. */
const calledPhones = 400

export interface Fairness {
  accounts: number
  campaigns: number
  /** Per campaign. */
  leads: number
  seconds: number
}

export async function measureFairness(stage: Stage, options: Fairness): Promise<string> {
  const { accounts, campaigns, leads, seconds } = options
  await using parley = await stage.startServer({ CALLS_PER_PROCESS: String(callsPerProcess) })
  const callers = stage.callers.slice(0, accounts)
  progress(`${campaigns} campaigns of ${accounts} accounts with ${leads.toLocaleString('en')} leads each`)
  const started: Awaited<ReturnType<typeof createCampaign>>[] = []
  for (let index = 0; index < campaigns; index++) {
    const caller = callers[index % accounts]!
    const campaign = await createCampaign(stage, parley.baseUrl, { caller, leads, parallelCalls: 10 })
    behave(stage, campaign.first, Math.min(leads, calledPhones), () => ({ pickUp: 'reject', ringMs }))
    started.push(campaign)
  }
  await stage.database.query('vacuum analyze leads')
  progress(`${seconds} s with ${slots} slots`)
  const before = stage.carrier.calls().length
  for (const campaign of started) await campaign.start()
  // Until all campaigns have been served once.
  const firstSeconds = Math.min(5, seconds)
  const startedAtMs = stage.carrier.control.now().getTime() + firstSeconds * 1_000
  await pause((firstSeconds + seconds) * 1_000)
  const calls = stage.carrier
    .calls()
    .slice(before)
    .filter(({ createdAtMs }) => createdAtMs >= startedAtMs)
  const begins = callers.map(({ number }) =>
    calls.filter(({ from }) => from === number).map((call) => call.createdAtMs),
  )
  const waits = begins.map((times) => times.slice(1).map((atMs, index) => atMs - times[index]!))
  const longest = waits.map((each) => Math.max(...each))
  const mean = waits.map((each) => each.reduce((sum, wait) => sum + wait, 0) / each.length)
  const attempts = begins.map((times) => times.length)
  const perCampaign = await countAttempts(stage, started)
  const row = (name: string, sample: readonly number[], form: (value: number) => string): string[] => [
    name,
    form(Math.min(...sample)),
    form(percentile(sample, 0.5)),
    form(Math.max(...sample)),
    ms(Math.max(...sample) / Math.min(...sample)),
  ]
  return tableOf(
    ['', 'smallest', 'median', 'largest', 'ratio'],
    [
      row('mean wait between attempts of an account, ms', mean, whole),
      row('longest wait between attempts of an account, ms', longest, whole),
      row('each wait between attempts of an account, ms', waits.flat(), whole),
      row('attempts of an account', attempts, whole),
      row('attempts of a campaign', perCampaign, whole),
    ],
  )
}

async function countAttempts({ database }: Stage, campaigns: readonly { id: number }[]): Promise<number[]> {
  const { rows } = await database.query<{ count: number }>(
    `select (select count(*)::int from campaign_attempts a where a.campaign_id = k.id) as count
    from campaigns k where k.id = any($1::bigint[])`,
    [campaigns.map(({ id }) => id)],
  )
  return rows.map(({ count }) => count)
}
