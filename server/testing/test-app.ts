// Starts a complete Parley for tests: a database, the server and the SDK, with a carrier and a language model on request.
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
import { crons } from '#server/jobs.ts'
import type { Script } from '#server/models/scripted/script.ts'
import type { ScriptedServer } from '#server/models/scripted/server.ts'
import { createLog, type Log } from '#server/platform/observability/log.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type InjectFetch, injectFetch } from './inject.ts'
import { startTestModel } from './scripted-model.ts'
import { type AccountFactories, accountFactories, testBaseUrl } from './test-accounts.ts'
import { type SenderFactories, senderFactories } from './test-senders.ts'

export { type TestAccount, type TestAssistant, testBaseUrl } from './test-accounts.ts'
export { helpMessage, inboundPauseMs, type TestSender } from './test-senders.ts'

export interface TestApp extends AccountFactories, SenderFactories, AsyncDisposable {
  app: App
  /** The sandbox carrier. Only present with the option `carrier`. */
  carrier: SandboxCarrier
  /** The scripted language model. Only present with the option `script` or `carrier`. */
  model: ScriptedServer
  /** The configuration, with which a test can open a second process on the same database and model. */
  config: Config
  connectionString: string
  fetch: InjectFetch
  /** The SDK without an API key. */
  anonymous: Client
  /** Turns the clock forward: the carrier's if there is one, which turns Parley's, or else Parley's alone. */
  turnClock(ms: number): Promise<void>
  /** Runs a scheduled task now. */
  runCron(name: string): Promise<void>
  /** Runs all due jobs, and the jobs that they add. */
  runJobs(): Promise<void>
}

export interface TestOptions {
  config?: Partial<Config>
  settings?: Partial<Config['settings']>
  log?: Log
  /** Starts a sandbox carrier, and makes the server listen, so that the carrier can call it back. */
  carrier?: SettingsPatch
  /** Starts a language model that answers by this script; with a carrier it answers `Hello.` by default. */
  script?: Script
  /** Jobs run when they are due instead of in `runJobs`. */
  jobsRunning?: boolean
}

/** Starts a server with a database of its own. The options decide whether it has a carrier and a language model. */
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
  const script = options.script ?? (carrier && 'Hello.')
  const model = script === undefined ? undefined : await startTestModel(script)
  if (model) opened.use(model.server)
  const config: Config = {
    ...defaults,
    dataDir,
    twilio: { ...documentedAccount, apiBaseUrl: carrier?.baseUrl ?? closedAddress },
    ...options.config,
    ...(model && { models: model.models }),
    port,
    databaseUrl: connectionString,
    settings: { ...defaults.settings, publicUrl, ...options.settings },
  }
  const app = opened.use(await openApp(config, { log, jobsRunning: options.jobsRunning ?? false, strictReplies: true }))
  turnParley = app.clock.turnTo
  if (carrier) await app.http.listen({ host: '127.0.0.1', port })
  else await app.http.ready()
  const fetch = injectFetch(app.http)
  const base = {
    app,
    carrier: carrier as SandboxCarrier,
    model: model?.server as ScriptedServer,
    config,
    connectionString,
    fetch,
    anonymous: createClient({ baseUrl: testBaseUrl, fetch }),
    async turnClock(ms: number) {
      turnedMs += ms
      if (carrier) await carrier.control.forward(ms)
      else await app.clock.turnTo(turnedMs)
    },
    async runCron(name: string) {
      await crons.find((cron) => cron.name === name)!.run(app.context)
    },
    async runJobs() {
      await app.worker!.runDue()
    },
    ...accountFactories(app.context, fetch),
  }
  const stack = opened.move()
  return {
    ...base,
    ...senderFactories({ ...base, context: app.context }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** An address at which nothing listens. */
const closedAddress = 'http://127.0.0.1:9'

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
