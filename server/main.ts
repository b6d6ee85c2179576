// Runs the server: reads the configuration, starts, prints the banner, and stops on a signal.
import { type App, openApp } from './app.ts'
import { type BannerFacts, banner } from './banner.ts'
import { type Config, ConfigError, loadEnvFile, readConfig } from './config.ts'
import { createSignInLink, hasPasswords } from './features/members/index.ts'
import { offeredLocally } from './features/vendors/index.ts'
import { awaitDemoReviews, type Demo, ensureDemo } from './operator/demo.ts'
import { unavailableReason } from './platform/database/unavailable.ts'
import { armFailpoint } from './platform/failpoints/failpoint.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { currentOrigin } from './platform/observability/origin.ts'
import { collectGarbage } from './platform/release-memory.ts'
import { withTimeout } from './platform/time/with-timeout.ts'
import type { LocalServer } from './ports/vendors.ts'
import { type CredentialMode, isOnThisMachine, showsCredentials } from './startup/show-credentials.ts'
import { startErrorMessage } from './startup/start-error.ts'

const stopTimeoutMs = 30_000
const beforeExitTimeoutMs = 2_000

interface ServeOptions {
  /** The address of a dashboard that is served for development. */
  pagesUrl?: string
  /** The default of `SHOW_CREDENTIALS`. */
  showCredentials?: CredentialMode
}

/** Runs until a signal and returns the exit code. `overrides` take precedence over the environment. */
export async function serve(
  overrides: Record<string, string> = {},
  { pagesUrl, showCredentials = 'terminal' }: ServeOptions = {},
): Promise<number> {
  const startedAt = performance.now()
  loadEnvFile()
  let config: Config
  try {
    config = readConfig(overrides)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY === true })
  if (config.failpoint) armFailpoint(config.failpoint)
  const stop = stopCause(log)
  const isShown = showsCredentials(config.showCredentials ?? showCredentials, config, process.stdout.isTTY === true)
  const waiting = new AbortController()
  void stop.then(() => waiting.abort())
  const start = open(config, { log, showsCredentials: isShown, waiting: waiting.signal })
  let demoReviews: Promise<void> | undefined
  try {
    const running = await Promise.race([start, stop.then(() => undefined)])
    if (running) demoReviews = printBanner(running, config, { pagesUrl, startedInMs: performance.now() - startedAt })
  } catch (error) {
    log.debug({ error }, 'start failed')
    process.stderr.write(`Parley could not start: ${startErrorMessage(error, config)}\n`)
    return 1
  }
  const cause = await stop
  // A person at a terminal does not want to wait for calls.
  const drainMs = cause === 'SIGTERM' ? config.drainMs : 0
  // A start in progress is completed first, unless it waits for the database.
  const startOrFailure = start.catch(() => undefined)
  exitAfter(stopTimeoutMs + drainMs, log, async () => {
    // After a fault the jobs keep their used attempt, because one of them may have caused it.
    if (cause !== 'fault') await (await startOrFailure)?.app.worker?.releaseJobs()
  })
  const running = await startOrFailure
  const exitCode = cause === 'fault' ? 1 : 0
  if (running) exitWithoutDatabase(running.app, drainMs, log, exitCode)
  try {
    if (cause !== 'fault') {
      await running?.app.drain(drainMs)
      await demoReviews
    }
    await running?.[Symbol.asyncDispose]()
  } catch (error) {
    if (!unavailableReason(error)) throw error
    log.warn({ error }, 'the stop is incomplete, because the database is not available')
  }
  log.info('stopped')
  return exitCode
}

const checkDatabaseEveryMs = 1_000
const databaseAwayMs = 3_000

/**
 * Exits if the stop waits for a database that has not answered for some seconds, once the calls have had their time.
 * Other processes take over the jobs, as after the death of a process, and PostgreSQL rolls back what is not committed.
 */
function exitWithoutDatabase(app: App, drainMs: number, log: Log, exitCode: number): void {
  const mayExitAt = performance.now() + drainMs
  let awaySince: number | undefined
  const check = async (): Promise<void> => {
    const askedAt = performance.now()
    if (await app.databaseAnswers()) awaySince = undefined
    else awaySince ??= askedAt
    const isAway = awaySince !== undefined && performance.now() - awaySince >= databaseAwayMs
    if (!isAway || (app.hasCalls() && performance.now() < mayExitAt)) {
      setTimeout(check, checkDatabaseEveryMs).unref()
      return
    }
    log.warn('the database does not answer, so the stop does not wait for it')
    process.exit(exitCode)
  }
  setTimeout(check, checkDatabaseEveryMs).unref()
}

