// The context of a verb: who is asking, the database, the clock, the log and the outside world; never a feature.
import type { Carrier } from '#server/ports/carrier.ts'
import type { Fetcher } from '#server/ports/fetcher.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import type { Db, DbTransaction } from '../database/database.ts'
import type { ProcessLiveness } from '../database/process-liveness.ts'
import type { Log } from '../observability/log.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import type { EventName, EventPayload, Subscriptions } from './event.ts'
import type { AddJobOptions, JobSpec } from './job.ts'
import type { Settings } from './settings.ts'

/** What lies outside the database: never at hand inside a transaction. */
export interface ExternalServices {
  languageModel: LanguageModel
  fetcher: Fetcher
  carrier: Carrier
  files: FileStore
}

interface CoreServices {
  /** The time of the application, as `app_now()` in SQL. */
  now(): Date
  /** A new UUID. */
  newId(): string
  /** Names the process as it was started, so that others can ask whether it lives. */
  processId: string
  log: Log
  /** Counts for the operator; what is counted in a transaction stays counted when that comes to nothing. */
  countEvent: MetricsRegistry['count']
  settings: Settings
  subscriptions: Subscriptions
  /** Jobs were stated that are due in so many milliseconds. In a transaction: when it has ended. */
  notifyWorkers(afterMs: number): void
}

/** The house without a caller: jobs, callbacks, the command line. */
export interface AppContext extends CoreServices, ExternalServices {
  db: Db
  liveness: ProcessLiveness
}

/** The account on whose behalf a verb runs. */
export interface Account {
  id: number
  kind: 'direct' | 'tenant'
  timeZone: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** The world as one account may use it. */
export interface AccountContext extends AppContext {
  account: Account
}

/** A caller without a token. */
export interface PublicContext extends AppContext {
  /** The address that the request came from. */
  remoteAddress: string
  /** The site whose page asks, as its browser tells. */
  origin: string | undefined
  /** The account of the token, when one was sent. */
  account: Account | undefined
}

/** The context inside a transaction: without the outside world, so that nobody waits for it while rows are locked. */
export type TxOf<C extends AppContext> = Omit<C, keyof ExternalServices | 'db' | 'liveness'> & {
  db: DbTransaction
  /** States in this transaction that work is to be done; it starts when the transaction commits. */
  addJob<P>(job: JobSpec<P>, payload: P, options?: AddJobOptions): Promise<void>
  /** Tells the house what has happened; every subscriber gets a job of its own. */
  emit<E extends EventName>(event: E, payload: EventPayload<E>): Promise<void>
}

export type Tx = TxOf<AccountContext>
export type AppTx = TxOf<AppContext>

export function asAccount<C extends object>(context: C, account: Account): C & { account: Account } {
  return { ...context, account }
}
