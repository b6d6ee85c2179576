// Types of events and their subscriptions.
import type { JobSpec } from './job.ts'

/** Payloads of events, with ids only. Features add theirs in events.ts by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their events by declaration merging
export interface Events {}

export type EventName = keyof Events & string
export type EventPayload<E extends EventName> = Events[E]

/** The jobs of each event, one for each subscriber, so that a failing subscriber does not block the others. */
export type Subscriptions = ReadonlyMap<string, readonly JobSpec<unknown>[]>

export const eventJobName = (event: string, subscriber: string): string => `on:${event}:${subscriber}`
