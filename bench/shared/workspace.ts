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
import { type ReadyServerProcess, startServerProcess } from '#testing/processes/server-process.ts'
import { describeMachine, describePostgres, print } from './report.ts'

export const log = createLog({ level: 'warn', pretty: false })

export interface Workspace extends AsyncDisposable {
  dataDir: string
  connectionString: string
}

/** Readable by every user, because PostgreSQL runs as another user if this process is root. */
export async function makeTemporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Uses DATABASE_URL, or an embedded PostgreSQL with its default durability. Prints the machine. */
export async function openWorkspace(): Promise<Workspace> {
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await makeTemporaryFolder())
  const given = process.env['DATABASE_URL']
  const connectionString = given || stack.use(await openEmbeddedPostgres({ dataDir, log })).connectionString
  print(describeMachine(await describePostgres(connectionString)))
  const resources = stack.move()
  return { dataDir, connectionString, [Symbol.asyncDispose]: () => resources.disposeAsync() }
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

/** Starts the process that is measured. */
export function startParley(workspace: Workspace, env: Record<string, string>): Promise<ReadyServerProcess> {
  const inherited = process.env as Record<string, string>
  return startServerProcess(
    { ...inherited, LOG_LEVEL: 'warn', ...environmentOf(workspace), ...env },
    { fromSources: true },
  )
}

/** Opens the application in this process, without workers, to prepare what is measured. */
export async function openPreparation(workspace: Workspace, env: Record<string, string> = {}): Promise<App> {
  const app = await openApp(configFrom({ ...environmentOf(workspace), PARLEY_ROLES: 'api', ...env }), { log })
  await app.http.ready()
  return app
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
