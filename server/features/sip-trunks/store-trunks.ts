// The SQL of trunks.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { TrunkState } from '#server/ports/sip-lines.ts'
import type { StoredTrunk } from './trunk.ts'

const columns = sql`
  account_id, phone_number_id, settings, sealed_password, status, error, round_trip_ms, status_at, last_call_at, last_error,
  last_error_at, created_at`

export function selectTrunks(db: Db, accountId: number): Promise<StoredTrunk[]> {
  return allRows<StoredTrunk>(db)`
    select ${columns} from sip_trunks where account_id = ${accountId} order by phone_number_id`
}

/** Those of all accounts. */
export function selectAllTrunks(db: Db): Promise<StoredTrunk[]> {
  return allRows<StoredTrunk>(db)`select ${columns} from sip_trunks order by account_id, phone_number_id`
}

export function findTrunk(db: Db, accountId: number, id: number): Promise<StoredTrunk | undefined> {
  return firstRow<StoredTrunk>(db)`
    select ${columns} from sip_trunks where account_id = ${accountId} and phone_number_id = ${id}`
}

export function countTrunks(db: Db, accountId: number): Promise<number> {
  return oneValue<number>(db)`select count(*)::int as count from sip_trunks where account_id = ${accountId}`
}

type Line = Pick<StoredTrunk, 'phoneNumberId' | 'settings' | 'sealedPassword'>

export async function insertTrunk(
  db: Db,
  accountId: number,
  { phoneNumberId, settings, sealedPassword }: Line,
): Promise<void> {
  await sql`
    insert into sip_trunks (account_id, phone_number_id, settings, sealed_password, status_at, created_at, updated_at)
    values (${accountId}, ${phoneNumberId}, ${JSON.stringify(settings)}, ${sealedPassword}, app_now(), app_now(),
      app_now())`.execute(db)
}

/** `isServedAnew`: its state is unknown until the provider has answered again. */
export async function updateTrunkRow(
  db: Db,
  accountId: number,
  { phoneNumberId, settings, sealedPassword }: Line,
  isServedAnew: boolean,
): Promise<void> {
  const unchecked = sql`, status = 'unchecked', error = null, round_trip_ms = null, status_at = app_now()`
  await sql`
    update sip_trunks set settings = ${JSON.stringify(settings)}, sealed_password = ${sealedPassword},
      updated_at = app_now() ${isServedAnew ? unchecked : sql``}
    where account_id = ${accountId} and phone_number_id = ${phoneNumberId}`.execute(db)
}

/** Writes nothing if only the round trip differs a little. */
export async function saveTrunkStateRow(
  db: Db,
  accountId: number,
  id: number,
  { status, error, roundTripMs }: TrunkState,
): Promise<void> {
  const isOther = sql`(status <> ${status} or error is distinct from ${error})`
  const ms = sql`${roundTripMs}::int`
  await sql`
    update sip_trunks set status = ${status}, error = ${error}, round_trip_ms = ${ms},
      status_at = case when ${isOther} then app_now() else status_at end
    where account_id = ${accountId} and phone_number_id = ${id} and (
      ${isOther} or (round_trip_ms is null) <> (${ms} is null)
      or abs(round_trip_ms - ${ms}) > greatest(20, round_trip_ms / 2))`.execute(db)
}

/** Calls may be reported in any order. An error remains until that of a later call replaces it. */
export async function saveLastCallRow(
  db: Db,
  accountId: number,
  id: number,
  { at, error }: { at: Date; error: string | null },
): Promise<void> {
  const isLatestError = sql`${error}::text is not null and (last_error_at is null or last_error_at <= ${at})`
  await sql`
    update sip_trunks set last_call_at = greatest(last_call_at, ${at}),
      last_error = case when ${isLatestError} then ${error} else last_error end,
      last_error_at = case when ${isLatestError} then ${at} else last_error_at end
    where account_id = ${accountId} and phone_number_id = ${id}`.execute(db)
}

/** Whether any account has a trunk with a password. */
export function hasTrunkPasswords(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from sip_trunks where sealed_password is not null) as has`
}
