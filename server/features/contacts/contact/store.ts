// The SQL that finds contacts by their addresses, and creates and changes them.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { lockInTransaction, locking } from '#server/platform/database/lock-in-transaction.ts'
import { allRows, firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { Address, AddressKey } from './address.ts'

const keysIn = (addresses: readonly AddressKey[]) =>
  sql`unnest(${addresses.map(({ kind }) => kind)}::text[], ${addresses.map(({ key }) => key)}::text[]) as k (kind, key)`

/** Records to the minute that the contacts with these addresses are in touch. Returns how many of these each has. */
export function touchContacts(
  db: Db,
  accountId: number,
  {
    addresses,
    name,
    profileName,
  }: { addresses: readonly AddressKey[]; name: string | null; profileName: string | null },
): Promise<{ id: number; name: string | null; addresses: number }[]> {
  return allRows<{ id: number; name: string | null; addresses: number }>(db)`
    with known as (
      select a.contact_id, count(*)::int as addresses
      from ${keysIn(addresses)}
      join contact_addresses a on a.account_id = ${accountId} and a.key = k.key and a.kind = k.kind
      group by a.contact_id
    ), touched as (
      update contacts c set last_seen_at = app_now(), name = coalesce(c.name, ${name}),
        profile_name = coalesce(${profileName}, c.profile_name)
      from known k
      where c.account_id = ${accountId} and c.id = k.contact_id
        and (c.last_seen_at < app_now() - interval '1 minute' or (c.name is null and ${name}::text is not null)
          or c.profile_name is distinct from coalesce(${profileName}, c.profile_name))
    )
    select c.id, c.name, k.addresses from known k join contacts c on c.account_id = ${accountId} and c.id = k.contact_id`
}

/** Until the end of the transaction, no other one gives these addresses to contacts. */
export async function lockAddresses(db: Db, accountId: number, addresses: readonly AddressKey[]): Promise<void> {
  const keys = addresses.map(({ key }) => key)
  await lockInTransaction(db, lockOf(accountId), keys)
}

const lockOf = (accountId: number): string => `parley:contacts:${accountId}`

export interface OwnedAddress extends Address {
  contactId: number
}

/** All addresses of the contacts with these addresses. Locks the contacts until the end of the transaction. */
export function lockContactsOf(db: Db, accountId: number, addresses: readonly AddressKey[]): Promise<OwnedAddress[]> {
  return allRows<OwnedAddress>(db)`
    with locked as (
      select c.id from contacts c
      where c.account_id = ${accountId} and c.id in (
        select a.contact_id from ${keysIn(addresses)}
        join contact_addresses a on a.account_id = ${accountId} and a.key = k.key and a.kind = k.kind)
      order by c.id for no key update
    )
    select a.kind, a.key, a.address, a.scope, a.contact_id from locked c
    join contact_addresses a on a.account_id = ${accountId} and a.contact_id = c.id`
}

export function insertContact(
  db: Db,
  accountId: number,
  { name, profileName }: { name: string | null; profileName: string | null },
): Promise<number> {
  return oneValue<number>(db)`
    insert into contacts (account_id, name, profile_name, created_at, updated_at, last_seen_at)
    values (${accountId}, ${name}, ${profileName}, app_now(), app_now(), app_now())
    returning id`
}

/**
 * Creates a contact with addresses that none has. Returns undefined if another transaction has created a contact with one
 * of them in the meantime; the own transaction must not be committed then.
 */
export function insertWithAddresses(
  db: Db,
  accountId: number,
  { name, profileName, addresses }: { name: string | null; profileName: string | null; addresses: readonly Address[] },
): Promise<number | undefined> {
  const keys = addresses.map(({ key }) => key)
  return firstValue<number>(db)`
    with locked as materialized (${locking(lockOf(accountId), keys)}), contact as (
      insert into contacts (account_id, name, profile_name, created_at, updated_at, last_seen_at)
      select ${accountId}, ${name}, ${profileName}, app_now(), app_now(), app_now() from locked
      returning id
    ), saved as (
      insert into contact_addresses (account_id, kind, key, address, scope, contact_id, created_at)
      select ${accountId}, n.kind, n.key, n.address, n.scope, c.id, app_now()
      from contact c cross join ${addressRows(addresses)} as n (kind, key, address, scope)
      order by n.key, n.kind
      on conflict (account_id, key, kind) do nothing
      returning contact_id
    )
    select min(contact_id) from saved having count(*) = ${addresses.length}::int`
}

const addressRows = (addresses: readonly Address[]) => {
  const columns = [
    addresses.map(({ kind }) => kind),
    addresses.map(({ key }) => key),
    addresses.map(({ address }) => address),
    addresses.map(({ scope }) => scope ?? null),
  ]
  return sql`unnest(${sql.join(columns.map((values) => sql`${values}::text[]`))})`
}

/** Gives the addresses to the contact, also those that another one has. */
export async function saveAddresses(
  db: Db,
  accountId: number,
  contactId: number,
  addresses: readonly Address[],
): Promise<void> {
  await sql`
    insert into contact_addresses as a (account_id, kind, key, address, scope, contact_id, created_at)
    select ${accountId}, kind, key, address, scope, ${contactId}, app_now()
    from ${addressRows(addresses)} as n (kind, key, address, scope)
    order by key, kind
    on conflict (account_id, key, kind) do update set contact_id = excluded.contact_id`.execute(db)
}

/** How many addresses the contacts have together. */
export function countAddresses(db: Db, accountId: number, contactIds: readonly number[]): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int from contact_addresses
    where account_id = ${accountId} and contact_id = any(${contactIds}::bigint[])`
}

export function findOwner(db: Db, accountId: number, { kind, key }: AddressKey): Promise<number | undefined> {
  return firstValue<number>(db)`
    select contact_id from contact_addresses where account_id = ${accountId} and key = ${key} and kind = ${kind}`
}

/** Returns the key of the address; undefined if the contact does not have it. */
export function deleteAddress(db: Db, accountId: number, contactId: number, id: number): Promise<string | undefined> {
  return firstValue<string>(db)`
    delete from contact_addresses where account_id = ${accountId} and contact_id = ${contactId} and id = ${id}
    returning key`
}

/** A contact has one username at a time. */
export async function deleteOtherUsernames(db: Db, accountId: number, contactId: number, key: string): Promise<void> {
  await sql`
    delete from contact_addresses
    where account_id = ${accountId} and contact_id = ${contactId} and kind = 'username' and key <> ${key}`.execute(db)
}
