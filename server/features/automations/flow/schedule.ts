// Computes the times of the trigger `schedule` from its cron pattern.
import { Cron } from 'croner'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { FlowFault, Trigger } from './flow.ts'

/**
 * Null if the trigger is no schedule, if its pattern or time zone is not valid, or if no further time comes. Seconds are
 * not supported.
 */
export function nextTime({ type, input }: Trigger, timeZone: string, after: Date): Date | null {
  const { cron, timezone } = input
  if (type !== 'schedule' || typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5) return null
  try {
    // The time zone is read when the time is computed.
    return new Cron(cron, { timezone: typeof timezone === 'string' ? timezone : timeZone, paused: true }).nextRun(after)
  } catch {
    return null
  }
}

/** What is wrong with the trigger if it is a schedule. */
export function faultOfSchedule(trigger: Trigger, now: Date): FlowFault | undefined {
  if (trigger.type !== 'schedule') return undefined
  const { timezone } = trigger.input
  if (typeof timezone === 'string' && !isTimeZone(timezone))
    return { path: 'trigger.input.timezone', message: 'The time zone is not valid.' }
  if (nextTime(trigger, 'UTC', now)) return undefined
  return { path: 'trigger.input.cron', message: 'The cron pattern is not valid, or has no further time.' }
}
