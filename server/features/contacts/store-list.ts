// The SQL that reads contacts with their addresses, and searches them.
import { type RawBuilder, sql } from 'kysely'
import { maxCounted } from '#contract/contacts/contacts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Contact } from './contact.ts'
import { rootOf } from './store-merges.ts'

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

/** Those who were last in touch first. `total` counts up to `maxCounted`. */
export async function selectContacts(
  db: Db,
  accountId: number,
  { search, label }: ContactFilter,
  { after, limit }: { after: ContactPosition | undefined; limit: number },
): Promise<{ rows: Contact[]; total: number }> {
  const conditions = [sql`c.account_id = ${accountId} and c.merged_into is null`]
  if (label !== undefined) conditions.push(sql`c.labels @> ${[label]}::text[]`)
  const { source, condition } = searched(accountId, search)
  const where = sql.join([...conditions, condition], sql` and `)
  const isNext = after
    ? sql`(c.last_seen_at, c.id) < (${after.lastSeenAt}::timestamptz, ${after.id}::bigint)`
    : sql`true`
  const rows = await allRows<Contact & { total: number }>(db)`
    with ${source},
    counted as (select count(*)::int as total from (select from contacts c where ${where} limit ${maxCounted}) c),
    listed as (
      select * from contacts c where ${where} and ${isNext} order by c.last_seen_at desc, c.id desc limit ${limit})
    select ${columns}, total from counted left join listed c on true order by c.last_seen_at desc, c.id desc`
  const [first] = rows
  return { rows: rows.filter(({ id }) => id !== null), total: first?.total ?? 0 }
}

interface Searched {
  /** A definition that precedes the statement. */
  source: RawBuilder<unknown>
  condition: RawBuilder<unknown>
}

function searched(accountId: number, search: string | undefined): Searched {
  if (search === undefined) return { source: sql`found as (select)`, condition: sql`true` }
  const patterns = patternsOf(search)
  const matches = (text: RawBuilder<unknown>) =>
    sql`(${sql.join(
      patterns.map((pattern) => sql`${text} ilike ${pattern}`),
      sql` or `,
    )})`
  const names = sql`contact_names(s.name, s.profile_name)`
  const isShort = [...search].length < minIndexed
  const latest = sql`(select * from contacts where account_id = ${accountId} and merged_into is null
    order by last_seen_at desc, id desc limit ${maxCounted})`
  const byName = sql`(select s.id from ${isShort ? latest : sql`contacts`} s
    where s.account_id = ${accountId} and ${matches(names)} limit ${maxCounted})`
  const byAddress = isShort
    ? sql`(select s.id from ${latest} s join contact_addresses a on a.account_id = s.account_id and a.contact_id = s.id
        where ${matches(sql`a.key`)})`
    : sql`(select a.contact_id from contact_addresses a
        where a.account_id = ${accountId} and ${matches(sql`a.key`)} limit ${maxCounted})`
  return {
    source: sql`found (id) as materialized (${byName} union ${byAddress})`,
    condition: sql`c.id in (select id from found)`,
  }
}

/** The text, and its digits if it looks like a phone number. */
function patternsOf(text: string): string[] {
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const parts = new Set([text, ...(digits.length >= minIndexed ? [digits] : [])])
  return [...parts].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
}
