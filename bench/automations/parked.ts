// Measures runs that wait: their size, their effect on other runs, and how late runs wake up among them.
import { setTimeout as pause } from 'node:timers/promises'
import { loadAtFixedRate, median, percentile } from '../shared/load.ts'
import { residentMegabytes } from '../shared/process-usage.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, percent, tableOf, whole } from '../shared/report.ts'
import { type CostlyRound, measureCosts, medianOf } from './costs.ts'
import { delayedFlow, shortFlow } from './flows.ts'
import { createFlow, type Server, type Stage, untilEnded, verifyRuns, type Webhook } from './stage.ts'
import type { Arrival } from './target.ts'
import { loadWebhook } from './throughput.ts'

const rounds = 3
const parkedSeconds = 30 * 86_400
const rowsPerStatement = 50_000
const woken = 200
const delaySeconds = 5
const wakePerSecond = 100
/** How long the bench waits for runs that are late. */
const patienceMs = 180_000
const targetLatenessMs = 1_000

export async function measureParked(stage: Stage): Promise<string> {
  await using parley = await stage.startServer()
  const delayed = await createFlow(parley, delayedFlow(stage.targetUrl))
  const short = await createFlow(parley, shortFlow(stage.targetUrl))
  // Without statistics, the plans of the statements would differ.
  await loadWebhook(stage, short)
  await settle(stage)
  const before = await measureServer(stage, parley, short)
  const bytesPerRun = await park(stage, delayed)
  const after = await measureServer(stage, parley, short)
  const lateness = await measureWakeUps(stage, parley)
  const latest = percentile(lateness, 1)
  const count = stage.parked.toLocaleString('en')
  return [
    tableOf(
      [`${count} parked runs`, 'before', 'with them', 'ratio'],
      [
        compared(`${short.flow.name}, runs per second`, before.rate, after.rate),
        compared('server ms per run', before.serverMs, after.serverMs),
        compared('PostgreSQL ms per run', before.postgresMs, after.postgresMs),
        ['resident MB of the server', whole(before.megabytes), whole(after.megabytes), ''],
        ['bytes on disk per parked run with its step', '', whole(bytesPerRun), ''],
      ],
    ),
    tableOf(
      [`lateness of ${woken} runs that wait ${delaySeconds} s among them`, 'ms', 'target', ''],
      [
        ['p50', whole(median(lateness)), '', ''],
        ['p95', whole(percentile(lateness, 0.95)), '', ''],
        ['longest', ms(latest), `<= ${targetLatenessMs}`, latest <= targetLatenessMs ? 'met' : 'missed'],
      ],
    ),
    'The parked runs were copied by SQL from one that was posted; their size does not include the dead rows of updates.',
  ].join('\n\n')
}

const compared = (name: string, before: number, after: number): string[] => [
  name,
  before < 10 ? ms(before) : whole(before),
  after < 10 ? ms(after) : whole(after),
  percent(after / before),
]

async function measureServer(stage: Stage, { pid }: Server, webhook: Webhook) {
  progress('webhooks')
  const measured: CostlyRound[] = []
  for (let round = -1; round < rounds; round++) {
    stopIfAsked()
    const costs = await measureCosts(stage, pid, () => loadWebhook(stage, webhook))
    if (round >= 0) measured.push(costs)
  }
  const { automationId, flow } = webhook
  await verifyRuns(stage, { automationId, steps: flow.steps, runs: webhook.posted() })
  return {
    rate: medianOf(measured, 'perSecond'),
    serverMs: medianOf(measured, 'serverMs'),
    postgresMs: medianOf(measured, 'postgresMs'),
    megabytes: await residentMegabytes(pid),
  }
}

