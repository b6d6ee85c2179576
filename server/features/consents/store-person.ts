// The SQL that reads the entries and consents of a person, and replaces the number of an erased person by a keyed hash.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

interface ErasedNumber {
  numberKey: string
  erasedKey: string
}

/** The entries remain under the hash. Those that exist under it already are merged. */
export async function eraseEntries(
  tx: DbTransaction,
  accountId: number,
  { numberKey, erasedKey }: ErasedNumber,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with erased as (
      delete from do_not_contact where account_id = ${accountId} and number_key = ${numberKey} returning *
    ), kept as (
      insert into do_not_contact as d (account_id, phone_number, number_key, scope, topic, source, note, reference,
        requested_at, created_at)
      select account_id, null, ${erasedKey}, scope, topic, source, null, null, requested_at, created_at from erased
      order by scope, topic, source
      on conflict (account_id, number_key, scope, topic, source) do update set
        requested_at = greatest(d.requested_at, excluded.requested_at)
    )
    select count(*)::int as count from erased`.execute(tx)
  return rows[0]!.count
}

/** Consents remain as a proof, without their texts. They no longer permit contact. */
export async function eraseConsents(
  tx: DbTransaction,
  accountId: number,
  { numberKey, erasedKey }: ErasedNumber,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update consents set phone_number = null, number_key = ${erasedKey}, note = null, evidence = null
    where account_id = ${accountId} and number_key = ${numberKey}`.execute(tx)
  return Number(numAffectedRows)
}

export async function hasEntries(db: Db, accountId: number, keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from do_not_contact where account_id = ${accountId} and number_key = any(${keys}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function selectExportedEntries(db: Db, accountId: number, keys: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, phone_number, scope, nullif(topic, '') as topic, source, note, requested_at, created_at
    from do_not_contact where account_id = ${accountId} and number_key = any(${keys}::text[]) order by id`.execute(db)
  return rows
}

export async function selectExportedConsents(db: Db, accountId: number, keys: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, phone_number, status, nullif(topic, '') as topic, source, at, note, evidence, created_at from consents
    where account_id = ${accountId} and number_key = any(${keys}::text[]) order by at, id`.execute(db)
  return rows
}
