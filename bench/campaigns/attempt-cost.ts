// Measures the processor time of attempts that are busy, compared with the same number of single calls.
import { alternate, median } from '../shared/load.ts'
import { postgresSeconds, processorSeconds } from '../shared/process-usage.ts'
import { progress } from '../shared/progress.ts'
import { ms, tableOf } from '../shared/report.ts'
import { behave, clientOf, insertLeads, phoneAt, type Stage, untilIdle } from './stage.ts'

const attempts = 300
const rounds = 4
const parallelCalls = 10

interface Cost {
  /** Processor time per call. */
  serverMs: number
  postgresMs: number
  perSecond: number
}

export async function measureAttemptCost(stage: Stage): Promise<string> {
  await using parley = await stage.startServer()
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

  const takeBusyPhones = (): number => {
    const first = stage.takePhones(attempts)
    behave(stage, first, attempts, () => ({ pickUp: 'busy' }))
    return first
  }
  progress(`${rounds} rounds of ${attempts} attempts`)
  const [campaigns, calls] = await alternate(
    rounds,
    async () => {
      const { data } = await client.campaigns.create({
        name: 'Busy',
        assistant_id: caller.assistantId,
        max_retries: 1,
        max_calls_in_parallel: parallelCalls,
      })
      const first = takeBusyPhones()
      await insertLeads(stage, { accountId: caller.accountId, campaignId: data.id, first, count: attempts })
      const last = phoneAt(first + attempts - 1)
      return measure(async () => {
        await client.campaigns.updateStatus({ campaign_id: data.id, action: 'start' })
        await stage.carrier.control.waitForCall(({ to }) => to === last, 120_000)
      })
    },
    () => {
      const first = takeBusyPhones()
      return measure(async () => {
        for (let index = 0; index < attempts; index++)
          await client.calls.make({ assistant_id: caller.assistantId, phone_number: phoneAt(first + index) })
      })
    },
  )
  const of = (costs: readonly Cost[], field: keyof Cost): number => median(costs.map((cost) => cost[field]))
  const row = (name: string, costs: readonly Cost[]): string[] => [
    name,
    ms(of(costs, 'serverMs')),
    ms(of(costs, 'postgresMs')),
    ms(of(costs, 'perSecond')),
  ]
  const more = (field: keyof Cost): number => median(campaigns.map((cost, index) => cost[field] - calls[index]![field]))
  return tableOf(
    ['calls that are busy', 'server ms per call', 'PostgreSQL ms per call', 'calls/s'],
    [
      row(`campaign, ${parallelCalls} in parallel`, campaigns),
      row('make_call, one request after the other', calls),
      ['the dialer itself', ms(more('serverMs')), ms(more('postgresMs')), ''],
    ],
  )
}
