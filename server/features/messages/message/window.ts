// The 24-hour messaging window, during which a sender may send freeform messages to a customer.
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'

export const windowMs = 24 * 60 * 60 * 1000

export interface WindowTimes {
  lastInboundAt: Timestamp | null
  lastTemplateAt: Timestamp | null
  /**
   * The creation time of the latest freeform message that the carrier refused as outside the window. The window then
   * stays closed until the customer writes.
   */
  refusedAt: Timestamp | null
}

/** `none`: there is no conversation with the customer. */
export type Session =
  | { state: 'open'; endsAtMs: number; remainingMs: number }
  /** `endedAtMs` is missing if the window was never open. */
  | { state: 'expired'; endedAtMs?: number; mustReply: boolean }
  | { state: 'none' }

/** Computes in whole seconds, so that the window ends exactly when the API says. */
export function sessionOf(times: WindowTimes & { conversationId: number | null }, now: Timestamp): Session {
  const mustReply = isRefused(times)
  const ends = [times.lastInboundAt, times.lastTemplateAt]
    .filter((openedAt) => openedAt !== null)
    // The carrier counts only the customer's messages, and may have received them earlier than Parley.
    .map((openedAt) => Math.min(secondOf(openedAt) + windowMs, mustReply ? secondOf(times.refusedAt!) : Infinity))
  if (ends.length === 0) return times.conversationId === null ? { state: 'none' } : { state: 'expired', mustReply }
  // A window that was opened while the sandbox clock was ahead also ends within 24 hours.
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
