// Creates the application context: migrated database, clock, models, carrier, files and fetcher.

import { randomUUID } from 'node:crypto'
import { createCarriers } from './carriers.ts'
import type { Config } from './config.ts'
import { selectAllowedKeys } from './features/accounts/index.ts'
import { seedCatalogues } from './features/catalogues/index.ts'
import { selectAllowedSessions } from './features/members/index.ts'
import { openStoredKeys } from './features/vendors/index.ts'
import { counters, extensions, subscriptions } from './features.ts'
import { createMailer, type SmtpMailer } from './mail/smtp-mailer.ts'
import { type OpenModels, openAccountModels } from './models/account-models.ts'
import { openEmbedder } from './models/embedder.ts'
import { createReranker } from './models/reranker/reranker.ts'
import type { OpenedCarrier } from './platform/carriers/carrier-adapter.ts'
import { createCarrierInstrument } from './platform/carriers/instrument-carrier.ts'
import type { AppContext } from './platform/context/context.ts'
import { type AppClock, openAppClock } from './platform/database/app-clock.ts'
import { awaitDatabase } from './platform/database/connections/await-database.ts'
import { maxConnections } from './platform/database/connections/connection-limits.ts'
import { targetOf } from './platform/database/connections/connection-target.ts'
import { proveSession } from './platform/database/connections/pooler-mode.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { type Migration, migrate, readMigrations } from './platform/database/migrate.ts'
import { type OpenNotifications, openNotifications } from './platform/database/notifications.ts'
import { databaseUnavailable } from './platform/database/outages.ts'
import { openProcessLiveness } from './platform/database/process-liveness.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres/index.ts'
import {
  placeCarrierFailpoints,
  placeEmbedderFailpoints,
  placeFailpoints,
  placeModelFailpoints,
} from './platform/failpoints/failpoint-services.ts'
import { createJobNotifier } from './platform/jobs/job-notifier.ts'
import { migrateJobs } from './platform/jobs/jobs.ts'
import { createEventNumberer } from './platform/live-events/event-numberer.ts'
import { openLiveEvents } from './platform/live-events/live-events.ts'
import { createModelInstruments } from './platform/observability/instrumented-language-model.ts'
import { createEmbedderInstrument, instrumentReranker } from './platform/observability/instrumented-retrieval.ts'
import type { Log } from './platform/observability/log.ts'
import { createMetricsRegistry, type MetricsRegistry } from './platform/observability/metrics.ts'
import { createFetcher, type SafeFetcher } from './platform/safe-fetch/index.ts'
import { openVectorSearch } from './platform/vector-search/vector-search.ts'
import { prepareDataDir, voicePacksIn } from './startup/data-dir.ts'
import { checkMasterKey, openMasterKey } from './startup/master-key.ts'
import { openCarrier, telephoneAddressOf } from './startup/open-carrier.ts'
import { openFiles } from './startup/open-files.ts'
import { createSpokenChunker } from './voice/words-and-sounds/sentence-chunker.ts'

export interface OpenAppContext extends AsyncDisposable {
  context: AppContext
  clock: AppClock
  notifications: OpenNotifications
  database: Database
  connectionString: string
  /** The migrations of this version. */
  migrations: readonly Migration[]
  /** Runs a step of the start that needs the database, again while the database is away. */
  duringStart<T>(attempt: () => Promise<T>): Promise<T>
  models: Pick<OpenModels, 'describe' | 'options' | 'embedding'>
  mailer: SmtpMailer
  metrics: MetricsRegistry
  /** Without their instruments. */
  openedCarriers: readonly OpenedCarrier[]
  sandboxPage: string | undefined
}

export interface AppContextOptions {
  log: Log
  /** If given, the start waits for a database that is away until the signal is aborted. Otherwise, it fails at once. */
  waiting?: AbortSignal
}

