// The SQL of bookings.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, oneValue } from '#server/platform/database/statements.ts'

export interface BookingClaim {
  calendarId: number
  bookingKey: string
  /** The call or conversation. */
  source: string
}

export function countBookings(db: Db, accountId: number, source: string): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int as count from calendar_bookings
    where account_id = ${accountId} and source = ${source}`
}

/** Returns false while another request has the claim. */
export function claimBooking(
  db: Db,
  accountId: number,
  { calendarId, bookingKey, source }: BookingClaim,
  leaseMs: number,
): Promise<boolean> {
  const until = sql`app_now() + ${leaseMs} * interval '1 millisecond'`
  return changesOne(db)`
    insert into calendar_bookings as b (account_id, calendar_id, booking_key, source, claimed_until, created_at)
    values (${accountId}, ${calendarId}, ${bookingKey}, ${source}, ${until}, app_now())
    on conflict (account_id, calendar_id, booking_key) do update set claimed_until = excluded.claimed_until
      where b.claimed_until <= app_now()`
}

/** The appointment exists. */
export async function completeBooking(
  db: Db,
  accountId: number,
  { calendarId, bookingKey }: BookingClaim,
): Promise<void> {
  await sql`
    update calendar_bookings set booked = true, claimed_until = app_now()
    where account_id = ${accountId} and calendar_id = ${calendarId} and booking_key = ${bookingKey}`.execute(db)
}

/** The appointment was not made. One that was made before stays counted. */
export async function releaseBooking(
  db: Db,
  accountId: number,
  { calendarId, bookingKey }: BookingClaim,
): Promise<void> {
  await sql`
    with released as (
      update calendar_bookings set claimed_until = app_now()
      where account_id = ${accountId} and calendar_id = ${calendarId} and booking_key = ${bookingKey} and booked)
    delete from calendar_bookings
    where account_id = ${accountId} and calendar_id = ${calendarId} and booking_key = ${bookingKey}
      and not booked`.execute(db)
}

/** Conversations are over long before that. */
export async function deleteOldBookings(db: Db, accountId: number): Promise<void> {
  await sql`
    delete from calendar_bookings
    where account_id = ${accountId} and created_at < app_now() - interval '30 days'`.execute(db)
}
