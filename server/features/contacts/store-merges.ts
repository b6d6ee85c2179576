// The SQL that merges contacts, and separates them again.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, countChanges, firstRow } from '#server/platform/database/statements.ts'
import type { AddressKey } from './address.ts'

export type MergeCause = 'event' | 'request'

/** Both contacts are locked. The contact that remains gets the addresses, and what it does not have itself. */
export async function mergeInto(
  db: Db,
  accountId: number,
  { contactId, mergedId, cause }: { contactId: number; mergedId: number; cause: MergeCause },
): Promise<void> {
  await sql`
    with moved as (
      update contact_addresses set contact_id = ${contactId}
      where account_id = ${accountId} and contact_id = ${mergedId}
      returning kind, key
    ), merged as (
      update contacts set merged_into = ${contactId}, updated_at = app_now()
      where account_id = ${accountId} and id = ${mergedId}
      returning name, profile_name, last_seen_at
    ), remaining as (
      update contacts c set name = coalesce(c.name, m.name), profile_name = coalesce(c.profile_name, m.profile_name),
        last_seen_at = greatest(c.last_seen_at, m.last_seen_at), updated_at = app_now()
      from merged m where c.account_id = ${accountId} and c.id = ${contactId}
    )
    insert into contact_merges (account_id, contact_id, merged_id, cause, addresses, merged_at)
    select ${accountId}, ${contactId}, ${mergedId}, ${cause},
      coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'key', key)) from moved), '[]'), app_now()`.execute(
    db,
  )
}

/** The ids of those of the contacts that are not merged, in order. Locks them until the end of the transaction. */
export async function lockContacts(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await allRows<{ id: number }>(db)`
    select id from contacts where account_id = ${accountId} and id = any(${ids}::bigint[]) and merged_into is null
    order by id for no key update`
  return rows.map(({ id }) => id)
}

export interface Merge {
  mergedId: number
  /** The contact that has the addresses now: the one into which it was merged, or one into which that was merged. */
  rootId: number
  addresses: AddressKey[]
}

/** The merge of the contact, while it can be separated. */
export function findMerge(db: Db, accountId: number, mergedId: number): Promise<Merge | undefined> {
  return firstRow<Merge>(db)`
    with recursive above as (
      select c.id, c.merged_into from contacts c where c.account_id = ${accountId} and c.id = ${mergedId}
      union all
      select c.id, c.merged_into from above a join contacts c on c.account_id = ${accountId} and c.id = a.merged_into
    )
    select m.merged_id, m.addresses, (select id from above where merged_into is null) as root_id
    from contact_merges m where m.account_id = ${accountId} and m.merged_id = ${mergedId}`
}

/** Gives the merged contact those of its addresses back that the other one still has. Returns their keys. Both are locked. */
export function separate(db: Db, accountId: number, { mergedId, rootId, addresses }: Merge): Promise<string[]> {
  const kinds = addresses.map(({ kind }) => kind)
  const keys = addresses.map(({ key }) => key)
  return allValues<string>(db)`
    with moved as (
      update contact_addresses a set contact_id = ${mergedId}
      from unnest(${kinds}::text[], ${keys}::text[]) as k (kind, key)
      where a.account_id = ${accountId} and a.contact_id = ${rootId} and a.key = k.key and a.kind = k.kind
      returning a.key
    ), merge as (
      delete from contact_merges where account_id = ${accountId} and merged_id = ${mergedId}
    ), separated as (
      update contacts set merged_into = null, updated_at = app_now()
      where account_id = ${accountId} and id = ${mergedId}
    )
    select key from moved`
}

/** Afterwards, these contacts can no longer be separated. Returns how many merges were forgotten. */
export function forgetMerges(
  db: Db,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  return countChanges(db)`
    delete from contact_merges m using (
      select account_id, id from contact_merges
      where merged_at < app_now() - make_interval(days => ${olderThanDays}) limit ${limit}
    ) o where m.account_id = o.account_id and m.id = o.id`
}