/** `stopping` is aborted when the process stops. */
export async function createAppContext(
  config: Config,
  { log, waiting, stopping = new AbortController().signal }: AppContextOptions & { stopping?: AbortSignal },
): Promise<OpenAppContext> {
  await using stack = new AsyncDisposableStack()
  await prepareDataDir(config.dataDir)
  const connectionString =
    config.databaseUrl ?? stack.use(await openEmbeddedPostgres({ dataDir: config.dataDir, log })).connectionString
  const target = targetOf(connectionString)
  const duringStart = <T>(attempt: () => Promise<T>) => awaitDatabase(attempt, { log, target, waiting })
  await duringStart(() => proveSession(target, waiting))
  const database = stack.use(
    openDatabase(connectionString, { maxConnections: maxConnections.requests, name: 'parley' }),
  )
  const migrations = await duringStart(() => prepareDatabase(database, log))
  const masterKey = await openMasterKey(config)
  await checkMasterKey(database.db, masterKey)
  const notifications = stack.use(await duringStart(() => openNotifications(connectionString, log)))
  const clock = await openAppClock(database.db, notifications)
  const liveness = stack.use(await duringStart(() => openProcessLiveness({ connectionString, db: database.db, log })))
  const metrics = createMetricsRegistry([...counters, databaseUnavailable])
  const instrument = createModelInstruments(metrics.registry)
  const keys = await duringStart(() => openStoredKeys({ db: database.db, notifications, masterKey, log }))
  /** Set before the first request, when the address of the sandbox is known. */
  let fetcher: SafeFetcher | undefined
  const models = stack.use(
    openAccountModels({
      options: config,
      urls: config.vendorUrls,
      embedding: { usual: config.embedding, keyed: config.keyedEmbedding },
      localServers: { ports: config.localPorts, ownPorts: [config.port, config.sandboxPort] },
      keys,
      connect: (options, callback) => fetcher!.connect(options, callback),
      instrument: (model, unlisted) => placeModelFailpoints(instrument(model, unlisted)),
      createChunker: createSpokenChunker,
      packsFolder: voicePacksIn(config.dataDir),
      log,
    }),
  )
  const { installation } = models
  const { carriers, account, sandbox } = stack.use(
    await openCarrier(config, {
      masterKey,
      log,
      clock,
      db: database.db,
      speech: { ...installation, vendor: config.speech.default },
    }),
  )
  fetcher = stack.use(
    createFetcher({ allowPrivate: config.allowPrivate, userAgent: 'Parley/0.1', sandbox: sandbox?.baseUrl }),
  )
  const sandboxPage = sandbox && `${sandbox.baseUrl}/sandbox`
  const measureCarrier = createCarrierInstrument(metrics.registry)
  notifications.heartbeat.registerMetrics(metrics.registry)
  const measureEmbedder = createEmbedderInstrument(metrics.registry)
  const embedder = stack.use(
    openEmbedder({
      choose: models.embedding,
      instrument: (one) => placeEmbedderFailpoints(measureEmbedder(one)),
      log,
    }),
  )
  const mailer = createMailer(config.mail)
  const reranker = config.reranking && createReranker(config.reranking)
  const context: AppContext = {
    db: database.db,
    liveness,
    stopping,
    processId: liveness.id,
    now: clock.now,
    newId: randomUUID,
    log,
    settings: {
      ...config.settings,
      masterKey,
      voicePacksFolder: voicePacksIn(config.dataDir),
      carrierAccount: account,
      hasMail: mailer.isConfigured,
      sandboxPage: sandboxPage ?? null,
      sipAddress: telephoneAddressOf(config),
    },
    subscriptions,
    extensions,
    notifyWorkers: createJobNotifier(database.db),
    numberEvents: createEventNumberer(database.db),
    liveEvents: openLiveEvents({
      db: database.db,
      notifications,
      log,
      now: clock.now,
      stopping,
      async selectAllowed(access) {
        const [keys, sessions] = [selectAllowedKeys(database.db, access), selectAllowedSessions(database.db, access)]
        return (await keys).union(await sessions)
      },
    }),
    countEvent: metrics.count,
    loadSpeechVerifier: models.loadSpeechVerifier,
    ...installation,
    ...placeFailpoints({
      ...installation,
      modelsFor: models.modelsFor,
      vendors: { ...models.vendors, refresh: keys.refresh },
      mailer,
      carriers: createCarriers(carriers.map((carrier) => placeCarrierFailpoints(measureCarrier(carrier)))),
      embedder: undefined,
      reranker: instrumentReranker(reranker, metrics.registry),
      vectorSearch: stack.use(openVectorSearch({ log })),
      files: stack.use(await openFiles(config)),
      fetcher,
    }),
    /** Follows the keys of the installation. */
    get embedder() {
      return embedder.current()
    },
  }
  const resources = stack.move()
  return {
    context,
    clock,
    notifications,
    database,
    connectionString,
    migrations,
    duringStart,
    models,
    mailer,
    metrics,
    openedCarriers: carriers,
    sandboxPage,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Returns the migrations of this version. */
export async function prepareDatabase({ db, pool }: Database, log: Log): Promise<readonly Migration[]> {
  const migrations = await readMigrations()
  await migrate(pool, migrations, async () => {
    await migrateJobs(pool, log)
    await seedCatalogues(db)
  })
  return migrations
}
