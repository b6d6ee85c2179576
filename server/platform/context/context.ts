// What operations can use: the account, the database, the clock, the log and external services.

import type { AccountModels, ExternalServices } from '#server/ports/external-services.ts'
import type { SpeechVerifier } from '#server/ports/speech-verifier.ts'
import type { Db, DbTransaction } from '../database/database.ts'
import type { ProcessLiveness } from '../database/process-liveness.ts'
import type { LiveEvents } from '../live-events/live-events.ts'
import type { Log } from '../observability/log.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'
import type { Actor, MemberActor } from './actor.ts'
import type { Emit, Subscriptions } from './event.ts'
import type { Extensions } from './extension-point.ts'
import type { AddJobOptions, JobSpec } from './job.ts'
import type { Settings } from './settings.ts'

interface CoreServices extends Pick<AccountModels, 'languageVendors' | 'realtimeVendors' | 'modelSource'> {
  /** The application's time; the same as `app_now()` in SQL. */
  now(): Date
  /** Returns a new UUID. */
  newId(): string
  /** Identifies this run of the process; see `ProcessLiveness`. */
  processId: string
  log: Log
  /** Increments a metric. A transaction that is rolled back does not undo it. */
  countEvent: MetricsRegistry['count']
  /** Tells speech from noise. Undefined if all sound that this recognizer hears counts as speech. */
  loadSpeechVerifier(recognizer: string | undefined): Promise<SpeechVerifier | undefined>
  settings: Settings
  subscriptions: Subscriptions
  extensions: Extensions
  /** Wakes workers for jobs that are due after this delay. Inside a transaction it takes effect after the commit. */
  notifyWorkers(afterMs: number): void
  /** Must be called after the commit of a transaction with events. */
  numberEvents(): void
}

/** Without an account: for jobs, callbacks and the command line. */
export interface AppContext extends CoreServices, ExternalServices {
  db: Db
  liveness: ProcessLiveness
  /** The open event streams of this process. */
  liveEvents: LiveEvents
  /** Aborted when the process stops, so that long work can end early; in jobs, when the worker stops. */
  stopping: AbortSignal
}

export interface Account {
  id: number
  kind: 'direct' | 'tenant'
  timeZone: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface AccountContext extends AppContext {
  account: Account
  /** Undefined in jobs and callbacks. */
  actor?: Actor | undefined
}

/** For endpoints that require a signed-in member. */
export interface MemberContext extends AccountContext {
  actor: MemberActor
  remoteAddress: string
}

/** For endpoints that do not require a caller. */
export interface PublicContext extends AppContext {
  remoteAddress: string
  /** The request's `Origin` header. */
  origin: string | undefined
  /** The account of the caller, if the request has one. */
  account: Account | undefined
  actor?: Actor | undefined
}

/** The context inside a transaction, without external services, so that rows are not locked during a call. */
export type TxOf<C extends AppContext> = Omit<
  C,
  keyof ExternalServices | 'db' | 'liveness' | 'liveEvents' | 'stopping'
> & {
  db: DbTransaction
  /** The job becomes visible to workers when the transaction commits. */
  addJob<P>(job: JobSpec<P>, payload: P, options?: AddJobOptions): Promise<void>
  /** Runs the subscribers of the event that belong to the transaction, and adds a job for each of the others. */
  emit: Emit
}

export type Tx = TxOf<AccountContext>
export type AppTx = TxOf<AppContext>

/** With the models of the account. */
export function asAccount<C extends object>(context: C, account: Account): C & { account: Account } {
  const { modelsFor } = context as { modelsFor?: ExternalServices['modelsFor'] }
  return { ...context, account, ...modelsFor?.(account.id) }
}
