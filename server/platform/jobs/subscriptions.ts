// Subscriptions: an upper floor hears of news from a lower one, as a job, so that nothing told is ever lost.
import type { AppContext } from '../context/context.ts'
import { type EventName, type EventPayload, eventJobName, type Subscriptions } from '../context/event.ts'
import type { JobSpec } from '../context/job.ts'
import type { Job } from './jobs.ts'

export interface Subscription {
  event: string
  subscriber: string
  job: Job<never>
}

/** `subscriber` names the listening room, once per event: `automations` hears `conversation.ended`. */
export function subscription<E extends EventName>(
  event: E,
  subscriber: string,
  run: (context: AppContext, payload: EventPayload<E>) => Promise<void>,
  { waitsOutside = false }: Pick<JobSpec<unknown>, 'waitsOutside'> = {},
): Subscription {
  return { event, subscriber, job: { name: eventJobName(event, subscriber), waitsOutside, run } as Job<never> }
}

export function subscriptionsOf(all: readonly Subscription[]): Subscriptions {
  const byEvent = new Map<string, JobSpec<unknown>[]>()
  for (const { event, job } of all) byEvent.set(event, [...(byEvent.get(event) ?? []), job])
  return byEvent
}
