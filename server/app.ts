// Assembles the application: context, HTTP server and worker, opened in order and closed in reverse.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openUploadFolder } from '#server/platform/http/bodies/upload-folder.ts'
import { type AppContextOptions, createAppContext } from './app-context.ts'
import { openListeners } from './carriers/browser/listeners.ts'
import { openWebCalls } from './carriers/browser/web-calls.ts'
import { carrierAdapters } from './carriers.ts'
import type { Config } from './config.ts'
import { type Dashboard, serveDashboard } from './dashboard/dashboard.ts'
import { createAuthenticator } from './features/accounts/index.ts'
import { findAssistantIds } from './features/assistants/index.ts'
import { auditLog } from './features/audit/index.ts'
import { acceptListener, openingEnds, openSessions } from './features/calls/index.ts'
import { findCredentials } from './features/carrier-accounts/index.ts'
import { openSessionLookup } from './features/members/index.ts'
import { createSipLines } from './features/sip-trunks/index.ts'
import { callbacks, carrierEvents, checks, crons, drains, gauges, jobs, routes } from './features.ts'
import type { OpenModels } from './models/account-models.ts'
import type { CarrierConnections } from './platform/carriers/carrier-adapter.ts'
import { answerCarriers, askCarrier } from './platform/carriers/carrier-links.ts'
import type { AppContext } from './platform/context/context.ts'
import type { AppClock } from './platform/database/app-clock.ts'
import { maxConnections } from './platform/database/connections/connection-limits.ts'
import { openDatabase } from './platform/database/database.ts'
import { selectUnknown } from './platform/database/migrate.ts'
import { unknownMigrationsGauge, warnOfNewerVersion } from './platform/database/newer-version.ts'
import type { Notifications } from './platform/database/notifications.ts'
import { whenAvailable } from './platform/database/once-available.ts'
import { createOutages, type Outages } from './platform/database/outages.ts'
import { openPublicShare } from './platform/database/public-pool.ts'
import { serveAppearance } from './platform/http/appearance.ts'
import { bind } from './platform/http/bind.ts'
import { serveCallbacks } from './platform/http/callbacks.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveReference } from './platform/http/reference/index.ts'
import { createRequestMetrics } from './platform/http/request-metrics.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveWebSockets } from './platform/http/web-sockets.ts'
import { openWorker, type Worker } from './platform/jobs/jobs.ts'
import type { AcceptLink } from './platform/links/link.ts'
import { openProcessLinks } from './platform/links/process-links.ts'
import { takeErrors } from './platform/observability/log.ts'
import { withTimeout } from './platform/time/with-timeout.ts'
import { createPhoneSpeech } from './startup/phone-speech.ts'
import { onTick } from './voice/pacer.ts'

export interface App extends AsyncDisposable {
  context: AppContext
  clock: AppClock
  notifications: Notifications
  http: FastifyInstance
  worker: Worker | undefined
  models: Pick<OpenModels, 'describe' | 'embedding'>
  sandboxPage: string | undefined
  /** Undefined without the role `api`. */
  dashboard: Dashboard | undefined
  /** Prepares the end of the process: no new work is started, and calls get `patienceMs` to end before their goodbye. */
  drain(patienceMs: number): Promise<void>
  /** Where telephones on SIP register and call; undefined if there is none. */
  telephoneAddress(): Promise<string | undefined>
  /** Whether a call has its audio connection in this process. */
  hasCalls(): boolean
  /** Whether a new connection to the database is answered within two seconds. */
  databaseAnswers(): Promise<boolean>
}

export interface AppOptions extends AppContextOptions {
  /** If false, jobs run only on `worker.runDue`. Default: true. */
  jobsRunning?: boolean
  strictReplies?: boolean
}

