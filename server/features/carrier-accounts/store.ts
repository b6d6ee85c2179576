// The SQL of carrier accounts that accounts have set.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface StoredCarrierAccount {
  accountId: number
  accountSid: string
  /** Encrypted. */
  authToken: Buffer
  verifiedAt: Timestamp
}

const columns = sql`
  account_id, account_sid, auth_token, verified_at`

export async function findCarrierAccount(db: Db, accountId: number): Promise<StoredCarrierAccount | undefined> {
  const { rows } = await sql<StoredCarrierAccount>`
    select ${columns} from carrier_accounts where account_id = ${accountId}`.execute(db)
  return rows[0]
}

export async function findStoredAccountBySid(db: Db, accountSid: string): Promise<StoredCarrierAccount | undefined> {
  const { rows } = await sql<StoredCarrierAccount>`
    select ${columns} from carrier_accounts where account_sid = ${accountSid}`.execute(db)
  return rows[0]
}

/** Throws a unique violation if another account has set this carrier account. */
export async function saveCarrierAccount(
  db: Db,
  accountId: number,
  { accountSid, authToken, verifiedAt }: { accountSid: string; authToken: Buffer; verifiedAt: Timestamp },
): Promise<StoredCarrierAccount> {
  const { rows } = await sql<StoredCarrierAccount>`
    insert into carrier_accounts (account_id, account_sid, auth_token, verified_at)
    values (${accountId}, ${accountSid}, ${authToken}, ${verifiedAt})
    on conflict (account_id) do update set
      account_sid = excluded.account_sid, auth_token = excluded.auth_token, verified_at = excluded.verified_at
    returning ${columns}`.execute(db)
  return rows[0]!
}

export async function updateVerifiedAt(
  db: Db,
  accountId: number,
  { accountSid, verifiedAt }: { accountSid: string; verifiedAt: Timestamp },
): Promise<void> {
  await sql`
    update carrier_accounts set verified_at = greatest(verified_at, ${verifiedAt})
    where account_id = ${accountId} and account_sid = ${accountSid}`.execute(db)
}

export async function deleteCarrierAccountRow(db: Db, accountId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from carrier_accounts where account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** Whether any account has set one. */
export async function hasCarrierAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from carrier_accounts) as has`.execute(db)
  return rows[0]!.has
}

/** Serializes changes of what the account has at the carrier, and of its carrier account, until the transaction ends. */
export async function lockCarrierAccount(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parley:carrier'), hashint8(${accountId}))`.execute(db)
}
