// The 24-hour window: while it is open, a sender may write freely to a customer.
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'

export const windowMs = 24 * 60 * 60 * 1000

export interface WindowTimes {
  lastInboundAt: Timestamp | null
  lastTemplateAt: Timestamp | null
  /** When the freeform message was written that the carrier refused as outside of the window: it is shut until the customer writes. */
  refusedAt: Timestamp | null
}

/** `none`: the two have no conversation. */
export type Session =
  | { state: 'open'; endsAtMs: number; remainingMs: number }
  /** `endedAtMs` is missing where nothing has ever opened it. */
  | { state: 'expired'; endedAtMs?: number; mustReply: boolean }
  | { state: 'none' }

/** Whole seconds count, so that the window ends at the very moment that is shown. */
export function sessionOf(times: WindowTimes & { conversationId: number | null }, now: Timestamp): Session {
  const mustReply = isRefused(times)
  const ends = [times.lastInboundAt, times.lastTemplateAt]
    .filter((openedAt) => openedAt !== null)
    // The carrier counts messages of the customer alone, and its clock may have started earlier than ours.
    .map((openedAt) => Math.min(secondOf(openedAt) + windowMs, mustReply ? secondOf(times.refusedAt!) : Infinity))
  if (ends.length === 0) return times.conversationId === null ? { state: 'none' } : { state: 'expired', mustReply }
  // What was opened while the clock of a sandbox was ahead is open for no more than a day either.
  const endsAtMs = Math.min(Math.max(...ends), secondOf(now) + windowMs)
  const remainingMs = endsAtMs - toDate(now).getTime()
  if (remainingMs > 0) return { state: 'open', endsAtMs, remainingMs }
  return { state: 'expired', endedAtMs: endsAtMs, mustReply }
}

function isRefused({ lastInboundAt, refusedAt }: WindowTimes): boolean {
  if (refusedAt === null) return false
  return lastInboundAt === null || toDate(refusedAt).getTime() >= toDate(lastInboundAt).getTime()
}

const secondOf = (time: Timestamp): number => Math.floor(toDate(time).getTime() / 1000) * 1000

export function isWithinDay(at: Timestamp | null, now: Timestamp): boolean {
  return at !== null && toDate(now).getTime() - toDate(at).getTime() < windowMs
}
