// The SQL that decides whether a person may be contacted.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { type Block, type BlockSource, type ConsentStatus, type ContactRule, type Scope, topicKey } from './contact.ts'
import type { KeysOfPerson } from './erased-key.ts'

/** The widest scope first. */
const widest = sql`array_position(array['everything', 'campaigns', 'topic'], d.scope), d.created_at`

/** Entries and consents without a topic count for every topic. */
const appliesTo = (topic: string | null): RawBuilder<unknown> => sql`topic in ('', ${topicKey(topic)})`

interface RuleRow {
  scope: Scope | null
  blockSource: BlockSource
  since: Timestamp
  status: ConsentStatus | null
  consentSource: string
  at: Timestamp
  consentTopic: string | null
}

/** For contact by a campaign about `topic`; with null, entries and consents for a topic do not count. */
export async function findRule(
  db: Db,
  accountId: number,
  { entryKeys, keys }: KeysOfPerson,
  topic: string | null,
): Promise<ContactRule> {
  const { rows } = await sql<RuleRow>`
    select b.scope, b.source as block_source, b.created_at as since,
      c.status, c.source as consent_source, c.at, nullif(c.topic, '') as consent_topic
    from (select) one left join lateral (
      select * from do_not_contact d
      where d.account_id = ${accountId} and d.number_key = any(${entryKeys}::text[]) and d.${appliesTo(topic)}
      order by ${widest} limit 1
    ) b on true left join lateral (
      select * from consents c
      where c.account_id = ${accountId} and c.number_key = any(${keys}::text[]) and c.${appliesTo(topic)}
      order by c.at desc, c.id desc limit 1
    ) c on true`.execute(db)
  const { scope, blockSource, since, status, consentSource, at, consentTopic } = rows[0]!
  return {
    blockedBy: scope === null ? undefined : { scope, source: blockSource, since },
    consent: status === null ? undefined : { status, source: consentSource, at, topic: consentTopic },
  }
}

/** Whether one of the keys has an entry with the scope `everything`. */
export function isListed(db: Db, accountId: number, keys: readonly string[]): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from do_not_contact where account_id = ${accountId} and number_key = any(${keys}::text[])
        and scope = 'everything') as is_listed`
}

export function hasEntryBy(
  db: Db,
  accountId: number,
  { keys, source }: { keys: readonly string[]; source: BlockSource },
): Promise<boolean> {
  return hasRows(db)`
    select from do_not_contact
    where account_id = ${accountId} and number_key = any(${keys}::text[]) and source = ${source} limit 1`
}

/** The entry with the widest scope for each key. */
export async function selectBlocks(
  db: Db,
  accountId: number,
  keys: readonly string[],
  topic: string | null,
): Promise<ReadonlyMap<string, Block>> {
  const { rows } = await sql<Block & { numberKey: string }>`
    select distinct on (d.number_key) d.number_key, d.scope, d.source, d.created_at as since
    from do_not_contact d
    where d.account_id = ${accountId} and d.number_key = any(${keys}::text[]) and d.${appliesTo(topic)}
    order by d.number_key, ${widest}`.execute(db)
  return new Map(rows.map(({ numberKey, ...block }) => [numberKey, block]))
}

/** The latest consent or withdrawal of each key. The latest of all has the highest position. */
export async function selectLatestConsents(
  db: Db,
  accountId: number,
  keys: readonly string[],
  topic: string | null,
): Promise<ReadonlyMap<string, { status: ConsentStatus; position: number }>> {
  const rows = await allRows<{ numberKey: string; status: ConsentStatus; position: number }>(db)`
    select number_key, status, row_number() over (order by at, id)::int as position from (
      select distinct on (c.number_key) c.number_key, c.status, c.at, c.id from consents c
      where c.account_id = ${accountId} and c.number_key = any(${keys}::text[]) and c.${appliesTo(topic)}
      order by c.number_key, c.at desc, c.id desc) latest`
  return new Map(rows.map(({ numberKey, ...consent }) => [numberKey, consent]))
}
