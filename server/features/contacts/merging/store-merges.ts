// The SQL that merges contacts, and separates them again.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, countChanges, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { AddressKey } from '../contact/address.ts'
import type { Profile } from '../contact/contact.ts'
import { rootOf, withMerged } from '../contact/store-merged.ts'

export type MergeCause = 'event' | 'request'

export interface LockedContact extends Profile {
  id: number
}

/** Those of the contacts that are not merged, in the order of their ids. Locks them until the end of the transaction. */
export function lockContacts(db: Db, accountId: number, ids: readonly number[]): Promise<LockedContact[]> {
  return allRows<LockedContact>(db)`
    select id, name, attributes, labels from contacts
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and merged_into is null
    order by id for no key update`
}

interface NewMerge {
  contactId: number
  mergedId: number
  cause: MergeCause
  /** The profile of the contact that remains, and what of it comes from the other one. */
  profile: Profile
  added: Profile
}

/** Both contacts are locked. The contact that remains gets the addresses. */
export async function insertMerge(
  db: Db,
  accountId: number,
  { contactId, mergedId, cause, profile, added }: NewMerge,
): Promise<void> {
  await sql`
    with moved as (
      update contact_addresses set contact_id = ${contactId}
      where account_id = ${accountId} and contact_id = ${mergedId}
      returning kind, key
    ), merged as (
      update contacts set merged_into = ${contactId}, updated_at = app_now()
      where account_id = ${accountId} and id = ${mergedId}
      returning profile_name, last_seen_at
    ), remaining as (
      update contacts c set name = ${profile.name}, attributes = ${JSON.stringify(profile.attributes)}::jsonb,
        labels = ${profile.labels}::text[], profile_name = coalesce(c.profile_name, m.profile_name),
        last_seen_at = greatest(c.last_seen_at, m.last_seen_at), updated_at = app_now()
      from merged m where c.account_id = ${accountId} and c.id = ${contactId}
    )
    insert into contact_merges (account_id, contact_id, merged_id, cause, addresses, added, merged_at)
    select ${accountId}, ${contactId}, ${mergedId}, ${cause},
      coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'key', key)) from moved), '[]'),
      ${JSON.stringify(added)}::jsonb, app_now()`.execute(db)
}

export interface Merge {
  mergedId: number
  /** The contact that has the addresses now: the one into which it was merged, or one into which that was merged. */
  rootId: number
  addresses: AddressKey[]
  added: Profile
}

/** The merge of the contact, while it can be separated. */
export function findMerge(db: Db, accountId: number, mergedId: number): Promise<Merge | undefined> {
  return firstRow<Merge>(db)`
    select m.merged_id, m.addresses, m.added, ${rootOf(accountId, mergedId)} as root_id
    from contact_merges m where m.account_id = ${accountId} and m.merged_id = ${mergedId}`
}

/**
 * Gives the merged contact those of its addresses back that the other one still has. Returns their keys. Both are locked.
 * `profile` is that of the other one, without what it got.
 */
export function separate(
  db: Db,
  accountId: number,
  { mergedId, rootId, addresses }: Merge,
  profile: Profile,
): Promise<string[]> {
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
    ), other as (
      update contacts set name = ${profile.name}, attributes = ${JSON.stringify(profile.attributes)}::jsonb,
        labels = ${profile.labels}::text[], updated_at = app_now()
      where account_id = ${accountId} and id = ${rootId}
    )
    select key from moved`
}

export interface ListedMerge {
  contactId: number
  name: string | null
  cause: MergeCause
  mergedAt: Timestamp
}

/** The contacts that can be separated from this one, those that were merged last first. */
export function selectMerges(db: Db, accountId: number, contactId: number): Promise<ListedMerge[]> {
  return allRows<ListedMerge>(db)`
    select m.merged_id as contact_id, coalesce(c.name, c.profile_name) as name, m.cause, m.merged_at
    from contact_merges m join contacts c on c.account_id = m.account_id and c.id = m.merged_id
    where m.account_id = ${accountId} and m.contact_id in ${withMerged(accountId, contactId)}
    order by m.merged_at desc, m.id desc limit 100`
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
