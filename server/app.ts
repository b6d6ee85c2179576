// The house as a whole: the world, its doors and its work, opened in order and closed in reverse.
import type { FastifyInstance } from 'fastify'
import { type AppContextOptions, createAppContext } from './app-context.ts'
import { parseInboundMessage, parseStatusUpdate } from './carriers/twilio/inbound.ts'
import type { Config } from './config.ts'
import { createAuthenticator } from './features/accounts/index.ts'
import { findAssistantIds } from './features/assistants/index.ts'
import { voiceCallbacks } from './features/catalogues/index.ts'
import { messageCallbacks } from './features/messages/callbacks.ts'
import { registerGauges } from './gauges.ts'
import { crons, jobs } from './jobs.ts'
import type { LanguageModels } from './models/answer-through.ts'
import type { AppContext } from './platform/context/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { openNotifications } from './platform/database/notifications.ts'
import { openPublicShare } from './platform/database/public-pool.ts'
import { bind } from './platform/http/bind.ts'
import { serveCallbacks } from './platform/http/callbacks.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveReference } from './platform/http/reference/index.ts'
import { createRequestMetrics } from './platform/http/request-metrics.ts'
import { createHttpServer } from './platform/http/server.ts'
import { openWorker, type Worker } from './platform/jobs/jobs.ts'
import { routes } from './routes.ts'

export interface App extends AsyncDisposable {
  context: AppContext
  http: FastifyInstance
  worker: Worker | undefined
  models: LanguageModels
  sandboxPage: string | undefined
}

export interface AppOptions extends AppContextOptions {
  /** `false`: jobs run only when `worker.runDue` is called. */
  jobsRunning?: boolean
  strictReplies?: boolean
}

export async function openApp(config: Config, options: AppOptions): Promise<App> {
  await using opened = new AsyncDisposableStack()
  const { log } = options
  for (const warning of config.warnings) log.warn(warning)
  const { context, database, connectionString, models, figures, sandboxPage } = opened.use(
    await createAppContext(config, options),
  )
  const notifications = opened.use(await openNotifications(connectionString, log))
  const authenticator = opened.use(createAuthenticator(context, notifications))

  const metrics = createRequestMetrics(figures.registry)
  registerGauges(figures, context.db)
  const publicShare = opened.use(openPublicShare(connectionString))
  const http = createHttpServer({ log, metrics, trustedProxies: config.trustedProxies })
  opened.defer(() => http.close())
  const health = serveHealth(http, { database, metrics, metricsHosts: config.metricsHosts })
  if (config.roles.includes('api')) {
    bind(http, routes, {
      context,
      publicShare,
      authenticate: authenticator.authenticate,
      corsOrigins: config.corsOrigins,
      strictReplies: options.strictReplies ?? false,
      findAssistantIds: (accountId, uuids) => findAssistantIds(context.db, accountId, uuids),
    })
    serveCallbacks(http, { context, publicShare }, [
      ...messageCallbacks({ readInboundMessage: parseInboundMessage, readStatusNews: parseStatusUpdate }),
      ...voiceCallbacks,
    ])
    serveReference(http, config.settings)
  }

  const running = options.jobsRunning ?? true
  const worker = config.roles.includes('worker')
    ? opened.use(await openJobs(context, connectionString, { jobsPerAccount: config.jobsPerAccount, running }))
    : undefined
  opened.defer(() => health.leave())

  const stack = opened.move()
  return { context, http, worker, models, sandboxPage, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const slotsForShortJobs = 16

/**
 * Most jobs wait for models, carriers and receivers. Their connections are their own, so that requests never wait for
 * them; and who does which job may be forgotten in a crash of the database, for then it is done again.
 */
async function openJobs(
  context: AppContext,
  connectionString: string,
  { jobsPerAccount, running }: { jobsPerAccount: number; running: boolean },
): Promise<Worker> {
  await using opened = new AsyncDisposableStack()
  const { db } = opened.use(openDatabase(connectionString, { maxConnections: 7, name: 'parley jobs' }))
  const queue = { maxConnections: 4, name: 'parley queue', forgetful: true }
  const { pool } = opened.use(openDatabase(connectionString, queue))
  const limits = { outside: 2 * jobsPerAccount, perAccount: jobsPerAccount }
  const concurrency = limits.outside + slotsForShortJobs
  const worker = opened.use(await openWorker({ ...context, db }, { pool, jobs, crons, concurrency, limits, running }))
  const stack = opened.move()
  const { runDue, giveBack } = worker
  return { runDue, giveBack, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
