// The SQL of the do-not-contact list.

import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type PageNumber, selectPage } from '#server/platform/database/select-page.ts'
import { allRows, changesOne } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { BlockSource, ContactNumber, Entry, Scope } from './contact.ts'

const columns = sql`
  d.id, d.phone_number as address, d.scope, nullif(d.topic, '') as topic, d.source, d.note, d.reference, d.created_at`

export interface EntryFilter {
  numberKeys: readonly string[] | undefined
  scope: Scope | undefined
}

/** Newest first. */
export function selectEntries(
  db: Db,
  accountId: number,
  { numberKeys, scope }: EntryFilter,
  page: PageNumber,
): Promise<{ rows: Entry[]; total: number }> {
  const conditions = [sql`d.account_id = ${accountId}`]
  if (numberKeys) conditions.push(sql`d.number_key = any(${numberKeys}::text[])`)
  if (scope) conditions.push(sql`d.scope = ${scope}`)
  const where = sql.join(conditions, sql` and `)
  const order = sql`d.id desc`
  return selectPage<Entry>(db, { columns, table: sql`do_not_contact`, alias: sql`d`, where, order }, page)
}

export interface EntryKey {
  scope: Scope
  /** See `topicKey`. */
  topic: string
  source: BlockSource
}

export interface NewEntries extends EntryKey {
  /** With different keys. */
  numbers: readonly ContactNumber[]
  note: string | null
  reference: string | null
  /** When the person asked for it. By default now. */
  requestedAt?: Timestamp | undefined
}

export interface SavedEntry extends Entry {
  numberKey: string
  isNew: boolean
}

/** Existing entries stay, and are returned as well. Rows are locked in one order, so that requests do not deadlock. */
export function saveEntries(db: Db, accountId: number, entries: NewEntries): Promise<SavedEntry[]> {
  const { numbers, scope, topic, source, note, reference, requestedAt } = entries
  return allRows<SavedEntry>(db)`
    insert into do_not_contact as d (account_id, phone_number, number_key, scope, topic, source, note, reference,
      requested_at, created_at)
    select ${accountId}, n.phone_number, n.number_key, ${scope}, ${topic}, ${source}, ${note}, ${reference},
      coalesce(${requestedAt ?? null}::timestamptz, app_now()), app_now()
    from unnest(${numbers.map((one) => one.phoneNumber)}::text[], ${numbers.map((one) => one.numberKey)}::text[])
      as n (phone_number, number_key)
    order by n.number_key
    on conflict (account_id, number_key, scope, topic, source) do update set
      requested_at = greatest(d.requested_at, excluded.requested_at)
    returning ${columns}, d.number_key, d.xmax = 0 as is_new`
}

export function deleteEntryRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from do_not_contact where account_id = ${accountId} and id = ${id}`
}

export async function deleteEntryOf(
  db: Db,
  accountId: number,
  { numberKeys, scope, topic, source }: EntryKey & { numberKeys: readonly string[] },
): Promise<void> {
  await sql`
    delete from do_not_contact where account_id = ${accountId} and number_key = any(${numberKeys}::text[]) and scope = ${scope}
      and topic = ${topic} and source = ${source}`.execute(db)
}

/** Deletes the entries that a consent of this time ends: those of its topic, or all if the topic is empty. */
export async function deleteEntriesEndedBy(
  db: Db,
  accountId: number,
  { numberKeys, topic, at }: { numberKeys: readonly string[]; topic: string; at: Timestamp },
): Promise<void> {
  await sql`
    delete from do_not_contact where account_id = ${accountId} and number_key = any(${numberKeys}::text[])
      and source in ('message', 'consent') and requested_at <= ${at}::timestamptz
      and (${topic} = '' or topic = ${topic})`.execute(db)
}
