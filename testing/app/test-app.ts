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
import { createClient } from '#sdk/index.ts'
import { openApp } from '#server/app.ts'
import { type Config, configFrom } from '#server/config.ts'
import { crons } from '#server/features.ts'
import { createLog, type Log } from '#server/platform/observability/log.ts'
import type { Script } from '../language-models/script.ts'
import type { ScriptedServer } from '../language-models/server.ts'
// Records from the first test file on.
import '../measure/started-processes.ts'
import { freePort } from '../processes/free-port.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { injectFetch } from './inject.ts'
import { startTestModel } from './scripted-model.ts'
import { accountFactories, testBaseUrl } from './test-accounts.ts'
import { callFactories } from './test-calls.ts'
import { senderFactories } from './test-senders.ts'

export { type TestAccount, type TestAssistant, testBaseUrl } from './test-accounts.ts'
export type { CallingAssistant } from './test-calls.ts'
export { helpMessage, inboundPauseMs, type TestSender } from './test-senders.ts'

export interface TestOptions {
  config?: Partial<Config>
  settings?: Partial<Config['settings']>
  log?: Log
  /** Or a front before one. Default: a new database. */
  database?: TestDatabase
  /** Starts a sandbox carrier, and makes the server listen, so that the carrier can call it back. */
  carrier?: SettingsPatch
  /** Starts a language model that answers by this script; with a carrier it answers `Hello.` by default. Null: none. */
  script?: Script | null
  /** Jobs run when they are due instead of in `runJobs`. */
  jobsRunning?: boolean
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Starts a server with a database of its own. The options decide whether it has a carrier and a language model. */
export async function startTestApp(options: TestOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const { connectionString } = opened.use(options.database ?? (await createTestDatabase()))
  const defaults = configFrom({})
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const log = options.log ?? createLog({ level: 'silent', pretty: false })
  const port = options.carrier ? await freePort() : defaults.port
  const publicUrl = `http://127.0.0.1:${port}`
  let turnedMs = 0
  let turnParley: ((offsetMs: number) => Promise<void>) | undefined
  const inboundUrl = `${publicUrl}/carrier/twilio/message`
  const carrier =
    options.carrier &&
    opened.use(
      await openSandboxCarrier({
        ...documentedAccount,
        log,
        onClockTurned: async (offsetMs) => turnParley?.(offsetMs),
        settings: { delaysMs: noDelays, inboundUrl, ...options.carrier },
      }),
    )
  const script = options.script === null ? undefined : (options.script ?? (carrier && 'Hello.'))
  const model = script === undefined ? undefined : await startTestModel(script)
  if (model) opened.use(model.server)
  const config: Config = {
    ...defaults,
    dataDir,
    // Nothing listens at the address of the carrier unless there is one.
    twilio: { ...documentedAccount, apiBaseUrl: carrier?.baseUrl ?? 'http://127.0.0.1:9' },
    // What runs on the machine does not matter to tests.
    localPorts: [],
    // The system chooses one, if there is a SIP trunk.
    sipPort: 0,
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
    /** Only present with the option `carrier`. */
    carrier: carrier as SandboxCarrier,
    /** Only present with the option `script` or `carrier`. */
    model: model?.server as ScriptedServer,
    config,
    connectionString,
    fetch,
    anonymous: createClient({ baseUrl: testBaseUrl, fetch }),
    /** Turns the clock forward: the carrier's if there is one, which turns Parley's, or else Parley's alone. */
    async turnClock(ms: number) {
      turnedMs += ms
      if (carrier) await carrier.control.forward(ms)
      else await app.clock.turnTo(turnedMs)
    },
    /** Runs a scheduled task now. */
    async runCron(name: string) {
      await crons.find((cron) => cron.name === name)!.run(app.context)
    },
    /** Runs all due jobs, and the jobs that they add. */
    runJobs: () => app.worker!.runDue(),
    ...accountFactories(app.context, fetch),
  }
  const stack = opened.move()
  return {
    ...base,
    ...senderFactories({ ...base, context: app.context }),
    ...callFactories(base),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
