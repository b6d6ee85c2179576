// SQL for snoozes and for what members have read.
import { maxUnread } from '#contract/conversations/inbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstRow, hasRows, mapOf } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export function updateSnooze(
  db: Db,
  accountId: number,
  uuid: string,
  until: Date | null,
): Promise<{ snoozedUntil: Timestamp | null } | undefined> {
  return firstRow<{ snoozedUntil: Timestamp | null }>(db)`
    update conversations set snoozed_until = ${until} where account_id = ${accountId} and uuid = ${uuid}
    returning snoozed_until`
}

/** Up to the latest message. Returns false if there is no such conversation. */
export function insertRead(db: Db, accountId: number, userId: number, uuid: string): Promise<boolean> {
  return changesOne(db)`
    insert into conversation_reads as r (account_id, user_id, conversation_id, read_turn)
    select account_id, ${userId}, id, turns from conversations where account_id = ${accountId} and uuid = ${uuid}
    on conflict (account_id, user_id, conversation_id) do update
      set read_turn = greatest(r.read_turn, excluded.read_turn)`
}

/** From the latest message of the customer on. Returns false if there is no such conversation. */
export function deleteRead(db: Db, accountId: number, userId: number, uuid: string): Promise<boolean> {
  return hasRows(db)`
    with c as (
      select account_id, id, last_customer_turn from conversations where account_id = ${accountId} and uuid = ${uuid}
    ), changed as (
      update conversation_reads r set read_turn = c.last_customer_turn - 1 from c
      where r.account_id = c.account_id and r.user_id = ${userId} and r.conversation_id = c.id
        and r.read_turn >= c.last_customer_turn and c.last_customer_turn > 0
    )
    select id from c`
}

/** The messages of the customer that the user has not read, up to `maxUnread`, by conversation. */
export function countUnread(
  db: Db,
  accountId: number,
  userId: number,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return mapOf<number, number>(db)`
    select c.id, (
      select count(*)::int from (
        select from conversation_messages m
        where m.account_id = c.account_id and m.conversation_id = c.id and m.part = 0
          and m.turn > coalesce(r.read_turn, 0) and m.turn <= c.last_customer_turn
        limit ${maxUnread}) m) as unread
    from conversations c
    left join conversation_reads r on r.account_id = c.account_id and r.user_id = ${userId} and r.conversation_id = c.id
    where c.account_id = ${accountId} and c.id = any(${conversationIds}::bigint[])
      and c.last_customer_turn > coalesce(r.read_turn, 0)`
}
