// The SQL of carrier accounts that accounts have set.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, oneRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface StoredCarrierAccount {
  accountId: number
  carrier: string
  externalId: string
  /** Encrypted. */
  credentials: Buffer
  verifiedAt: Timestamp
}

const columns = sql`
  account_id, carrier, external_id, credentials, verified_at`

/** The account's own one at this carrier. */
export function findCarrierAccount(
  db: Db,
  accountId: number,
  carrier: string,
): Promise<StoredCarrierAccount | undefined> {
  return firstRow<StoredCarrierAccount>(db)`
    select ${columns} from carrier_accounts where account_id = ${accountId} and carrier = ${carrier}`
}

export function findStoredAccount(db: Db, externalId: string): Promise<StoredCarrierAccount | undefined> {
  return firstRow<StoredCarrierAccount>(db)`
    select ${columns} from carrier_accounts where external_id = ${externalId}`
}

/** Throws a unique violation if another account has set this carrier account. */
export function saveCarrierAccount(
  db: Db,
  accountId: number,
  { carrier, externalId, credentials, verifiedAt }: Omit<StoredCarrierAccount, 'accountId'>,
): Promise<StoredCarrierAccount> {
  return oneRow<StoredCarrierAccount>(db)`
    insert into carrier_accounts (account_id, carrier, external_id, credentials, verified_at)
    values (${accountId}, ${carrier}, ${externalId}, ${credentials}, ${verifiedAt})
    on conflict (account_id, carrier) do update set
      external_id = excluded.external_id, credentials = excluded.credentials, verified_at = excluded.verified_at
    returning ${columns}`
}

export async function updateVerifiedAt(
  db: Db,
  accountId: number,
  { externalId, verifiedAt }: Pick<StoredCarrierAccount, 'externalId' | 'verifiedAt'>,
): Promise<void> {
  await sql`
    update carrier_accounts set verified_at = greatest(verified_at, ${verifiedAt})
    where account_id = ${accountId} and external_id = ${externalId}`.execute(db)
}

export function deleteCarrierAccountRow(db: Db, accountId: number, carrier: string): Promise<boolean> {
  return changesOne(db)`delete from carrier_accounts where account_id = ${accountId} and carrier = ${carrier}`
}

/** Those of all accounts. */
export function selectCarrierAccounts(db: Db): Promise<StoredCarrierAccount[]> {
  return allRows<StoredCarrierAccount>(db)`select ${columns} from carrier_accounts order by account_id`
}

/** Whether any account has set one. */
export function hasCarrierAccounts(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from carrier_accounts) as has`
}

/** Serializes changes of what the account has at the carrier, and of its carrier account, until the transaction ends. */
export async function lockCarrierAccount(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parley:carrier'), hashint8(${accountId}))`.execute(db)
}
