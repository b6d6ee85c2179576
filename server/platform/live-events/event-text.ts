// Writes events in the format of server-sent events.
// https://html.spec.whatwg.org/multipage/server-sent-events.html
import { liveDataOf } from '#contract/events/live-events.ts'
import { dateToIsoMicros, toIsoMicros } from '../time/timestamps.ts'
import type { EventRow } from './store.ts'

const reconnectAfterMs = 1_000

const textOf = (event: { id: number; event: string; created_at: string; data: object }): string =>
  `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`

export const eventText = ({ seq, event, payload, createdAt }: EventRow): string =>
  textOf({ id: seq, event, created_at: toIsoMicros(createdAt), data: liveDataOf(event, payload) })

export const resetText = (seq: number, now: Date): string =>
  textOf({ id: seq, event: 'reset', created_at: dateToIsoMicros(now), data: {} })

/** Moves the position of the client without an event. */
export const positionText = (seq: number): string => `id: ${seq}\n\n`

export const beginText = (seq: number): string => `retry: ${reconnectAfterMs}\n: connected\n${positionText(seq)}`

export const commentText = ': still connected\n\n'
