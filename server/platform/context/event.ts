// The names of what happens in the house, what each tells and who hears it.
import type { JobSpec } from './job.ts'

/** What each event tells, ids only; a feature adds its own in its events.ts by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Events {}

export type EventName = keyof Events & string
export type EventPayload<E extends EventName> = Events[E]

/** The jobs of each event, one per subscriber, so that one who fails holds up nobody else. */
export type Subscriptions = ReadonlyMap<string, readonly JobSpec<unknown>[]>

export const eventJobName = (event: string, subscriber: string): string => `on:${event}:${subscriber}`
