// The SQL of the vendors' keys.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { VendorCode } from '#server/ports/vendors.ts'

/** The id of an account; undefined for the installation. */
export type KeyOwner = number | undefined

export interface StoredKey {
  vendor: VendorCode
  sealedKey: Buffer
  /** The masked key. */
  hint: string
  baseUrl: string | null
  region: string | null
  setBy: string
  setAt: Timestamp
  testedAt: Timestamp
  lastError: string | null
}

const columns = sql`vendor, sealed_key, hint, base_url, region, set_by, set_at, tested_at, last_error`
const isOf = (owner: KeyOwner) => sql`account_id is not distinct from ${owner ?? null}::bigint`

export function selectKeys(db: Db, owner: KeyOwner): Promise<StoredKey[]> {
  return allRows<StoredKey>(db)`select ${columns} from vendor_keys where ${isOf(owner)} order by vendor`
}

/** Returns the keys of all accounts and of the installation. */
export function selectAllKeys(db: Db): Promise<(StoredKey & { accountId: number | null })[]> {
  return allRows<StoredKey & { accountId: number | null }>(db)`select account_id, ${columns} from vendor_keys`
}

export function findKey(db: Db, owner: KeyOwner, vendor: VendorCode): Promise<StoredKey | undefined> {
  return firstRow<StoredKey>(db)`
    select ${columns} from vendor_keys where ${isOf(owner)} and vendor = ${vendor}`
}

export type NewKey = Omit<StoredKey, 'setAt' | 'testedAt' | 'lastError'>

/** Replaces an earlier key. */
export async function saveKey(db: Db, owner: KeyOwner, key: NewKey): Promise<void> {
  const { vendor, sealedKey, hint, baseUrl, region, setBy } = key
  await sql`
    insert into vendor_keys (account_id, vendor, sealed_key, hint, base_url, region, set_by, set_at, tested_at)
    values (${owner ?? null}, ${vendor}, ${sealedKey}, ${hint}, ${baseUrl}, ${region}, ${setBy}, app_now(), app_now())
    on conflict (account_id, vendor) do update set (sealed_key, hint, base_url, region, set_by, set_at, tested_at, last_error) = (
      excluded.sealed_key, excluded.hint, excluded.base_url, excluded.region, excluded.set_by, app_now(), app_now(), null)`.execute(
    db,
  )
}

/** Unless the key was replaced since. `lastError` is null after a successful test. */
export async function recordKeyTest(
  db: Db,
  owner: KeyOwner,
  { vendor, sealedKey }: StoredKey,
  lastError: string | null,
): Promise<void> {
  await sql`
    update vendor_keys set tested_at = app_now(), last_error = ${lastError}
    where ${isOf(owner)} and vendor = ${vendor} and sealed_key = ${sealedKey}`.execute(db)
}

export function deleteKey(db: Db, owner: KeyOwner, vendor: VendorCode): Promise<boolean> {
  return changesOne(db)`delete from vendor_keys where ${isOf(owner)} and vendor = ${vendor}`
}

/** Whether any account or the installation has a key. */
export function hasVendorKeys(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from vendor_keys) as has`
}
