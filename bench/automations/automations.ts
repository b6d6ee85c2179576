// Measures runs of a flow per second, compared with the bare SQL of their history: `npm run bench -- automations`.
import type pg from 'pg'
import { defineBench } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import { alternate, type LoadOptions, loadWork, median, ratioOf } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { percent, print, tableOf, whole } from '../shared/report.ts'
import { postgresSeconds, processorSeconds, watchMemory } from '../shared/usage.ts'
import { createBenchAccounts, openClient, openWorkspace, startParley } from '../shared/workspace.ts'
import type { BareOrder, CountedRound } from './bare-history.ts'
import { createFlow, readHistory, requestsPerRun, stepsPerRun, untilEnded, verifyRuns, type Webhook } from './flow.ts'

interface CostlyRound extends CountedRound {
  /** Processor time per run. */
  serverMs: number
  postgresMs: number
}

export const bench = defineBench({
  about: 'runs of a flow per second, compared with the bare SQL of their history',
  parameters: { connections: 32, seconds: 5, rounds: 3 },
  short: { connections: 2, seconds: 0.1, rounds: 1 },
  async run({ connections, seconds, rounds, short }) {
    await using workspace = await openWorkspace({ short })
    const [owner] = await createBenchAccounts(workspace, 1)
    // Receives the HTTP requests of the flow.
    await using target = startChild('messages/instant-carrier.ts')
    const targetUrl = await target.ask<string>('listen')
    await using database = await openClient(workspace)
    const env = { EMBEDDING_MODEL: 'none', ALLOW_PRIVATE_ADDRESSES: new URL(targetUrl).host }
    await using parley = await startParley(workspace, env)
    const webhook = await createFlow(parley.baseUrl, owner!.token, targetUrl)
    const bareFlow = await createFlow(parley.baseUrl, owner!.token, targetUrl)
    await using bare = startChild('automations/bare-history.ts')
    await webhook.post()
    await untilEnded(database)
    const history = { ...(await readHistory(database, webhook)), automationId: bareFlow.automationId }
    await bare.ask({
      connectionString: workspace.connectionString,
      maxConnections: connections,
      history,
    } satisfies BareOrder)
    const load = { connections, seconds }
    let bareRuns = 0
    progress('runs')
    const { value: results, ...memory } = await watchMemory(parley.pid, () =>
      alternate<CostlyRound>(
        rounds,
        () => measureCosts(database, parley.pid, () => loadWebhook(database, webhook, load)),
        () =>
          measureCosts(database, undefined, async () => {
            const round = await bare.ask<CountedRound>(load)
            bareRuns += round.runs
            return round
          }),
      ),
    )
    progress('verifying every run')
    const runs = webhook.posted()
    await verifyRuns(database, webhook.automationId, runs)
    await verifyRuns(database, bareFlow.automationId, bareRuns)
    const received = await target.ask<number>('count')
    if (received !== runs * requestsPerRun) throw new Error(`${runs} runs sent ${received} requests.`)
    print(`${connections} connections, median of ${rounds} rounds of ${seconds} s`, ratesTable(results))
    print(`All ${runs} runs have succeeded with ${stepsPerRun} steps.`)
    print(`The memory of the server rose from ${whole(memory.before)} to ${whole(memory.most)} MB.`)
  },
})

function ratesTable([ours, theirs]: [CostlyRound[], CostlyRound[]]): string {
  const row = (name: string, field: keyof CostlyRound) => [
    name,
    ...[ours, theirs].map((rounds) => median(rounds.map((round) => round[field]))),
  ]
  return tableOf(
    ['webhook, condition, http_request, respond', 'Parley', 'bare SQL', 'ratio'],
    [
      [...row('runs per second', 'perSecond'), percent(ratioOf(ours, theirs))],
      row('p50 ms', 'p50Ms'),
      row('p99 ms', 'p99Ms'),
      row('processor time of the server per run, ms', 'serverMs'),
      row('processor time of PostgreSQL per run, ms', 'postgresMs'),
    ],
  )
}

/** `work` resolves when its runs have ended. */
async function measureCosts(
  database: pg.Client,
  serverPid: number | undefined,
  work: () => Promise<CountedRound>,
): Promise<CostlyRound> {
  const serverSeconds = async () => (serverPid === undefined ? Number.NaN : await processorSeconds(serverPid))
  const used = [await serverSeconds(), await postgresSeconds(database)] as const
  const round = await work()
  return {
    ...round,
    serverMs: (((await serverSeconds()) - used[0]) * 1000) / round.runs,
    postgresMs: (((await postgresSeconds(database)) - used[1]) * 1000) / round.runs,
  }
}

/** The round ends when all runs have ended, which is after their responses. */
async function loadWebhook(database: pg.Client, { post, posted }: Webhook, load: LoadOptions): Promise<CountedRound> {
  const before = posted()
  const startedAt = performance.now()
  const round = await loadWork(post, load)
  await untilEnded(database)
  const runs = posted() - before
  return { ...round, runs, perSecond: (runs * 1000) / (performance.now() - startedAt) }
}
