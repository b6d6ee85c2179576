// The entries of a conversation in order: days, messages, notes and changes of its owner.
import type { LiveEvent } from '#contract/events/live-events.ts'
import type { Entry, Note } from './records.ts'

export type OwnerEvent = Extract<LiveEvent, { event: 'conversation.owner' | 'conversation.handed-over' }>

export type TimelineItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; at: string; message: Entry; isContinued: boolean }
  | { kind: 'note'; key: string; at: string; note: Note }
  | { kind: 'event'; key: string; at: string; event: OwnerEvent }

export interface TimelineSources {
  messages: readonly Entry[]
  notes: readonly Note[]
  events: readonly OwnerEvent[]
  /** Entries before the first message are left out while older messages exist. */
  hasOlder: boolean
  instantOf(localTime: string): string
  /** The day in the time zone of the account. */
  dayOf(at: string): string
}

const groupMs = 5 * 60_000
const orders = { day: 0, message: 1, event: 2, note: 3 }

export function timelineOf({ messages, notes, events, hasOlder, instantOf, dayOf }: TimelineSources): TimelineItem[] {
  const said = messages.map((message): TimelineItem & { kind: 'message' } => ({
    kind: 'message',
    key: `m${message.id}`,
    at: instantOf(message.created_at),
    message,
    isContinued: false,
  }))
  const start = said[0]?.at
  const others: TimelineItem[] = [
    ...notes.map((note) => ({ kind: 'note' as const, key: `n${note.id}`, at: note.created_at, note })),
    ...events.map((event) => ({ kind: 'event' as const, key: `e${event.id}`, at: event.created_at, event })),
  ].filter(({ at }) => !hasOlder || start === undefined || Date.parse(at) >= Date.parse(start))
  return withDays(interleave(said, others), dayOf)
}

/** Messages keep their order; the times of messages are in seconds. */
function interleave(said: readonly TimelineItem[], others: readonly TimelineItem[]): TimelineItem[] {
  const rest = others.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || orders[one.kind] - orders[other.kind],
  )
  const all: TimelineItem[] = []
  for (const item of said) {
    while (rest[0] && Math.floor(Date.parse(rest[0].at) / 1000) * 1000 < Date.parse(item.at)) all.push(rest.shift()!)
    all.push(item)
  }
  return [...all, ...rest]
}

function withDays(items: readonly TimelineItem[], dayOf: TimelineSources['dayOf']): TimelineItem[] {
  const all: TimelineItem[] = []
  let day: string | undefined
  for (const item of items) {
    const next = dayOf(item.at)
    if (next !== day) all.push({ kind: 'day', key: `d${next}`, at: item.at })
    day = next
    const before = all.at(-1)
    const isContinued =
      item.kind === 'message' &&
      before?.kind === 'message' &&
      before.message.sent_by === item.message.sent_by &&
      Date.parse(item.at) - Date.parse(before.at) < groupMs
    all.push(isContinued ? { ...item, isContinued } : item)
  }
  return all
}
