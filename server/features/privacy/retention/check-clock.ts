// Decides whether the clock can be trusted to delete old data: one that has jumped ahead must not delete everything.
import { toDate } from '#server/platform/time/timestamps.ts'
import type { ClockState } from './store.ts'

const hourMs = 3_600_000
/** A longer time since the last check is a jump of the clock, or an installation that was switched off. */
const longestGapMs = 48 * hourMs
/** How long the clock must continue after a jump until it is trusted. */
export const confirmationMs = 24 * hourMs

export interface CheckedClock {
  isTrusted: boolean
  state: Pick<ClockState, 'jumpedAt'> & { trustedAt: string }
}

/** A clock that goes back is trusted, because it makes less data old. */
export function checkClock({ now, trustedAt, jumpedAt }: ClockState): CheckedClock {
  const nowMs = toDate(now).getTime()
  const isPlausible = trustedAt === null || nowMs - toDate(trustedAt).getTime() <= longestGapMs
  const sinceJumpMs = jumpedAt === null ? undefined : nowMs - toDate(jumpedAt).getTime()
  const isConfirmed = sinceJumpMs !== undefined && sinceJumpMs >= confirmationMs && sinceJumpMs <= longestGapMs
  if (isPlausible || isConfirmed) return { isTrusted: true, state: { trustedAt: now, jumpedAt: null } }
  const hasJumpedAgain = sinceJumpMs === undefined || sinceJumpMs < 0 || sinceJumpMs > longestGapMs
  return { isTrusted: false, state: { trustedAt, jumpedAt: hasJumpedAgain ? now : jumpedAt } }
}
