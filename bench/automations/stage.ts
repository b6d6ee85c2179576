// Prepares the account, the target of HTTP requests and the database connection of the automations benchmark.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Agent, request } from 'undici'
import { createClient } from '#sdk/client.ts'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createBenchAccount } from '../requests/turns.ts'
import { type BenchWorkspace, startChild, startParleyProcess } from '../shared/processes.ts'
import { stopIfAsked } from '../shared/progress.ts'
import type { BenchFlow } from './flows.ts'
import type { TargetOrder } from './target.ts'

export interface StageOptions {
  connections: number
  seconds: number
  /** The number of parked runs. */
  parked: number
}

export type Stage = Awaited<ReturnType<typeof openStage>>
export type Server = Awaited<ReturnType<Stage['startServer']>>

export async function openStage(workspace: BenchWorkspace, options: StageOptions) {
  await using opened = new AsyncDisposableStack()
  const { token, accountId } = await createOwner(workspace)
  const target = opened.use(startChild('automations/target.ts'))
  const targetUrl = await target.ask<string>('listen' satisfies TargetOrder)
  const database = opened.adopt(await connect(workspace.connectionString), (client) => client.end())
  const resources = opened.move()
  return {
    ...options,
    workspace,
    database,
    accountId,
    targetUrl,
    ask: <T>(order: TargetOrder): Promise<T> => target.ask<T>(order),
    async startServer() {
      const parley = await startParleyProcess({
        DATABASE_URL: workspace.connectionString,
        DATA_DIR: workspace.dataDir,
        EMBEDDING_MODEL: 'none',
        REQUESTS_PER_MINUTE: '0',
        ALLOW_PRIVATE_ADDRESSES: new URL(targetUrl).host,
      })
      return { ...parley, client: createClient({ baseUrl: parley.baseUrl, apiKey: token }) }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function createOwner({ connectionString, dataDir }: BenchWorkspace) {
  const config = configFrom({ DATABASE_URL: connectionString, DATA_DIR: dataDir, PARLEY_ROLES: 'api' })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
  await app.http.ready()
  const { token, account } = await createBenchAccount(app.context)
  return { token, accountId: account.id }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

export interface Webhook {
  automationId: string
  flow: BenchFlow
  /** Resolves with the response. */
  post(body: object): Promise<Record<string, unknown>>
  /** The number of requests so far. */
  posted(): number
}

/** Shorter than the keep-alive timeout of the server, so that no connection is reused while the server closes it. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000 })

export async function createFlow({ client, baseUrl }: Server, flow: BenchFlow): Promise<Webhook> {
  const created = await client.automations.create({ name: flow.name, flow: flow.definition })
  const url = baseUrl + new URL(created.webhook_url).pathname
  let posted = 0
  return {
    automationId: created.automation_id,
    flow,
    posted: () => posted,
    async post(content) {
      posted++
      const body = JSON.stringify(content)
      const headers = { 'content-type': 'application/json' }
      const reply = await request(url, { dispatcher, method: 'POST', headers, body })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) throw new Error(`The webhook responded with ${reply.statusCode}: ${text}`)
      return JSON.parse(text)
    },
  }
}

/** Resolves when no run is in progress. A webhook responds before its run has ended. */
export async function untilEnded({ database }: Stage): Promise<void> {
  const sql = `select exists (select from automation_runs where status = 'RUNNING') as busy`
  while ((await database.query<{ busy: boolean }>(sql)).rows[0]!.busy) {
    stopIfAsked()
    await pause(5)
  }
}

/** Throws unless there are as many runs as expected, and all of them have succeeded with all of their steps. */
export async function verifyRuns(
  { database, accountId }: Stage,
  { automationId, steps, runs }: { automationId: string; steps: number; runs: number },
): Promise<void> {
  const { rows } = await database.query<{ stored: number; whole: number }>(
    `select count(*)::int as stored,
      count(*) filter (where r.status = 'SUCCEEDED' and s.steps = $3)::int as whole
    from automation_runs r
    left join (
      select run_id, count(*) filter (where status = 'SUCCEEDED') as steps
      from automation_steps where account_id = $1 group by run_id) s on s.run_id = r.id
    where r.account_id = $1 and r.automation_id = $2`,
    [accountId, automationId, steps],
  )
  const { stored, whole } = rows[0]!
  if (stored === runs && whole === runs) return
  throw new Error(`Of ${runs} runs, ${stored} are stored, and ${whole} have succeeded with ${steps} steps.`)
}
