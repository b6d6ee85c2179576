// The SQL that reads contacts with their addresses, and searches them.
import { type RawBuilder, sql } from 'kysely'
import { maxCounted } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like-pattern.ts'
import { allRows, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Contact } from './contact.ts'
import { rootOf } from './store-merged.ts'

const columns = sql`
  c.id, c.name, c.profile_name, c.attributes, c.labels, c.created_at, c.updated_at, c.last_seen_at, coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'address', a.address, 'createdAt',
      to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by a.created_at, a.id)
    from contact_addresses a where a.account_id = c.account_id and a.contact_id = c.id), '[]') as addresses`

/** For a contact that was merged, the one into which it was merged. */
export function findContact(db: Db, accountId: number, id: number): Promise<Contact | undefined> {
  return firstRow<Contact>(db)`
    select ${columns} from contacts c where c.account_id = ${accountId} and c.id = ${rootOf(accountId, id)}`
}

export interface ContactFilter {
  search: string | undefined
  label: string | undefined
}

export interface ContactPosition {
  lastSeenAt: Timestamp
  id: number
}

/** With fewer characters, a text is in too many contacts for an index. */
const minIndexed = 3
/** So many of the contacts that were last in touch are read one by one before an index is used. */
const latest = 2_000

interface Range {
  after: ContactPosition | undefined
  limit: number
}

const lastSeenFirst = sql`c.last_seen_at desc, c.id desc`

/** Those who were last in touch first. `total` counts up to `maxCounted`; it is null for a search. */
export async function selectContacts(
  db: Db,
  accountId: number,
  { search, label }: ContactFilter,
  range: Range,
): Promise<{ rows: Contact[]; total: number | null }> {
  const conditions = [sql`c.account_id = ${accountId} and c.merged_into is null`]
  if (label !== undefined) conditions.push(sql`c.labels @> ${[label]}::text[]`)
  const where = sql.join(conditions, sql` and `)
  if (search !== undefined) return { rows: await searchContacts(db, accountId, { search, where }, range), total: null }
  const rows = await allRows<Contact>(db)`
    select ${columns} from contacts c where ${where} and ${isAfter(range)} order by ${lastSeenFirst} limit ${range.limit}`
  const total = await oneValue<number>(db)`
    select count(*)::int from (select from contacts c where ${where} limit ${maxCounted}) c`
  return { rows, total }
}

const isAfter = ({ after }: Range): RawBuilder<unknown> =>
  after ? sql`(c.last_seen_at, c.id) < (${after.lastSeenAt}::timestamptz, ${after.id}::bigint)` : sql`true`

/** A text of many contacts is in enough of the latest ones; one of few contacts is found by the indexes. */
async function searchContacts(
  db: Db,
  accountId: number,
  { search, where }: { search: string; where: RawBuilder<unknown> },
  range: Range,
): Promise<Contact[]> {
  const { inName, inAddress } = matchesOf(search)
  const ofContact = sql`a.account_id = ${accountId} and a.contact_id = c.id`
  const rows = await allRows<Contact>(db)`
    with latest as (
      select * from contacts c where ${where} and ${isAfter(range)} order by ${lastSeenFirst} limit ${latest})
    select ${columns} from latest c
    where ${inName(sql`c`)} or (select bool_or(${inAddress}) from contact_addresses a where ${ofContact})
    order by ${lastSeenFirst} limit ${range.limit}`
  if (rows.length === range.limit || [...search].length < minIndexed) return rows
  return allRows<Contact>(db)`
    with found as (
      select c.id, c.last_seen_at from contacts c where ${where} and ${isAfter(range)} and ${inName(sql`c`)}
      union
      select c.id, c.last_seen_at from contact_addresses a
      join contacts c on c.account_id = ${accountId} and c.id = a.contact_id and ${where} and ${isAfter(range)}
      where a.account_id = ${accountId} and ${inAddress}
    ), page as (select id from found c order by ${lastSeenFirst} limit ${range.limit})
    select ${columns} from page join contacts c on c.account_id = ${accountId} and c.id = page.id
    order by ${lastSeenFirst}`
}

/** The first digits of long numbers are those of many, so the index is asked for the last ones only. */
const indexedDigits = 6

/** Conditions on the row of a contact, and on the row `a` of an address. */
function matchesOf(search: string) {
  const pattern = sql`lower(${containing(search)})`
  const digits = /^[\d\s+().-]+$/.test(search) ? search.replace(/\D/g, '') : ''
  const inNumber = sql`(lower(a.key) like ${containing(digits.slice(-indexedDigits))} and position(${digits} in a.key) > 0)`
  return {
    inName: (row: RawBuilder<unknown>) => sql`contact_names(${row}.name, ${row}.profile_name) like ${pattern}`,
    inAddress: digits.length < minIndexed ? sql`lower(a.key) like ${pattern}` : inNumber,
  }
}