interface RunningApp extends AsyncDisposable {
  app: App
  demo: Demo | undefined
  signInUrl: string | undefined
  telephoneAddress: string | undefined
  localServers: LocalServer[]
}

interface StartOptions {
  log: Log
  showsCredentials: boolean
  /** Aborted by a stop. */
  waiting: AbortSignal
}

async function open(config: Config, { log, showsCredentials, waiting }: StartOptions): Promise<RunningApp> {
  await using stack = new AsyncDisposableStack()
  try {
    const app = stack.use(await openApp(config, { log, waiting }))
    const searching = findUnusedServers(app, config)
    const demo = await ensureDemo(app.context, config)
    const isShown = showsCredentials && !(await hasPasswords(app.context.db))
    const signInUrl = demo && isShown ? await createSignInLink(app.context, demo.userId) : undefined
    // Loading leaves tens of megabytes. Before the first request, nothing waits for the collection.
    await collectGarbage()
    await app.http.listen({ host: config.host, port: config.port })
    const localServers = await searching
    const telephoneAddress = await app.telephoneAddress()
    const resources = stack.move()
    return {
      app,
      demo,
      signInUrl,
      telephoneAddress,
      localServers,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    }
  } catch (error) {
    exitAfter(stopTimeoutMs, log)
    throw error
  }
}

/**
 * Returns servers on this machine for what is not configured. The start takes at most half a second longer, and an
 * installation that others reach looks for no servers.
 */
async function findUnusedServers({ context }: App, config: Config): Promise<LocalServer[]> {
  if (!config.roles.includes('api') || !isOnThisMachine(config)) return []
  return offeredLocally(context.vendors)
}

type StartFacts = Pick<BannerFacts, 'pagesUrl' | 'startedInMs'>

/** Returns work for the demo account, which ends when the process stops. */
function printBanner(
  { app, demo, signInUrl, telephoneAddress, localServers }: RunningApp,
  config: Config,
  facts: StartFacts,
): Promise<void> | undefined {
  const { sandboxPage } = app
  process.stdout.write(
    banner({
      config,
      models: app.models.describe(),
      embedding: app.models.embedding(),
      localServers,
      sandboxPage,
      telephoneAddress,
      demo,
      signInUrl,
      ...facts,
    }),
  )
  // Building waits until requests are answered.
  void app.dashboard?.build()
  if (!demo) return undefined
  return awaitDemoReviews(app.context, demo).catch((error) =>
    app.context.log.warn({ error }, 'the demo account is incomplete'),
  )
}

function exitAfter(ms: number, log: Log, beforeExit: () => Promise<void> = async () => {}): void {
  setTimeout(async () => {
    log.error('stopping timed out')
    await withTimeout(beforeExitTimeoutMs, beforeExit()).catch((error) =>
      log.error({ error }, 'jobs could not be released to other processes'),
    )
    process.exit(1)
  }, ms).unref()
}

/** A terminal and npm can both forward the same Ctrl+C, so a second signal within this time is ignored. */
const duplicateSignalMs = 1000

/**
 * Resolves on the first signal or on an unhandled rejection. A second signal exits immediately, and so does an uncaught
 * exception, after which the state of the process is undefined.
 */
function stopCause(log: Log): Promise<'SIGINT' | 'SIGTERM' | 'fault'> {
  const { promise, resolve } = Promise.withResolvers<'SIGINT' | 'SIGTERM' | 'fault'>()
  process.on('unhandledRejection', (error) => {
    log.fatal({ error, origin: currentOrigin()?.logFields }, 'unhandled rejection, stopping')
    resolve('fault')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ error, origin: currentOrigin()?.logFields }, 'uncaught exception, exiting')
    process.exit(1)
  })
  let signalledAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signalledAt !== undefined && performance.now() - signalledAt > duplicateSignalMs) process.exit(130)
      if (signalledAt !== undefined) return
      signalledAt = performance.now()
      log.info({ signal }, 'stopping')
      resolve(signal)
    })
  }
  return promise
}

if (import.meta.main) {
  const isLocal = process.argv.includes('--show-credentials=local')
  process.exitCode = await serve({}, isLocal ? { showCredentials: 'local' } : {})
}