/** Returns the bytes per parked run. */
async function park(stage: Stage, delayed: Webhook): Promise<number> {
  const { database } = stage
  const { run_id: example } = await delayed.post({ seconds: parkedSeconds })
  await untilEnded(stage)
  await settle(stage)
  const sizeBefore = await readSize(stage)
  progress(`inserting ${stage.parked.toLocaleString('en')} parked runs`)
  for (let done = 0; done < stage.parked; done += rowsPerStatement) {
    stopIfAsked()
    const count = Math.min(rowsPerStatement, stage.parked - done)
    await database.query(copyParked, [stage.accountId, example, done, count])
  }
  await settle(stage)
  return ((await readSize(stage)) - sizeBefore) / stage.parked
}

const copyParked = `
  with copies as (
    insert into automation_runs (account_id, id, automation_id, version, status, trigger, step_limit, wake_at, started_at)
    select account_id, gen_random_uuid(), automation_id, version, status, trigger, step_limit,
      wake_at + ($3::int + n) * interval '1 second', started_at
    from automation_runs, generate_series(1, $4::int) n where account_id = $1 and id = $2
    returning account_id, id
  )
  insert into automation_steps (account_id, run_id, path, attempt, position, name, type, status, classification, input,
    output, started_at)
  select c.account_id, c.id, s.path, s.attempt, s.position, s.name, s.type, s.status, s.classification, s.input,
    s.output, s.started_at
  from copies c, automation_steps s where s.account_id = $1 and s.run_id = $2`

/** Otherwise autovacuum and a checkpoint would run during the next measurement. */
async function settle({ database }: Stage): Promise<void> {
  await database.query('vacuum analyze automation_runs')
  await database.query('vacuum analyze automation_steps')
  await database.query('checkpoint')
}

async function readSize({ database }: Stage): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select pg_total_relation_size('automation_runs') + pg_total_relation_size('automation_steps') as bytes`,
  )
  return Number(rows[0]!.bytes)
}

/** Returns the milliseconds from the end of each delay until the request of the next step arrives. */
async function measureWakeUps(stage: Stage, parley: Server): Promise<number[]> {
  const webhook = await createFlow(parley, delayedFlow(stage.targetUrl))
  await stage.ask('take arrivals')
  await untilBetweenMinutes()
  progress(`${woken} runs that wait ${delaySeconds} s`)
  const rate = { perSecond: wakePerSecond, seconds: woken / wakePerSecond }
  await loadAtFixedRate(() => webhook.post({ seconds: delaySeconds }), rate)
  const arrivals = new Map<string, number>()
  const deadline = performance.now() + patienceMs
  while (arrivals.size < woken && performance.now() < deadline) {
    stopIfAsked()
    await pause(100)
    for (const { key, atMs } of await stage.ask<Arrival[]>('take arrivals')) arrivals.set(key, atMs)
  }
  await untilEnded(stage)
  await verifyRuns(stage, { automationId: webhook.automationId, steps: webhook.flow.steps, runs: woken })
  const due = await readDueTimes(stage, webhook)
  return [...arrivals].map(([runId, atMs]) => atMs - due.get(runId)!)
}

/** A cron that looks for due runs every minute must not hide that nothing else wakes them. */
async function untilBetweenMinutes(): Promise<void> {
  const [fromSecond, toSecond] = [5, 40]
  for (;;) {
    const second = (Date.now() / 1000) % 60
    if (second >= fromSecond && second <= toSecond) return
    stopIfAsked()
    await pause(200)
  }
}

/** When each run should have woken up, in milliseconds since 1970. */
async function readDueTimes({ database, accountId }: Stage, { automationId }: Webhook): Promise<Map<string, number>> {
  const { rows } = await database.query<{ runId: string; until: string }>(
    `select s.run_id as "runId", s.output->>'until' as until
    from automation_steps s join automation_runs r on r.account_id = s.account_id and r.id = s.run_id
    where r.account_id = $1 and r.automation_id = $2 and s.type = 'delay'`,
    [accountId, automationId],
  )
  return new Map(rows.map(({ runId, until }) => [runId, Date.parse(until)]))
}
