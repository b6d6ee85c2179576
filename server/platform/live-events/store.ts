// The SQL of live events: transactions add them, a process numbers the committed ones, and processes read them by number.
import { sql } from 'kysely'
import type { EventName } from '#contract/events/events.ts'
import { allRows, oneValue } from '#server/platform/database/statements.ts'
import type { Db } from '../database/database.ts'
import type { Timestamp } from '../time/timestamps.ts'

export interface NewEvent {
  accountId: number
  event: EventName
  payload: Record<string, unknown>
}

export interface EventRow {
  accountId: number
  seq: number
  event: EventName
  payload: Record<string, unknown>
  createdAt: Timestamp
}

/** In the transaction in which the events happen. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  const accountIds = events.map(({ accountId }) => accountId)
  const names = events.map(({ event }) => event)
  const payloads = events.map(({ payload }) => JSON.stringify(payload))
  // The same statement for any number of events, so that it is prepared once.
  await sql`
    insert into new_live_events (account_id, event, payload)
    select account_id, event, payload::jsonb
    from unnest(${accountIds}::bigint[], ${names}::text[], ${payloads}::text[])
      with ordinality as given (account_id, event, payload, position)
    order by position`.execute(db)
}

export interface NumberedBatch {
  afterSeq: number
  lastSeq: number
  accountIds: number[]
  count: number
}

/** Returns undefined if there was nothing to number. */
export async function numberEvents(db: Db, limit: number): Promise<NumberedBatch | undefined> {
  const { rows } = await sql<NumberedBatch | Record<keyof NumberedBatch, null>>`
    select v_after_seq as after_seq, v_last_seq as last_seq, to_jsonb(v_account_ids) as account_ids, v_count as count
    from number_live_events(${limit})`.execute(db)
  const batch = rows[0]!
  return batch.lastSeq === null ? undefined : (batch as NumberedBatch)
}

export function findLastSeq(db: Db): Promise<number> {
  return oneValue<number>(db)`select last_seq from live_event_position`
}

/** The events of these accounts after `afterSeq`, up to `lastSeq`, in their order. */
export function selectEvents(
  db: Db,
  accountIds: readonly number[],
  { afterSeq, lastSeq, limit }: { afterSeq: number; lastSeq: number; limit: number },
): Promise<EventRow[]> {
  return allRows<EventRow>(db)`
    select account_id, seq, event, payload, created_at from live_events
    where account_id = any(${accountIds}::bigint[]) and seq > ${afterSeq} and seq <= ${lastSeq}
    order by seq limit ${limit}`
}

export interface EventPage {
  /** The events after a higher number, or up to `deletedSeq`, are not known. */
  lastSeq: number
  deletedSeq: number
  rows: EventRow[]
}

/** The next events of one account, and the positions at the same moment. */
export async function selectPage(
  db: Db,
  accountId: number,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<EventPage> {
  type Row = EventRow & { lastSeq: number; deletedSeq: number }
  const { rows } = await sql<Row>`
    select p.last_seq, p.deleted_seq, e.account_id, e.seq, e.event, e.payload, e.created_at
    from live_event_position p left join lateral (
      select account_id, seq, event, payload, created_at from live_events
      where account_id = ${accountId} and seq > ${afterSeq} order by seq limit ${limit}
    ) e on true
    order by e.seq`.execute(db)
  const { lastSeq, deletedSeq } = rows[0]!
  return { lastSeq, deletedSeq, rows: rows.filter(({ seq }) => seq !== null) }
}

/** The indexes on `callId` of these events need the conditions to be written like this. */
export async function deleteWordsOfCalls(db: Db, accountId: number, callIds: readonly number[]): Promise<void> {
  const isAbout = sql`account_id = ${accountId} and event = 'call.transcript'
    and (payload ->> 'callId')::bigint = any(${callIds}::bigint[])`
  await sql`
    with waiting as (delete from new_live_events where ${isAbout})
    delete from live_events where ${isAbout}`.execute(db)
}

/** Returns how many were deleted. `keepMs` is real time. */
export function deleteOldEvents(db: Db, keepMs: number, limit: number): Promise<number> {
  return oneValue<number>(db)`
    select delete_old_live_events(make_interval(secs => ${keepMs / 1000}), ${limit}) as count`
}
