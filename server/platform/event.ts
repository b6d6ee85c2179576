// The names of what happens in the house, what each tells and who hears it.
import type { JobSpec } from './job.ts'

/** What each event tells, ids only; a feature adds its own in its events.ts by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Events {}

export type EventName = keyof Events & string
export type EventPayload<E extends EventName> = Events[E]

/** Event to the names of those who hear it. */
export type Subscriptions = ReadonlyMap<string, readonly string[]>

/** One job per subscriber, so that one who fails holds up nobody else. */
export function jobsForEvent(subscriptions: Subscriptions, event: string): JobSpec<unknown>[] {
  return (subscriptions.get(event) ?? []).map((subscriber) => ({ name: eventJobName(event, subscriber) }))
}

export const eventJobName = (event: string, subscriber: string): string => `on:${event}:${subscriber}`
