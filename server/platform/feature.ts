// The manifest of a feature: everything that the application takes from it. server/features.ts lists the manifests.
import type { Contract } from '#contract/index.ts'
import type { CarrierEvents } from './carriers/carrier-events.ts'
import type { AppContext } from './context/context.ts'
import type { Extension } from './context/extension-point.ts'
import type { Db } from './database/database.ts'
import type { Callback } from './http/callbacks.ts'
import type { Handlers } from './http/route.ts'
import type { CronJob, Job } from './jobs/jobs.ts'
import type { Subscription } from './jobs/subscriptions.ts'
import type { CounterSpec } from './observability/metrics.ts'
import type { PersonalTable } from './personal-data.ts'

/** The handlers of every area of the contract. */
export type ContractHandlers = { [Name in keyof Contract]: Handlers<Contract[Name]> }

export interface Feature {
  /** The name of its folder. */
  name: string
  handlers?: Partial<ContractHandlers>
  /** HTTP endpoints outside the contract. */
  callbacks?: readonly Callback[]
  /** What happens when a carrier reports something. Each event has one feature. */
  carrierEvents?: Partial<CarrierEvents>
  jobs?: readonly Job<never>[]
  crons?: readonly CronJob[]
  /** Look for work of dead processes that is not a job. */
  checks?: readonly ((context: AppContext) => Promise<void>)[]
  /** Waits for work of this process that is neither a request nor a job, after `stopping` was aborted. */
  drain?: (context: AppContext) => Promise<void>
  subscriptions?: readonly Subscription[]
  /** What it adds to lower features. */
  extensions?: readonly Extension[]
  /** Metrics that are counted from events of one process. */
  counters?: readonly CounterSpec[]
  /** The tables of the feature that contain personal data, in the order in which they are erased. */
  personalData?: readonly PersonalTable[]
  /** Metrics that are read from the database, so that all processes report the same values. */
  gauges?: Gauges
}

export interface Gauges {
  /** A description for each metric. */
  help: Record<`parley_${string}`, string>
  read(db: Db): Promise<Record<string, number>>
}
