// Subscribes a feature to events of its own and of lower features.
import type { EventName, EventPayload } from '#contract/events/events.ts'
import type { AppContext, Tx } from '../context/context.ts'
import { type EventSubscribers, eventJobName, type Subscriptions } from '../context/event.ts'
import type { JobSpec } from '../context/job.ts'
import type { Job } from './jobs.ts'

export type Subscription = { event: EventName } & (
  | { job: Job<never> }
  | { run: EventSubscribers['inTransaction'][number] }
)

/** Each event becomes a job. A feature has at most one such subscription to an event; `subscriber` is its name. */
export function subscription<E extends EventName>(
  event: E,
  subscriber: string,
  run: (context: AppContext, payload: EventPayload<E>) => Promise<void>,
  { waitsOutside = false }: Pick<JobSpec<unknown>, 'waitsOutside'> = {},
): Subscription {
  return { event, job: { name: eventJobName(event, subscriber), waitsOutside, run } as Job<never> }
}

/** Runs in the transaction that emits the event, which belongs to an account. An error undoes the transaction. */
export function inTransaction<E extends EventName>(
  event: E,
  run: (tx: Tx, payload: EventPayload<E>) => Promise<void>,
): Subscription {
  return { event, run }
}

export function subscriptionsOf(all: readonly Subscription[]): Subscriptions {
  const byEvent = Map.groupBy(all, ({ event }) => event)
  return new Map(
    [...byEvent].map(([event, group]) => {
      const jobs = group.flatMap((each) => ('job' in each ? [each.job] : []))
      const inTransaction = group.flatMap((each) => ('run' in each ? [each.run] : []))
      return [event, { jobs, inTransaction }]
    }),
  )
}

export const jobsOfSubscriptions = (all: readonly Subscription[]): Job<never>[] =>
  all.flatMap((each) => ('job' in each ? [each.job] : []))