export async function openApp(config: Config, options: AppOptions): Promise<App> {
  await using stack = new AsyncDisposableStack()
  let outages: Outages | undefined
  const log = takeErrors(options.log, (error, what) => outages?.count(error, what) ?? false)
  const stopping = new AbortController()
  for (const warning of config.warnings) log.warn(warning)
  const open = stack.use(await createAppContext(config, { ...options, log, stopping: stopping.signal }))
  const { context, clock, notifications, database, connectionString, migrations, models, metrics, sandboxPage } = open
  outages = stack.use(createOutages({ log, db: database.db, countEvent: metrics.count }))
  const leaveWork = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(drains.map((drain) => drain(context)))
  }
  stack.defer(leaveWork)
  const authenticator = stack.use(createAuthenticator(context, notifications))
  const memberSessions = stack.use(openSessionLookup(context, notifications))

  warnOfNewerVersion({ db: context.db, log, notifications, known: migrations })
  metrics.registerGauges(unknownMigrationsGauge, async () => ({
    parley_database_unknown_migrations: (await selectUnknown(context.db, migrations)).length,
  }))
  const requestMetrics = createRequestMetrics(metrics.registry)
  for (const { help, read } of gauges) metrics.registerGauges(help, () => read(context.db))
  const publicShare = stack.use(openPublicShare(connectionString))
  const uploads = stack.use(await openUploadFolder(join(config.dataDir, 'uploads'), context.liveness))
  const http = createHttpServer({ log, metrics: requestMetrics, trustedProxies: config.trustedProxies })
  stack.defer(() => http.close())
  const health = serveHealth(http, {
    database,
    heartbeat: notifications.heartbeat,
    metrics: requestMetrics,
    metricsHosts: config.metricsHosts,
  })
  if (config.roles.includes('api')) {
    bind(http, routes, {
      context,
      publicShare,
      authenticate: authenticator.authenticate,
      authenticateSession: memberSessions.authenticate,
      auditLog,
      corsOrigins: config.corsOrigins,
      strictReplies: options.strictReplies ?? false,
      findAssistantIds: (accountId, uuids) => findAssistantIds(context.db, accountId, uuids),
      uploads,
    })
    serveCallbacks(http, { context, publicShare }, callbacks)
    serveReference(http, config.settings)
    serveAppearance(http)
  }
  const dashboard = config.roles.includes('api')
    ? stack.use(serveDashboard(http, { publicUrl: config.settings.publicUrl, log, isEnabled: config.hasDashboard }))
    : undefined

  const sessions = config.roles.includes('voice') ? openSessions(context, notifications) : undefined
  const connections = new Map<string, CarrierConnections>()
  const acceptOther: AcceptLink = (text, link) => sessions?.connectListener(text, link)
  const links = stack.use(openProcessLinks(context, notifications, answerCarriers(connections, acceptOther)))
  for (const { name, connect } of open.openedCarriers) {
    if (!connect) continue
    const services = {
      context,
      events: carrierEvents,
      lines: createSipLines(context, notifications),
      accept: sessions?.accept,
      onTick,
      ask: (processId: string, request: string) => askCarrier(links, name, processId, request),
      speak: createPhoneSpeech({ ...context, vendor: config.speech.default }).speak,
    }
    connections.set(name, stack.use(connect(services)))
  }
  if (sessions) {
    const { publicUrl } = config.settings
    const streams = carrierAdapters.flatMap(({ name: carrier, openMedia }) => {
      if (!openMedia) return []
      const credentialsOf = (externalId: string) =>
        whenAvailable(openingEnds(context), () => findCredentials(context, { carrier, externalId }, () => context.db))
      return [stack.use(openMedia({ publicUrl, log, findCredentials: credentialsOf, accept: sessions.accept }))]
    })
    const webCalls = stack.use(openWebCalls({ log, accept: sessions.acceptWeb }))
    const origins = [new URL(publicUrl).origin, ...config.corsOrigins]
    const accept = (token: string) => acceptListener(context, links, token)
    const listeners = stack.use(openListeners({ log, origins, accept }))
    serveWebSockets(http.server, [...streams, webCalls, listeners])
    // Disposed of before the connections, so that the calls do not end as if the customers had hung up.
    stack.use(sessions)
  } else {
    serveWebSockets(http.server, [])
  }

  const running = options.jobsRunning ?? true
  const worker = config.roles.includes('worker')
    ? stack.use(
        await open.duringStart(() =>
          openJobs(context, { connectionString, notifications, jobsPerAccount: config.jobsPerAccount, running }),
        ),
      )
    : undefined
  stack.defer(() => health.leave())

  const resources = stack.move()
  return {
    context,
    clock,
    notifications,
    http,
    worker,
    models,
    sandboxPage,
    dashboard,
    async drain(patienceMs) {
      await health.leave()
      for (const carrier of connections.values()) carrier.drain()
      await Promise.all([worker?.[Symbol.asyncDispose](), sessions?.drain(patienceMs), leaveWork()])
    },
    async telephoneAddress() {
      const addresses = await Promise.all([...connections.values()].map((carrier) => carrier.telephoneAddress()))
      return addresses.find((address) => address !== undefined)
    },
    hasCalls: () => (sessions?.count() ?? 0) > 0,
    databaseAnswers: () => answers(connectionString),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const answerTimeoutMs = 2_000

/** Not through the pool of the application, whose connections may all be waiting. */
async function answers(connectionString: string): Promise<boolean> {
  const database = openDatabase(connectionString, { maxConnections: 1, name: 'parley stop' })
  try {
    await withTimeout(answerTimeoutMs, database.pool.query('select'))
    return true
  } catch {
    return false
  } finally {
    void database[Symbol.asyncDispose]()
  }
}

const slotsForShortJobs = 16

/**
 * Jobs have their own connections, so that requests never wait for them. The queue commits asynchronously: if a crash of
 * PostgreSQL loses the state of a job, the job runs again.
 */
async function openJobs(
  context: AppContext,
  options: { connectionString: string; notifications: Notifications; jobsPerAccount: number; running: boolean },
): Promise<Worker> {
  const { connectionString, notifications, jobsPerAccount, running } = options
  await using stack = new AsyncDisposableStack()
  const stopping = new AbortController()
  const { db } = stack.use(openDatabase(connectionString, { maxConnections: maxConnections.jobs, name: 'parley jobs' }))
  const queue = { maxConnections: maxConnections.queue, name: 'parley queue', hasAsyncCommit: true }
  const { pool } = stack.use(openDatabase(connectionString, queue))
  const outside = 2 * jobsPerAccount
  const limits = { outside, perAccount: jobsPerAccount, perLongJob: Math.ceil(outside / 8) }
  const concurrency = limits.outside + slotsForShortJobs
  const worker = stack.use(
    await openWorker(
      // A spread would keep the embedder of now.
      {
        ...context,
        db,
        stopping: stopping.signal,
        get embedder() {
          return context.embedder
        },
      },
      { pool, notifications, jobs, crons, checks, concurrency, limits, running },
    ),
  )
  const resources = stack.move()
  const { runDue, releaseJobs } = worker
  return {
    runDue,
    releaseJobs,
    [Symbol.asyncDispose]() {
      stopping.abort()
      return resources.disposeAsync()
    },
  }
}
