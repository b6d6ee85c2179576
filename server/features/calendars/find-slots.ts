// Finds the free slots of an event type on local days.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Calendar } from './calendar.ts'
import { startOfDay, toLocalIso } from './local-time.ts'
import { accessTo, providers } from './providers/index.ts'

const dayMs = 24 * 60 * 60_000
export const maxDays = 14
/** The model reads no more of them. */
const maxSlots = 40
/** Providers reject ranges that begin in the past. */
const leadMs = 60_000

export interface SlotRange {
  eventType: string
  /** `YYYY-MM-DD`, both inclusive. */
  from: string
  to: string
  timeZone: string
  signal: AbortSignal
}

/** Throws `BoxError` and `OutsideError`. */
export async function findSlots(
  ctx: AccountContext,
  calendar: Calendar,
  { eventType, from, to, timeZone, signal }: SlotRange,
): Promise<{ slots: string[]; hasMore: boolean }> {
  const earliestMs = ctx.now().getTime() + leadMs
  const fromMs = Math.max(startOfDay(from, timeZone), earliestMs)
  const toMs = startOfDay(nextDay(to), timeZone)
  if (toMs <= fromMs) return { slots: [], hasMore: false }
  const query = { eventType, fromMs, toMs, timeZone, signal }
  const found = await providers[calendar.provider].findSlots(accessTo(ctx, calendar), query)
  const free = [...new Set(found)].filter((ms) => ms >= fromMs && ms < toMs)
  return { slots: free.slice(0, maxSlots).map((ms) => toLocalIso(ms, timeZone)), hasMore: free.length > maxSlots }
}

/** Both are `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
