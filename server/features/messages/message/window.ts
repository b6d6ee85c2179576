// The 24-hour window: while it is open, a sender may write freely to a customer.
import { type Timestamp, toDate } from '#server/platform/time.ts'

export const windowMs = 24 * 60 * 60 * 1000

export interface WindowTimes {
  lastInboundAt: Timestamp | null
  lastTemplateAt: Timestamp | null
  /** When the carrier refused a freeform message as outside of the window: no template opens it until the customer replies. */
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
  const ends = [endOf(times.lastInboundAt), endOfTemplate(times)].filter((end) => end !== undefined)
  const mustReply = isRefused(times)
  if (ends.length === 0) return times.conversationId === null ? { state: 'none' } : { state: 'expired', mustReply }
  // What was opened while the clock of a sandbox was ahead is open for no more than a day either.
  const endsAtMs = Math.min(Math.max(...ends), secondOf(now) + windowMs)
  const remainingMs = endsAtMs - toDate(now).getTime()
  if (remainingMs > 0) return { state: 'open', endsAtMs, remainingMs }
  return { state: 'expired', endedAtMs: endsAtMs, mustReply }
}

function endOf(openedAt: Timestamp | null): number | undefined {
  return openedAt === null ? undefined : secondOf(openedAt) + windowMs
}

/** The carrier counts messages of the customer alone, and so may end what a template has opened. */
function endOfTemplate(times: WindowTimes): number | undefined {
  const { lastTemplateAt, refusedAt } = times
  if (lastTemplateAt === null) return undefined
  const end = secondOf(lastTemplateAt) + windowMs
  return isRefused(times) ? Math.min(end, secondOf(refusedAt!)) : end
}

function isRefused({ lastInboundAt, refusedAt }: WindowTimes): boolean {
  if (refusedAt === null) return false
  return lastInboundAt === null || toDate(refusedAt).getTime() >= toDate(lastInboundAt).getTime()
}

const secondOf = (time: Timestamp): number => Math.floor(toDate(time).getTime() / 1000) * 1000

export function isWithinDay(at: Timestamp | null, now: Timestamp): boolean {
  return at !== null && toDate(now).getTime() - toDate(at).getTime() < windowMs
}
