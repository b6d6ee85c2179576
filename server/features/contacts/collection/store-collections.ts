// The SQL that makes contacts of the people in rows from before there were contacts.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { KnownPerson } from './known-person.ts'

interface Collection<Position> {
  position: Position | null
  done: boolean
}

/** Locked until the end of the transaction. Undefined if another process has it. */
export async function lockCollection<Position>(db: Db, source: string): Promise<Collection<Position> | undefined> {
  await sql`insert into contact_collections (source) values (${source}) on conflict do nothing`.execute(db)
  return firstRow<Collection<Position>>(db)`
    select position, done from contact_collections where source = ${source} for update skip locked`
}

export async function saveCollection(db: Db, source: string, position: unknown): Promise<void> {
  await sql`update contact_collections set position = ${JSON.stringify(position)}::jsonb where source = ${source}`.execute(
    db,
  )
}

export async function finishCollection(db: Db, source: string): Promise<void> {
  await sql`update contact_collections set done = true, position = null where source = ${source}`.execute(db)
}

/** Addresses that have a contact are left out. Returns false if another transaction gave one of the others a contact. */
export function insertCollected(db: Db, persons: readonly KnownPerson[]): Promise<boolean> {
  const column = (of: (person: KnownPerson) => unknown, type: string) => sql`${persons.map(of)}::${sql.raw(type)}[]`
  const columns = [
    column((person) => person.accountId, 'bigint'),
    column((person) => person.kind, 'text'),
    column((person) => person.key, 'text'),
    column((person) => person.address, 'text'),
    column((person) => person.scope ?? null, 'text'),
    column((person) => person.profileName, 'text'),
    column((person) => person.lastSeenAt, 'timestamptz'),
  ]
  return oneValue<boolean>(db)`
    with latest as (
      select distinct on (n.account_id, n.key, n.kind) n.*
      from unnest(${sql.join(columns)}) as n (account_id, kind, key, address, scope, profile_name, last_seen_at)
      where not exists (select from contact_addresses a
        where a.account_id = n.account_id and a.key = n.key and a.kind = n.kind)
      order by n.account_id, n.key, n.kind, n.last_seen_at desc
    ), fresh as materialized (
      select nextval(pg_get_serial_sequence('contacts', 'id')) as id, l.* from latest l
    ), made as (
      insert into contacts (account_id, id, profile_name, created_at, updated_at, last_seen_at)
      overriding system value
      select account_id, id, profile_name, last_seen_at, last_seen_at, last_seen_at from fresh
      returning id
    ), saved as (
      insert into contact_addresses (account_id, kind, key, address, scope, contact_id, created_at)
      select account_id, kind, key, address, scope, id, last_seen_at from fresh order by account_id, key, kind
      on conflict (account_id, key, kind) do nothing
      returning contact_id
    )
    select (select count(*) from made) = (select count(*) from saved)`
}
