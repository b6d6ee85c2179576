// Measures how evenly the campaigns of many accounts share few slots for calls.
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../shared/load.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'
import { behave, clientOf, insertLeads, type Stage } from './stage.ts'

export const fairAccounts = 20
const campaigns = 50
const leads = 200_000
/** A tenth of the slots stays free for callers. */
const slots = 10
const callsPerProcess = 12
const ringMs = 500
const firstSeconds = 5
const seconds = 60
/** More than each campaign calls. */
const calledPhones = 400

export async function measureFairness(stage: Stage): Promise<string> {
  await using parley = await stage.startServer({ CALLS_PER_PROCESS: String(callsPerProcess) })
  const callers = stage.callers.slice(0, fairAccounts)
  progress(`${campaigns} campaigns of ${callers.length} accounts with ${leads.toLocaleString('en')} leads`)
  const count = leads / campaigns
  const started: { accountId: number; campaignId: number }[] = []
  for (let index = 0; index < campaigns; index++) {
    const caller = callers[index % callers.length]!
    const { data } = await clientOf(parley, caller).campaigns.create({
      name: `Fair ${index}`,
      assistant_id: caller.assistantId,
      max_calls_in_parallel: 10,
      max_retries: 1,
    })
    const first = stage.takePhones(count)
    behave(stage, first, calledPhones, () => ({ pickUp: 'reject', ringMs }))
    const ref = { accountId: caller.accountId, campaignId: data.id }
    await insertLeads(stage, { ...ref, first, count })
    started.push(ref)
  }
  await stage.database.query('vacuum analyze leads')
  progress(`${seconds} s with ${slots} slots`)
  const before = stage.carrier.calls().length
  for (const { accountId, campaignId } of started) {
    const caller = callers.find((each) => each.accountId === accountId)!
    await clientOf(parley, caller).campaigns.updateStatus({ campaign_id: campaignId, action: 'start' })
  }
  // Until all campaigns have been served once.
  const startedAtMs = stage.carrier.control.now().getTime() + firstSeconds * 1_000
  for (let second = 0; second < firstSeconds + seconds; second++) {
    stopIfAsked()
    await pause(1_000)
  }
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

async function countAttempts({ database }: Stage, campaigns: readonly { campaignId: number }[]): Promise<number[]> {
  const { rows } = await database.query<{ count: number }>(
    `select (select count(*)::int from campaign_attempts a where a.campaign_id = k.id) as count
    from campaigns k where k.id = any($1::bigint[])`,
    [campaigns.map(({ campaignId }) => campaignId)],
  )
  return rows.map(({ count }) => count)
}
