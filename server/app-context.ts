// The world without doors: the database brought up to date, the clock, the models and the way out.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openCarrier, type Sandbox } from './startup/open-carrier.ts'
import type { Config } from './config.ts'
import { prepareDataDir } from './startup/data-dir.ts'
import { checkDatabaseUrl } from './startup/database-url.ts'
import { seedCatalogues } from './features/catalogues/index.ts'
import { eventCounters } from './operator/gauges.ts'
import { subscriptions } from './jobs.ts'
import { checkMasterKey, openMasterKey } from './startup/master-key.ts'
import type { LanguageModels } from './models/answer-through.ts'
import { createLanguageModels } from './models/language-models.ts'
import { type Clock, systemClock } from './platform/time/clock.ts'
import type { AppContext } from './platform/context.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { openDiskFiles } from './platform/files/disk-files.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres/index.ts'
import { type MetricsRegistry, createMetricsRegistry } from './platform/observability/metrics.ts'
import { createJobNotifier } from './platform/jobs/job-notifier.ts'
import { migrateJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/observability/log.ts'
import { migrate, readMigrations } from './platform/database/migrate.ts'
import { openProcessLiveness } from './platform/jobs/process-liveness.ts'
import { createFetcher } from './platform/safe-fetch/index.ts'
import { subscriptionsOf } from './platform/events/subscriptions.ts'
import { instrumentCarrier } from './platform/observability/instrumented-carrier.ts'
import { instrumentLanguageModel } from './platform/observability/instrumented-language-model.ts'

export interface OpenAppContext extends AsyncDisposable {
  world: AppContext
  database: Database
  connectionString: string
  models: LanguageModels
  figures: MetricsRegistry
  sandboxPage: string | undefined
}

export interface AppContextOptions {
  log: Log
  clock?: Clock
}

export async function createAppContext(config: Config, { log, clock = systemClock }: AppContextOptions): Promise<OpenAppContext> {
  await using opened = new AsyncDisposableStack()
  await prepareDataDir(config.dataDir)
  const connectionString =
    config.databaseUrl ?? opened.use(await openEmbeddedPostgres({ dataDir: config.dataDir, log })).connectionString
  const database = opened.use(openDatabase(connectionString, { maxConnections: 12, name: 'parley' }))
  if (config.databaseUrl) await checkDatabaseUrl(database.pool)
  await prepareDatabase(database, log)
  const masterKey = await openMasterKey(config)
  await checkMasterKey(database.db, masterKey)
  const presence = opened.use(await openProcessLiveness({ connectionString, db: database.db, log }))
  const { carrier, account, sandbox } = opened.use(await openCarrier(config, { masterKey, log, clock }))
  const models = createLanguageModels({ ...config.models, log })
  const figures = createMetricsRegistry(eventCounters)
  const world: AppContext = {
    db: database.db,
    liveness: presence,
    processId: presence.id,
    now: () => (sandbox?.clock ?? clock).now(),
    machineNow: () => clock.now(),
    newId: randomUUID,
    log,
    settings: { ...config.settings, masterKey, carrierAccount: account },
    subscriptions: subscriptionsOf(subscriptions),
    notifyWorkers: createJobNotifier(database.db),
    countEvent: figures.count,
    languageModel: instrumentLanguageModel(models, figures.registry),
    carrier: instrumentCarrier(carrier, figures.registry),
    files: await openDiskFiles(join(config.dataDir, 'files')),
    fetcher: opened.use(
      createFetcher({ allowPrivate: [...config.allowPrivate, ...sandboxHosts(sandbox)], userAgent: 'Parley/0.1' }),
    ),
  }
  const stack = opened.move()
  return {
    world,
    database,
    connectionString,
    models,
    figures,
    sandboxPage: sandbox && `${sandbox.baseUrl}/sandbox`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The sandbox has a picture to send, at an address that would be refused otherwise. */
function sandboxHosts(sandbox: Sandbox | undefined): string[] {
  return sandbox ? [new URL(sandbox.baseUrl).host] : []
}

export async function prepareDatabase({ db, pool }: Database, log: Log): Promise<void> {
  await migrate(pool, await readMigrations(), async () => {
    await migrateJobs(pool, log)
    await seedCatalogues(db)
  })
}
