// Measures the time from the start of a campaign until the carrier has its first call, compared with a single call.
import { alternate, percentile } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { ms, tableOf } from '../shared/report.ts'
import { behave, clientOf, insertLeads, phoneAt, type Stage, untilIdle } from './stage.ts'

const starts = 20

export async function measureFirstDial(stage: Stage): Promise<string> {
  await using parley = await stage.startServer()
  const caller = stage.callers[0]!
  const client = clientOf(parley, caller)
  progress(`${starts} starts of campaigns`)

  /** Returns the milliseconds from the request to the call at the carrier. */
  async function timeCall(phone: number, request: () => Promise<unknown>): Promise<number> {
    const received = stage.carrier.control.waitForCall(({ to }) => to === phoneAt(phone)).then(() => performance.now())
    const askedAt = performance.now()
    await request()
    const elapsedMs = (await received) - askedAt
    await untilIdle(stage)
    return elapsedMs
  }

  const nextPhone = (): number => {
    const phone = stage.takePhones(1)
    behave(stage, phone, 1, () => ({ pickUp: 'busy' }))
    return phone
  }
  const [campaigns, calls] = await alternate(
    starts,
    async () => {
      const { data } = await client.campaigns.create({
        name: 'Start',
        assistant_id: caller.assistantId,
        max_retries: 1,
      })
      const phone = nextPhone()
      await insertLeads(stage, { accountId: caller.accountId, campaignId: data.id, first: phone, count: 1 })
      return timeCall(phone, () => client.campaigns.updateStatus({ campaign_id: data.id, action: 'start' }))
    },
    () => {
      const phone = nextPhone()
      const order = { assistant_id: caller.assistantId, phone_number: phoneAt(phone) }
      return timeCall(phone, () => client.calls.make(order))
    },
  )
  const row = (name: string, sample: readonly number[]): string[] => [
    name,
    ms(percentile(sample, 0.5)),
    ms(percentile(sample, 0.95)),
  ]
  const ratio = (share: number): string => ms(percentile(campaigns, share) / percentile(calls, share))
  return tableOf(
    ['from the request to the call at the carrier', 'p50 ms', 'p95 ms'],
    [row('start of a campaign', campaigns), row('make_call', calls), ['ratio', ratio(0.5), ratio(0.95)]],
  )
}
