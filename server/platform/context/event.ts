// The subscriptions to events. contract/events/events.ts declares the events.
import type { EventName, EventPayload } from '#contract/events/events.ts'
import type { JobSpec } from './job.ts'

export interface EventSubscribers {
  /** One for each subscriber, so that a failing subscriber does not block the others. */
  jobs: readonly JobSpec<unknown>[]
  /** Run with the transaction that emits the event and the payload. */
  inTransaction: readonly ((tx: never, payload: never) => Promise<void>)[]
}

export type Subscriptions = ReadonlyMap<EventName, EventSubscribers>

export const eventJobName = (event: EventName, subscriber: string): string => `on:${event}:${subscriber}`

export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => Promise<void>
