// The SQL of dialled calls and their costs, which the calling limits count.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasRows, oneRow } from '#server/platform/database/statements.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Costs are summed over five minutes, so the limits of costs cover up to five minutes more. */
const bucketMs = 5 * minuteMs

/** What the limits compare. Each count reads at most as many rows as the limit allows, and costs are stored as sums. */
export interface CallCounts {
  concurrentCalls: number
  callsPerMinute: number
  callsPerHourToNumber: number
  callsPerHourToPrefix: number
  spendPerHourMicros: number
  spendPerDayMicros: number
}

/** The last four digits are the subscriber: a list of such numbers shares everything before them. */
export const prefixOf = (phoneNumber: string): string => phoneNumber.slice(0, -4)

/** Orders the dialled calls of the account until the transaction ends, so that concurrent calls are counted exactly. */
export async function lockDialling(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parley:dialling'), hashint8(${accountId}))`.execute(db)
}

const costsOf = (accountId: number) => sql`
  select coalesce(sum(amount_micros), 0)::bigint from dialled_costs where account_id = ${accountId}`
const sinceHour = sql`began_at > ${fromNow(-hourMs - bucketMs)}`
const sinceDay = sql`began_at > ${fromNow(-dayMs - bucketMs)}`

export function countCalls(db: Db, accountId: number, phoneNumber: string): Promise<CallCounts> {
  const calls = sql`select count(*)::int from dialled_calls where account_id = ${accountId}`
  const costs = costsOf(accountId)
  return oneRow<CallCounts>(db)`
    select
      (${calls} and ended_at is null and ends_by > app_now()) as concurrent_calls,
      (${calls} and started_at > ${fromNow(-minuteMs)}) as calls_per_minute,
      (${calls} and phone_number = ${phoneNumber} and started_at > ${fromNow(-hourMs)}) as calls_per_hour_to_number,
      (${calls} and prefix = ${prefixOf(phoneNumber)} and started_at > ${fromNow(-hourMs)}) as calls_per_hour_to_prefix,
      (${costs} and ${sinceHour}) as spend_per_hour_micros, (${costs} and ${sinceDay}) as spend_per_day_micros`
}

/** What the calls of the account have cost lately, as the limits count it. */
export function sumCosts(db: Db, accountId: number): Promise<Record<'hour' | 'day', number>> {
  const costs = costsOf(accountId)
  return oneRow<Record<'hour' | 'day', number>>(db)`
    select (${costs} and ${sinceHour}) as hour, (${costs} and ${sinceDay}) as day`
}

export interface DialledCall {
  ref: string
  phoneNumber: string
  amountMicros: number
  /** The longest time until the call has ended. */
  forMs: number
}

export function hasDialledCall(db: Db, accountId: number, ref: string): Promise<boolean> {
  return hasRows(db)`select from dialled_calls where account_id = ${accountId} and ref = ${ref}`
}

const fiveMinutesOf = (time: ReturnType<typeof sql>) => sql`date_bin('5 minutes', ${time}, 'epoch'::timestamptz)`

export async function insertDialledCall(db: Db, accountId: number, call: DialledCall): Promise<void> {
  await sql`
    with dialled as (
      insert into dialled_calls (account_id, ref, phone_number, prefix, amount_micros, started_at, ends_by)
      values (
        ${accountId}, ${call.ref}, ${call.phoneNumber}, ${prefixOf(call.phoneNumber)}, ${call.amountMicros},
        app_now(), ${fromNow(call.forMs)})
      returning started_at, amount_micros
    )
    insert into dialled_costs as c (account_id, began_at, amount_micros)
    select ${accountId}, ${fiveMinutesOf(sql`started_at`)}, amount_micros from dialled
    on conflict (account_id, began_at) do update set amount_micros = c.amount_micros + excluded.amount_micros`.execute(
    db,
  )
}

/** Replaces the estimated cost by the actual one. Does nothing if the call has been ended before. */
export async function endDialledCall(
  db: Db,
  accountId: number,
  { ref, amountMicros }: { ref: string; amountMicros: number },
): Promise<void> {
  await sql`
    with estimated as (
      select amount_micros, started_at from dialled_calls
      where account_id = ${accountId} and ref = ${ref} and ended_at is null
      for no key update
    ), ended as (
      update dialled_calls set ended_at = app_now(), amount_micros = ${amountMicros}
      where account_id = ${accountId} and ref = ${ref} and exists (select from estimated)
    )
    update dialled_costs c set amount_micros = c.amount_micros + ${amountMicros}::bigint - e.amount_micros
    from estimated e
    where c.account_id = ${accountId} and c.began_at = ${fiveMinutesOf(sql`e.started_at`)}`.execute(db)
}

export async function deleteOldCalls(db: Db): Promise<void> {
  await sql`delete from dialled_calls where started_at < ${fromNow(-2 * hourMs)} and ends_by < app_now()`.execute(db)
  await sql`delete from dialled_costs where began_at < ${fromNow(-2 * dayMs)}`.execute(db)
}
