// SQL for the daily use of assistants by anonymous visitors.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { hasRows } from '#server/platform/database/statements.ts'

export interface VisitorDay {
  accountId: number
  assistantId: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  /** Identifies the visitor's address on this day only. */
  addressKey: string
}

export interface VisitorUse {
  turns: number
  testMessages: number
  spentMicros: number
}

/** Returns false if the use would exceed `limit`. */
export async function takeVisitorUse(db: Db, day: VisitorDay, use: VisitorUse, limit: VisitorUse): Promise<boolean> {
  if (use.turns > limit.turns || use.testMessages > limit.testMessages || use.spentMicros > limit.spentMicros)
    return false
  return hasRows(db)`
    insert into conversation_visitors as v (account_id, assistant_id, day, turns, test_messages, spent_micros)
    values (${day.accountId}, ${day.assistantId}, ${day.day}, ${use.turns}, ${use.testMessages}, ${use.spentMicros})
    on conflict (account_id, assistant_id, day) do update
      set turns = v.turns + excluded.turns, test_messages = v.test_messages + excluded.test_messages,
        spent_micros = v.spent_micros + excluded.spent_micros
      where v.turns + excluded.turns <= ${limit.turns}
        and (excluded.test_messages = 0 or v.test_messages + excluded.test_messages <= ${limit.testMessages})
        and (excluded.spent_micros = 0 or v.spent_micros + excluded.spent_micros <= ${limit.spentMicros})
    returning 1`
}

/** Returns false if the address has already taken `limit` turns on this day. */
export async function takeAddressTurn(db: Db, { day, addressKey }: VisitorDay, limit: number): Promise<boolean> {
  if (limit < 1) return false
  return hasRows(db)`
    insert into conversation_visitor_addresses as a (day, address_key, turns) values (${day}, ${addressKey}, 1)
    on conflict (day, address_key) do update set turns = a.turns + 1 where a.turns < ${limit}
    returning 1`
}

/** Returns false if the files of the day would have more than `limit` bytes. With zero bytes, whether more are possible. */
export async function takeVisitorFile(db: Db, day: VisitorDay, bytes: number, limit: number): Promise<boolean> {
  if (Math.max(bytes, 1) > limit) return false
  return hasRows(db)`
    insert into conversation_visitors as v (account_id, assistant_id, day, file_bytes)
    values (${day.accountId}, ${day.assistantId}, ${day.day}, ${bytes})
    on conflict (account_id, assistant_id, day) do update set file_bytes = v.file_bytes + excluded.file_bytes
      where v.file_bytes + greatest(excluded.file_bytes, 1) <= ${limit}
    returning 1`
}

/** As `takeVisitorFile`, for an address. */
export async function takeAddressFile(
  db: Db,
  { day, addressKey }: VisitorDay,
  bytes: number,
  limit: number,
): Promise<boolean> {
  if (Math.max(bytes, 1) > limit) return false
  return hasRows(db)`
    insert into conversation_visitor_addresses as a (day, address_key, turns, file_bytes)
    values (${day}, ${addressKey}, 0, ${bytes})
    on conflict (day, address_key) do update set file_bytes = a.file_bytes + excluded.file_bytes
      where a.file_bytes + greatest(excluded.file_bytes, 1) <= ${limit}
    returning 1`
}

export async function refundVisitorUse(db: Db, day: VisitorDay, use: VisitorUse): Promise<void> {
  await sql`
    with address as (
      update conversation_visitor_addresses set turns = greatest(turns - ${use.turns}, 0)
      where day = ${day.day} and address_key = ${day.addressKey}
    )
    update conversation_visitors
    set turns = turns - ${use.turns}, test_messages = test_messages - ${use.testMessages},
      spent_micros = spent_micros - ${use.spentMicros}
    where account_id = ${day.accountId} and assistant_id = ${day.assistantId} and day = ${day.day}`.execute(db)
}

export async function deleteOldVisitorDays(db: Db, before: string): Promise<void> {
  await sql`delete from conversation_visitors where day < ${before}`.execute(db)
}

export async function deleteOldVisitorAddresses(db: Db, before: string): Promise<void> {
  await sql`delete from conversation_visitor_addresses where day < ${before}`.execute(db)
}
