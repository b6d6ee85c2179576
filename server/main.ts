// The process: configuration, start, banner, stop on a signal.
import { type App, openApp } from './app.ts'
import { banner } from './banner.ts'
import { type Config, ConfigError, loadEnvFile, readConfig } from './config.ts'
import { type Demo, ensureDemo, settleDemo } from './operator/demo.ts'
import { armFailpoint } from './platform/failpoints/failpoint.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { currentOrigin } from './platform/observability/origin.ts'
import { withTimeout } from './platform/time/with-timeout.ts'
import { releaseStartupMemory } from './startup/release-memory.ts'

const stopWithinMs = 30_000
const lastlyWithinMs = 2_000

/** Serves until a signal; `overrides` win over the environment. Resolves with the exit code. */
export async function serve(overrides: Record<string, string> = {}): Promise<number> {
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
  const start = open(config, log)
  try {
    const doors = await Promise.race([start, stop.then(() => undefined)])
    if (doors) greet(doors, config, performance.now() - startedAt)
  } catch (error) {
    log.debug({ error }, 'start failed')
    process.stderr.write(`Parley could not start: ${sentenceOf(error, config)}\n`)
    return 1
  }
  const cause = await stop
  // A start that is under way ends first.
  const opened = start.catch(() => undefined)
  endWithin(stopWithinMs, log, async () => {
    // After a fault the jobs may be its cause, and a death counts against them.
    if (cause === 'signal') await (await opened)?.app.worker?.giveBack()
  })
  const doors = await opened
  await doors?.[Symbol.asyncDispose]()
  log.info('stopped')
  return cause === 'signal' ? 0 : 1
}

interface Doors extends AsyncDisposable {
  app: App
  demo: Demo | undefined
}

/** What was opened before a failure is closed again. */
async function open(config: Config, log: Log): Promise<Doors> {
  await using opened = new AsyncDisposableStack()
  try {
    const app = opened.use(await openApp(config, { log }))
    const demo = await ensureDemo(app.context, config)
    await releaseStartupMemory()
    await app.http.listen({ host: config.host, port: config.port })
    const stack = opened.move()
    return { app, demo, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  } catch (error) {
    endWithin(stopWithinMs, log)
    throw error
  }
}

function greet({ app, demo }: Doors, config: Config, startedInMs: number): void {
  const { sandboxPage } = app
  process.stdout.write(banner({ config, models: app.models.describe(), sandboxPage, demo, startedInMs }))
  if (!demo) return
  settleDemo(app.context, demo).catch((error) => app.context.log.warn({ error }, 'the demonstration is not complete'))
}

function endWithin(ms: number, log: Log, lastly: () => Promise<void> = async () => {}): void {
  setTimeout(async () => {
    log.error('stopping took too long')
    await withTimeout(lastlyWithinMs, lastly()).catch((error) => log.error({ error }, 'jobs could not be handed on'))
    process.exit(1)
  }, ms).unref()
}

/** A terminal and a wrapper may both pass on the same Ctrl+C: what comes so soon is no second wish. */
const sameWishMs = 1000

/**
 * Resolves at the first signal, or at a rejection that nothing handles; a second signal ends the process at once, and so
 * does an exception that nothing catches, after which no state can be relied on.
 */
function stopCause(log: Log): Promise<'signal' | 'fault'> {
  const { promise, resolve } = Promise.withResolvers<'signal' | 'fault'>()
  process.on('unhandledRejection', (error) => {
    log.fatal({ error, origin: currentOrigin()?.logFields }, 'a rejection was not handled: the process stops')
    resolve('fault')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ error, origin: currentOrigin()?.logFields }, 'an exception was not caught: the process ends')
    process.exit(1)
  })
  let askedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined && performance.now() - askedAt > sameWishMs) process.exit(130)
      if (askedAt !== undefined) return
      askedAt = performance.now()
      log.info({ signal }, 'stopping')
      resolve('signal')
    })
  }
  return promise
}

function sentenceOf(error: unknown, config: Config): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `port ${config.port} on ${config.host} is in use. Set PORT to another one.`
  if (code === 'EACCES') return `port ${config.port} may not be used by this user. Set PORT above 1023.`
  return message || String(error)
}

if (import.meta.main) process.exitCode = await serve()
