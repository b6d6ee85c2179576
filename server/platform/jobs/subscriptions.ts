// Subscribes a feature to the events of lower features. Each event becomes a job, so no event is lost.
import type { AppContext } from '../context/context.ts'
import { type EventName, type EventPayload, eventJobName, type Subscriptions } from '../context/event.ts'
import type { JobSpec } from '../context/job.ts'
import type { Job } from './jobs.ts'

export interface Subscription {
  event: string
  subscriber: string
  job: Job<never>
}

/** `subscriber` is the name of the subscribing feature, which has at most one subscription to an event. */
export function subscription<E extends EventName>(
  event: E,
  subscriber: string,
  run: (context: AppContext, payload: EventPayload<E>) => Promise<void>,
  { waitsOutside = false }: Pick<JobSpec<unknown>, 'waitsOutside'> = {},
): Subscription {
  return { event, subscriber, job: { name: eventJobName(event, subscriber), waitsOutside, run } as Job<never> }
}

export function subscriptionsOf(all: readonly Subscription[]): Subscriptions {
  const byEvent = Map.groupBy(all, ({ event }) => event)
  return new Map([...byEvent].map(([event, group]) => [event, group.map(({ job }) => job)]))
}
