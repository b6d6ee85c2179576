// A whole Parley in one line for tests: a database of its own, the real server, the SDK as its door.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  documentedAccount,
  noDelays,
  openSandboxCarrier,
  type SandboxCarrier,
  type SettingsPatch,
} from '@parley/carrier-sandbox'
import { type Client, createClient } from '#sdk/index.ts'
import { type App, openApp } from '#server/app.ts'
import { type Config, configFrom } from '#server/config.ts'
import { createAccount } from '#server/features/accounts/index.ts'
import { credit } from '#server/features/billing/index.ts'
import { crons } from '#server/jobs.ts'
import { type Account, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { createLog, type Log } from '#server/platform/observability/log.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type InjectFetch, injectFetch } from './inject.ts'

export interface TestApp extends AsyncDisposable {
  app: App
  /** The carrier's other side; there only when it was asked for. */
  carrier: SandboxCarrier
  /** What another process on the same database is opened with. */
  config: Config
  connectionString: string
  fetch: InjectFetch
  /** A fresh account with money, and the SDK as its holder uses it. */
  openAccount(options?: NewTestAccount): Promise<TestAccount>
  /** The SDK without a key. */
  anonymous: Client
  /** Turns the clock forward: the carrier's if there is one, which turns Parley's, or else Parley's alone. */
  turnClock(ms: number): Promise<void>
  /** Does what would be done by the calendar, now. */
  runCron(name: string): Promise<void>
  /** Does all work that is due, and what comes of it. */
  runJobs(): Promise<void>
}

export interface NewTestAccount {
  kind?: Account['kind']
  timeZone?: string
  balanceUsd?: number
}

export interface TestAccount {
  account: Account
  token: string
  client: Client
}

export interface TestOptions {
  config?: Partial<Config>
  settings?: Partial<Config['settings']>
  log?: Log
  /** A sandbox carrier of its own, and a server that listens, so that the carrier can call it back. */
  carrier?: SettingsPatch
  /** Jobs run by themselves instead of by `runJobs`. */
  jobsRunning?: boolean
}

export const testBaseUrl = 'http://127.0.0.1:8080'

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  await using opened = new AsyncDisposableStack()
  const { connectionString } = opened.use(await createTestDatabase())
  const defaults = configFrom({})
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const log = options.log ?? createLog({ level: 'silent', pretty: false })
  const port = options.carrier ? await freePort() : defaults.port
  const publicUrl = `http://127.0.0.1:${port}`
  let turnedMs = 0
  let turnParley: ((offsetMs: number) => Promise<void>) | undefined
  const onClockTurned = async (offsetMs: number) => turnParley?.(offsetMs)
  const carrier =
    options.carrier && opened.use(await openTestCarrier({ log, onClockTurned, publicUrl, settings: options.carrier }))
  const config: Config = {
    ...defaults,
    dataDir,
    twilio: { ...documentedAccount, apiBaseUrl: carrier?.baseUrl ?? nobody },
    ...options.config,
    port,
    databaseUrl: connectionString,
    settings: { ...defaults.settings, publicUrl, ...options.settings },
  }
  const app = opened.use(await openApp(config, { log, jobsRunning: options.jobsRunning ?? false, strictReplies: true }))
  turnParley = app.clock.turnTo
  if (carrier) await app.http.listen({ host: '127.0.0.1', port })
  else await app.http.ready()
  const fetch = injectFetch(app.http)
  let accounts = 0

  const stack = opened.move()
  return {
    app,
    carrier: carrier as SandboxCarrier,
    config,
    connectionString,
    fetch,
    anonymous: createClient({ baseUrl: testBaseUrl, fetch }),
    async openAccount({ kind = 'direct', timeZone = 'UTC', balanceUsd = 100 } = {}) {
      const email = `holder-${++accounts}-${app.context.newId()}@example.com`
      const { account, token } = await transaction(app.context, (tx) =>
        createAccount(tx, { name: `Holder ${accounts}`, email, kind, timeZone }),
      )
      if (balanceUsd > 0) {
        const amountMicros = Math.round(balanceUsd * 1_000_000)
        await transaction(asAccount(app.context, account), (tx) =>
          credit(tx, { kind: 'top-up', ref: 'test', amountMicros }),
        )
      }
      return { account, token, client: createClient({ baseUrl: testBaseUrl, apiKey: token, fetch }) }
    },
    async turnClock(ms) {
      turnedMs += ms
      if (carrier) await carrier.control.forward(ms)
      else await app.clock.turnTo(turnedMs)
    },
    async runCron(name) {
      await crons.find((cron) => cron.name === name)!.run(app.context)
    },
    async runJobs() {
      await app.worker!.runDue()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** An address at which nothing listens. */
const nobody = 'http://127.0.0.1:9'

function openTestCarrier(options: {
  log: Log
  onClockTurned: (offsetMs: number) => Promise<void>
  publicUrl: string
  settings: SettingsPatch
}) {
  const { log, onClockTurned, publicUrl, settings } = options
  const inboundUrl = `${publicUrl}/carrier/twilio/message`
  return openSandboxCarrier({
    ...documentedAccount,
    log,
    onClockTurned,
    settings: { delaysMs: noDelays, inboundUrl, ...settings },
  })
}
