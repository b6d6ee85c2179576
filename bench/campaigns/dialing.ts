// Measures how soon and at what cost campaigns call, compared with single calls.
import { alternate, median, percentile, percentiles } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { tableOf } from '../shared/report.ts'
import { postgresSeconds, processorSeconds } from '../shared/usage.ts'
import { behave, clientOf, createCampaign, phoneAt, type Server, type Stage, untilIdle } from './stage.ts'

/** Returns the times from the start of a campaign until the carrier has its first call. */
export async function measureFirstDial(stage: Stage, parley: Server, starts: number): Promise<string> {
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

  const [campaigns, calls] = await alternate(
    starts,
    async () => {
      const campaign = await createCampaign(stage, parley.baseUrl, { caller, leads: 1, behaviour })
      return timeCall(campaign.first, campaign.start)
    },
    () => {
      const phone = stage.takePhones(1)
      behave(stage, phone, 1, behaviour)
      const order = { assistant_id: caller.assistantId, phone_number: phoneAt(phone) }
      return timeCall(phone, () => client.calls.make(order))
    },
  )
  const row = (name: string, sample: readonly number[]) => [name, ...percentiles(sample, [0.5, 0.95])]
  const ratio = (share: number): number => percentile(campaigns, share) / percentile(calls, share)
  return tableOf(
    ['from the request to the call at the carrier', 'p50 ms', 'p95 ms'],
    [row('start of a campaign', campaigns), row('make_call', calls), ['ratio', ratio(0.5), ratio(0.95)]],
  )
}

const parallelCalls = 10
const behaviour = () => ({ pickUp: 'busy' as const })

interface Cost {
  /** Processor time per call. */
  serverMs: number
  postgresMs: number
  perSecond: number
}

export async function measureAttemptCost(
  stage: Stage,
  parley: Server,
  attempts: number,
  rounds: number,
): Promise<string> {
  const caller = stage.callers[0]!
  const client = clientOf(parley, caller)

  async function measure(work: () => Promise<void>): Promise<Cost> {
    await untilIdle(stage)
    const used = [await processorSeconds(parley.pid), await postgresSeconds(stage.database)] as const
    const startedAt = performance.now()
    await work()
    await untilIdle(stage)
    const elapsedMs = performance.now() - startedAt
    return {
      serverMs: (((await processorSeconds(parley.pid)) - used[0]) * 1000) / attempts,
      postgresMs: (((await postgresSeconds(stage.database)) - used[1]) * 1000) / attempts,
      perSecond: (attempts * 1000) / elapsedMs,
    }
  }

  progress(`${rounds} rounds of ${attempts} attempts`)
  const [campaigns, calls] = await alternate(
    rounds,
    async () => {
      const options = { caller, leads: attempts, parallelCalls, behaviour }
      const campaign = await createCampaign(stage, parley.baseUrl, options)
      const last = phoneAt(campaign.first + attempts - 1)
      return measure(async () => {
        await campaign.start()
        await stage.carrier.control.waitForCall(({ to }) => to === last, 120_000)
      })
    },
    () => {
      const first = stage.takePhones(attempts)
      behave(stage, first, attempts, behaviour)
      return measure(async () => {
        for (let index = 0; index < attempts; index++)
          await client.calls.make({ assistant_id: caller.assistantId, phone_number: phoneAt(first + index) })
      })
    },
  )
  const of = (costs: readonly Cost[], field: keyof Cost): number => median(costs.map((cost) => cost[field]))
  const row = (name: string, costs: readonly Cost[]) => [
    name,
    of(costs, 'serverMs'),
    of(costs, 'postgresMs'),
    of(costs, 'perSecond'),
  ]
  const more = (field: keyof Cost): number => median(campaigns.map((cost, index) => cost[field] - calls[index]![field]))
  return tableOf(
    ['calls that are busy', 'server ms per call', 'PostgreSQL ms per call', 'calls/s'],
    [
      row(`campaign, ${parallelCalls} in parallel`, campaigns),
      row('make_call, one request after the other', calls),
      ['the dialer itself', more('serverMs'), more('postgresMs')],
    ],
  )
}
