// The application's clock: the time of this machine plus an offset that the database stores.
import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from '../time/timestamps.ts'
import type { Db } from './database.ts'
import type { Notifications } from './notifications.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { oneValue } from './statements.ts'

export type AppClock = Awaited<ReturnType<typeof openAppClock>>

/** Reads the offset now and whenever a process changes it. */
export async function openAppClock(db: Db, notifications: Notifications) {
  let offsetMs = 0
  let reading = Promise.resolve()
  const read = (): Promise<void> => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        const { rows } = await sql<{ offsetMs: number }>`select offset_ms from clock_offset`.execute(db)
        offsetMs = rows[0]?.offsetMs ?? 0
      })
    return reading
  }
  const first = Promise.withResolvers<void>()
  // The channel receives an empty notification when listening begins and after a lost connection is restored.
  notifications.on('clock', () => void read().then(first.resolve, first.reject))
  await first.promise
  return {
    now: (): Date => new Date(Date.now() + offsetMs),
    /**
     * Sets how far the clock of all processes is ahead of real time, and makes jobs due whose time has come. When the
     * promise resolves, `now` returns the new time; other processes follow a moment later.
     */
    async turnTo(newOffsetMs: number): Promise<void> {
      await retryConflicts(() => sql`select turn_clock(${Math.round(newOffsetMs)})`.execute(db))
      await read()
    },
  }
}

/** SQL for the application's time `ms` milliseconds from now. */
export const fromNow = (ms: number): RawBuilder<Timestamp> => sql`(app_now() + make_interval(secs => ${ms / 1000}))`

/** The application's time in the database, which is the same for all processes and comparable with stored times. */
export function selectNow(db: Db): Promise<Timestamp> {
  return oneValue<Timestamp>(db)`select app_now() as now`
}
