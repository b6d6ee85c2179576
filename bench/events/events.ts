// Measures event streams: `npm run bench -- events`. Memory and queries of idle streams, delivery times, and the cost of events.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#sdk/client.ts'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type BenchAccount, createBenchAccount } from '../requests/turns.ts'
import { percentile } from '../shared/load.ts'
import type { Options } from '../shared/options.ts'
import { processorSeconds, residentMegabytes } from '../shared/process-usage.ts'
import { type BenchWorkspace, openWorkspace, startParleyProcess } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres, ms, percent, tableOf, whole } from '../shared/report.ts'
import { measureEmit } from './emit-cost.ts'
import { openListeners } from './listeners.ts'

const accounts = 50
const listenersPerAccount = 100
const events = 300
const eventsPerSecond = 25
const idleMs = 20_000
const targets = { megabytes: 200, deliveryMs: 200 }

export async function benchEvents({ seconds }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  const owners = await createAccounts(workspace)
  const tokens = owners.map(({ token }) => token)
  const env = { DATABASE_URL: workspace.connectionString, DATA_DIR: workspace.dataDir, REQUESTS_PER_MINUTE: '0' }
  const cost = await measureEmit(workspace, seconds)
  await using first = await startParleyProcess(env)
  await using second = await startParleyProcess(env)

  progress('idle processes')
  await pause(5_000)
  const before = await idleUsage(workspace, first.pid)
  progress(`${accounts * listenersPerAccount} streams`)
  using listeners = await openListeners(first.baseUrl, tokens, listenersPerAccount)
  using others = await openListeners(second.baseUrl, tokens, 1)
  // PostgreSQL tidies up after the rows that opening has written.
  await pause(40_000)
  const after = await idleUsage(workspace, first.pid)

  progress(`${events} events`)
  for (let index = 0; index < events; index++) {
    const { token: apiKey, assistantId } = owners[index % accounts]!
    await createClient({ baseUrl: second.baseUrl, apiKey }).conversations.create({ assistant_id: assistantId })
    await pause(1_000 / eventsPerSecond)
  }
  await pause(2_000)
  const expected = [events * listenersPerAccount, events]
  const received = [listeners.delays(), others.delays()]
  const lost = received.map((delays, index) => expected[index]! - delays.length)
  if (lost.some((count) => count !== 0)) throw new Error(`Events were lost or repeated: ${lost.join(', ')}.`)

  const megabytes = after.megabytes - before.megabytes
  const deliveryRow = (name: string, delays: readonly number[]): string[] => {
    const p95 = percentile(delays, 0.95)
    const met = p95 <= targets.deliveryMs ? 'met' : 'missed'
    return [name, ...[percentile(delays, 0.5), p95, percentile(delays, 1)].map(ms), met]
  }
  const idle = tableOf(
    [`${accounts * listenersPerAccount} idle streams of ${accounts} accounts`, 'without', 'with', 'target', ''],
    [
      [
        'memory of the process, MB',
        whole(before.megabytes),
        whole(after.megabytes),
        `+${targets.megabytes}`,
        megabytes <= targets.megabytes ? 'met' : 'missed',
      ],
      ['transactions of both processes per minute', whole(before.perMinute), whole(after.perMinute)],
      ['processor', percent(before.processor), percent(after.processor)],
    ],
  )
  const deliveries = tableOf(
    ['from the event to the client', 'p50 ms', 'p95 ms', 'longest', ''],
    [
      deliveryRow(`in another process, ${listenersPerAccount} streams`, received[0]!),
      deliveryRow('in the same process, 1 stream', received[1]!),
    ],
  )
  const machine = describeMachine(await describePostgres(workspace.connectionString))
  process.stdout.write(`${machine}\n\n${idle}\n\n${deliveries}\n\n${cost}\n`)
}

async function createAccounts({ connectionString, dataDir }: BenchWorkspace): Promise<BenchAccount[]> {
  const config = configFrom({ DATABASE_URL: connectionString, DATA_DIR: dataDir, PARLEY_ROLES: 'api' })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
  await app.http.ready()
  const owners: BenchAccount[] = []
  for (let index = 0; index < accounts; index++) owners.push(await createBenchAccount(app.context))
  return owners
}

/** The memory and processor of a process, and the transactions of all, during a time without events. */
async function idleUsage({ connectionString }: BenchWorkspace, pid: number) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const count = async (): Promise<number> => {
      const sql = 'select xact_commit::float8 as count from pg_stat_database where datname = current_database()'
      return (await client.query<{ count: number }>(sql)).rows[0]!.count
    }
    const [transactions, processor] = [await count(), await processorSeconds(pid)]
    await pause(idleMs)
    return {
      megabytes: await residentMegabytes(pid),
      perMinute: ((await count()) - transactions) * (60_000 / idleMs),
      processor: ((await processorSeconds(pid)) - processor) / (idleMs / 1_000),
    }
  } finally {
    await client.end()
  }
}
