// The temporary folder and database of a benchmark, its accounts, and the server that is measured.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedAccount } from '@parley/carrier-sandbox'
import pg from 'pg'
import { type App, openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createAccount } from '#server/features/accounts/index.ts'
import { createAssistant } from '#server/features/assistants/index.ts'
import { credit } from '#server/features/billing/index.ts'
import { type Account, type AppContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { startServerProcess } from '#testing/processes/server-process.ts'
import type { Form } from './bench.ts'
import { describeMachine, describePostgres, print } from './report.ts'

export const log = createLog({ level: 'warn', pretty: false })

export interface Workspace extends AsyncDisposable, Form {
  dataDir: string
  connectionString: string
}

/** Readable by every user, because PostgreSQL runs as another user if this process is root. */
export async function makeTemporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/**
 * Uses DATABASE_URL, or an embedded PostgreSQL with its default durability; in the short form a test database. Prints the
 * machine.
 */
export async function openWorkspace({ short }: Form): Promise<Workspace> {
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await makeTemporaryFolder())
  const { connectionString } = stack.use(await openDatabase(short, dataDir))
  print(describeMachine(await describePostgres(connectionString)))
  const resources = stack.move()
  return { short, dataDir, connectionString, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

async function openDatabase(
  isShort: boolean,
  dataDir: string,
): Promise<{ connectionString: string } & AsyncDisposable> {
  if (isShort) return createTestDatabase()
  const connectionString = process.env['DATABASE_URL']
  if (connectionString) return { connectionString, async [Symbol.asyncDispose]() {} }
  return openEmbeddedPostgres({ dataDir, log })
}

export async function openClient({ connectionString }: Workspace): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString })
  // The server can stop before the connection ends.
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

const environmentOf = ({ connectionString, dataDir }: Workspace) => ({
  DATABASE_URL: connectionString,
  DATA_DIR: dataDir,
})

/** The server that is measured. */
export interface Parley extends AsyncDisposable {
  baseUrl: string
  pid: number
  logged(): string
}

/** Starts the server in a process of its own, or in this process in the short form. */
export async function startParley(workspace: Workspace, env: Record<string, string>): Promise<Parley> {
  const settings = { LOG_LEVEL: 'warn', ...environmentOf(workspace), ...env }
  if (!workspace.short)
    return await startServerProcess({ ...(process.env as Record<string, string>), ...settings }, { fromSources: true })
  const place = { HOST: '127.0.0.1', PORT: String(await freePort()), SANDBOX_PORT: '0', DASHBOARD: 'off' }
  const config = configFrom({ ...place, ...settings })
  const app = await openApp(config, { log })
  await app.http.listen({ host: config.host, port: config.port })
  return {
    baseUrl: config.localUrl,
    pid: process.pid,
    logged: () => '',
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Opens the application in this process, without workers, to prepare what is measured. */
export async function openPreparation(workspace: Workspace, env: Record<string, string> = {}): Promise<App> {
  const app = await openApp(configFrom({ ...environmentOf(workspace), PARLEY_ROLES: 'api', ...env }), { log })
  await app.http.ready()
  return app
}

/** Sends a request to an application that does not listen. */
export async function post<T>(http: App['http'], url: string, token: string, payload: object): Promise<T> {
  const reply = await http.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })
  if (reply.statusCode !== 200) throw new Error(`${url} responded with ${reply.statusCode}: ${reply.body}`)
  return reply.json<T>()
}

/** The environment of a server whose carrier is at this address. */
export const carrierEnvironment = (baseUrl: string) => ({
  TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
  TWILIO_AUTH_TOKEN: documentedAccount.authToken,
  TWILIO_API_BASE_URL: baseUrl,
})

export interface BenchAccount {
  token: string
  account: Account
  assistantId: number
  assistantUuid: string
}

/** Those of a baseline; a server has about as many. */
export const maxConnections = 20

const balanceMicros = 10_000_000_000

export async function createBenchAccount(context: AppContext): Promise<BenchAccount> {
  const email = `bench-${context.newId()}@parley.example`
  const { account, token } = await transaction(context, async (tx) => {
    const made = await createAccount(tx, { name: 'Bench', email, kind: 'direct' })
    await credit({ ...tx, account: made.account }, { kind: 'top-up', ref: 'bench', amountMicros: balanceMicros })
    return made
  })
  const assistant = await createAssistant(asAccount(context, account), {
    name: 'Ada',
    initialMessage: 'Hello, this is Ada.',
    systemPrompt: 'You are the receptionist of a bakery. It opens at seven. Answer in one sentence.',
  })
  return { token, account, assistantId: assistant.id, assistantUuid: assistant.uuid }
}

export async function createBenchAccounts(workspace: Workspace, count: number): Promise<BenchAccount[]> {
  await using app = await openPreparation(workspace)
  const accounts: BenchAccount[] = []
  while (accounts.length < count) accounts.push(await createBenchAccount(app.context))
  return accounts
}
