// Measures runs per second, compared with the bare SQL of their history.
import { alternate, loadWork, median } from '../shared/load.ts'
import { proportionalMegabytes, residentMegabytes } from '../shared/process-usage.ts'
import { startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { ms, percent, tableOf, whole } from '../shared/report.ts'
import type { BareOrder, BareRound, History } from './bare-history.ts'
import { type CostlyRound, measureCosts, medianOf, mostMegabytesDuring } from './costs.ts'
import { type BenchFlow, longFlow, order, shortFlow } from './flows.ts'
import { createFlow, type Server, type Stage, untilEnded, verifyRuns, type Webhook } from './stage.ts'

const rounds = 3

export async function measureThroughput(stage: Stage): Promise<string> {
  const tables: string[] = []
  for (const flow of [shortFlow(stage.targetUrl), longFlow(stage.targetUrl)]) {
    // Each flow has a server of its own, so that its memory can be compared.
    await using parley = await stage.startServer()
    tables.push(await measureFlow(stage, parley, flow))
  }
  return tables.join('\n\n')
}

async function measureFlow(stage: Stage, parley: Server, flow: BenchFlow): Promise<string> {
  const atRest = await residentMegabytes(parley.pid)
  const webhook = await createFlow(parley, flow)
  const { automationId: bareId } = await createFlow(parley, flow)
  await using bare = startChild('automations/bare-history.ts')
  await webhook.post(order)
  await untilEnded(stage)
  const history = { ...(await readHistory(stage, webhook)), automationId: bareId }
  const { connectionString } = stage.workspace
  await bare.ask({ connectionString, connections: stage.connections, history } satisfies BareOrder)
  const ofBare: BareRound = { connections: stage.connections, seconds: stage.seconds }
  let bareRuns = 0
  progress(flow.name)
  const [[ours, theirs], most] = await mostMegabytesDuring(parley, () =>
    alternate<CostlyRound>(
      rounds,
      () => measureCosts(stage, parley.pid, () => loadWebhook(stage, webhook)),
      () =>
        measureCosts(stage, undefined, async () => {
          const round = await bare.ask<CostlyRound>(ofBare)
          bareRuns += round.runs
          return round
        }),
    ),
  )
  progress('verifying every run')
  await verifyRuns(stage, { automationId: webhook.automationId, steps: flow.steps, runs: webhook.posted() })
  await verifyRuns(stage, { automationId: bareId, steps: flow.steps, runs: bareRuns })
  await verifyRequests(stage, webhook)
  const memory = { atRest, most, proportional: await proportionalMegabytes(parley.pid) }
  return `${ratesTable(flow, ours, theirs)}\n\n${costsTable(webhook, ours, theirs)}\n\n${memoryTable(memory)}`
}

/** The round ends when all runs have ended, which is after their responses. */
export async function loadWebhook(stage: Stage, { post, posted }: Webhook) {
  const before = posted()
  const startedAt = performance.now()
  const round = await loadWork(() => post(order), stage)
  await untilEnded(stage)
  const runs = posted() - before
  return { ...round, runs, perSecond: (runs * 1000) / (performance.now() - startedAt) }
}

async function readHistory({ database, accountId }: Stage, { automationId }: Webhook): Promise<History> {
  const runs = await database.query<Omit<History, 'accountId' | 'steps'> & { id: string }>(
    `select id, automation_id as "automationId", trigger::text, outcome, response::text
    from automation_runs where account_id = $1 and automation_id = $2`,
    [accountId, automationId],
  )
  const { id, ...run } = runs.rows[0]!
  const steps = await database.query<History['steps'][number]>(
    `select path, name, type, input::text, output::text
    from automation_steps where account_id = $1 and run_id = $2 order by position`,
    [accountId, id],
  )
  return { ...run, accountId, steps: steps.rows }
}

async function verifyRequests(stage: Stage, { flow, posted }: Webhook): Promise<void> {
  const received = await stage.ask<number>('take count')
  const expected = posted() * flow.requests
  if (received !== expected) throw new Error(`The target received ${received} requests instead of ${expected}.`)
}

const isMet = (value: boolean): string => (value ? 'met' : 'missed')

function ratesTable({ name }: BenchFlow, ours: readonly CostlyRound[], theirs: readonly CostlyRound[]): string {
  const of = (field: keyof CostlyRound): number => medianOf(ours, field)
  const ratio = median(ours.map((round, index) => round.perSecond / theirs[index]!.perSecond))
  return tableOf(
    [name, 'Parley', 'bare SQL', 'ratio', 'target', ''],
    [
      [
        'runs per second',
        whole(of('perSecond')),
        whole(medianOf(theirs, 'perSecond')),
        percent(ratio),
        '>= 800',
        isMet(of('perSecond') >= 800),
      ],
      ['p50 ms', ms(of('p50Ms')), ms(medianOf(theirs, 'p50Ms')), '', '<= 15', isMet(of('p50Ms') <= 15)],
      ['p99 ms', ms(of('p99Ms')), ms(medianOf(theirs, 'p99Ms')), '', '<= 60', isMet(of('p99Ms') <= 60)],
    ],
  )
}

function costsTable({ flow, posted }: Webhook, ours: readonly CostlyRound[], theirs: readonly CostlyRound[]): string {
  return tableOf(
    ['processor time per run', 'Parley', 'bare SQL'],
    [
      ['server ms', ms(medianOf(ours, 'serverMs')), ''],
      ['PostgreSQL ms', ms(medianOf(ours, 'postgresMs')), ms(medianOf(theirs, 'postgresMs'))],
      ['runs that succeeded with all steps and requests', whole(posted()), 'all'],
      ['steps of each', whole(flow.steps), whole(flow.steps)],
    ],
  )
}

function memoryTable({ atRest, most, proportional }: { atRest: number; most: number; proportional: number }): string {
  return tableOf(
    ['memory of the server', 'MB', 'target', ''],
    [
      ['resident after the start', whole(atRest), '', ''],
      ['resident at most', whole(most), '< 250', isMet(most < 250)],
      ['proportional set size after the load', whole(proportional), '', ''],
    ],
  )
}
