// The SQL of accounts and their API keys.
import { sql } from 'kysely'
import type { Account } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, oneRow, oneValue } from '#server/platform/database/statements.ts'
import type { Use } from '#server/platform/security/credential-cache.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface AccountRow extends Account {
  name: string
  email: string
}

const accountColumns = sql`id, name, email, kind, time_zone, country`

export function insertAccount(
  db: Db,
  account: { name: string; email: string; kind: Account['kind']; timeZone: string; country: string },
): Promise<AccountRow | undefined> {
  return firstRow<AccountRow>(db)`
    insert into accounts (name, email, kind, time_zone, country)
    values (${account.name}, ${account.email}, ${account.kind}, ${account.timeZone}, ${account.country})
    on conflict do nothing
    returning ${accountColumns}`
}

export function findAccountRow(db: Db, accountId: number): Promise<AccountRow | undefined> {
  return firstRow<AccountRow>(db)`select ${accountColumns} from accounts where id = ${accountId}`
}

export type AccountChanges = Partial<Record<'name' | 'timeZone' | 'country', string>>

export function updateAccountRow(db: Db, accountId: number, changes: AccountChanges): Promise<AccountRow> {
  const { name = null, timeZone = null, country = null } = changes
  return oneRow<AccountRow>(db)`
    update accounts set name = coalesce(${name}, name), time_zone = coalesce(${timeZone}, time_zone),
      country = coalesce(${country}, country)
    where id = ${accountId} returning ${accountColumns}`
}

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return firstRow<AccountRow>(db)`select ${accountColumns} from accounts where lower(email) = lower(${email})`
}

export function hasAccounts(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from accounts) as any`
}

export interface ApiKeyRow {
  id: number
  name: string
  /** Null if the key is not limited. */
  scopes: string[] | null
  lastUsedAt: Timestamp | null
  createdAt: Timestamp
}

const apiKeyColumns = sql`id, name, scopes, last_used_at, created_at`

export function selectApiKeys(db: Db, accountId: number): Promise<ApiKeyRow[]> {
  return allRows<ApiKeyRow>(db)`select ${apiKeyColumns} from api_keys where account_id = ${accountId} order by id`
}

export function insertApiKey(
  db: Db,
  accountId: number,
  { name, scopes, secretSha256 }: { name: string; scopes: readonly string[] | null; secretSha256: Buffer },
): Promise<ApiKeyRow> {
  return oneRow<ApiKeyRow>(db)`
    insert into api_keys (account_id, name, scopes, secret_sha256)
    values (${accountId}, ${name}, ${scopes}::text[], ${secretSha256})
    returning ${apiKeyColumns}`
}

export function deleteApiKeyRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`delete from api_keys where account_id = ${accountId} and id = ${id}`
}

export interface KeyOwner extends Account {
  keyName: string
  scopes: string[] | null
  secretSha256: Buffer
}

export function findKeyOwner(db: Db, keyId: number): Promise<KeyOwner | undefined> {
  return firstRow<KeyOwner>(db)`
    select k.name as key_name, k.scopes, k.secret_sha256, a.id, a.kind, a.time_zone, a.country
    from api_keys k join accounts a on a.id = k.account_id where k.id = ${keyId}`
}

export function selectExistingKeys(db: Db, keyIds: readonly number[]): Promise<number[]> {
  return allValues<number>(db)`select id from api_keys where id = any(${keyIds}::bigint[])`
}

/** Updates any number of keys in one statement; a time never decreases. */
export async function touchApiKeys(db: Db, uses: Use[]): Promise<void> {
  await sql`
    update api_keys k set last_used_at = u.used_at
    from unnest(${uses.map(({ id }) => id)}::bigint[], ${uses.map(({ usedAt }) => usedAt.toISOString())}::timestamptz[]) as u (id, used_at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)`.execute(db)
}

/** The ids of all tenants among these accounts. */
export function selectTenants(db: Db, accountIds: readonly number[]): Promise<number[]> {
  return allValues<number>(db)`
    select id from accounts where id = any(${accountIds}::bigint[]) and kind = 'tenant'`
}

/** Oldest first. `search` is a part of the name or the email. */
export async function listAccounts(
  db: Db,
  search: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: (AccountRow & { createdAt: Timestamp })[]; total: number }> {
  const part = (search ?? '').toLowerCase()
  const matching = sql`position(${part} in lower(name)) > 0 or position(${part} in lower(email)) > 0 or ${part} = ''`
  const { rows } = await sql<AccountRow & { createdAt: Timestamp }>`
    select ${accountColumns}, created_at from accounts where ${matching}
    order by id offset ${offset} limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`select count(*) from accounts where ${matching}`.execute(db)
  return { rows, total: counts[0]!.count }
}

export function hasApiKey(db: Db, accountId: number, id: number): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (select from api_keys where account_id = ${accountId} and id = ${id}) as has`
}
