// Computes the times of the trigger `schedule` from its cron pattern.
import { Cron } from 'croner'
import type { Trigger } from './flow.ts'

/** Undefined if the pattern is not valid. Seconds are not supported. */
function readPattern({ type, input }: Trigger, timeZone: string): Cron | undefined {
  const { cron, timezone } = input
  if (type !== 'schedule' || typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5) return undefined
  try {
    return new Cron(cron, { timezone: typeof timezone === 'string' ? timezone : timeZone, paused: true })
  } catch {
    return undefined
  }
}

/** Null if the trigger is no schedule, or if its pattern has no further time. */
export const nextTime = (trigger: Trigger, timeZone: string, after: Date): Date | null =>
  readPattern(trigger, timeZone)?.nextRun(after) ?? null

export const isSchedule = (trigger: Trigger): boolean => readPattern(trigger, 'UTC')?.nextRun() != null
