// The SQL of failed answers to customers and their retries.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, firstValue } from '#server/platform/database/statements.ts'
import type { SenderOfAccount } from '../contacts/store-contacts.ts'

export interface AnswerRef {
  accountId: number
  conversationId: number
}

/** Returns the number of failed attempts, including this one. */
export async function countFailedAnswer(db: Db, { accountId, conversationId }: AnswerRef): Promise<number> {
  const found = await firstValue<number>(db)`
  update chatapp_contacts set answer_tries = answer_tries + 1
  where account_id = ${accountId} and conversation_id = ${conversationId}
  returning answer_tries as tries`
  return found ?? 0
}

/** Counts a failed attempt. Does nothing if the customer has written again, because that message has its own job. */
export async function scheduleRetry(
  db: Db,
  { accountId, conversationId, inboundId }: AnswerRef & { inboundId: number },
  afterMs: number,
): Promise<void> {
  await sql`
    update chatapp_contacts set answer_tries = answer_tries + 1,
      answer_again_at = ${fromNow(afterMs)}
    where account_id = ${accountId} and conversation_id = ${conversationId} and last_inbound_id = ${inboundId}`.execute(
    db,
  )
}

/** Returns the senders with due retries, longest overdue first. */
export function selectSendersWithRetries(db: Db, limit: number): Promise<SenderOfAccount[]> {
  return allRows<SenderOfAccount>(db)`
    select account_id, sender_id from chatapp_contacts
    where answer_again_at <= app_now()
    group by account_id, sender_id order by min(answer_again_at) limit ${limit}`
}

/** Returns the conversations with the longest overdue retries. They become due again after `forMs` if their job fails. */
export function claimDueRetries(
  db: Db,
  { accountId, senderId }: SenderOfAccount,
  { limit, forMs }: { limit: number; forMs: number },
): Promise<number[]> {
  return allValues<number>(db)`
    update chatapp_contacts c set answer_again_at = ${fromNow(forMs)}
    from (
      select customer_key from chatapp_contacts
      where account_id = ${accountId} and sender_id = ${senderId} and answer_again_at <= app_now()
      order by answer_again_at limit ${limit}) w
    where c.account_id = ${accountId} and c.sender_id = ${senderId} and c.customer_key = w.customer_key
      and c.conversation_id is not null
    returning c.conversation_id`
}

/** Postpones all due retries of the sender. */
export async function postponeRetries(
  db: Db,
  { accountId, senderId }: SenderOfAccount,
  afterMs: number,
): Promise<void> {
  await sql`
    update chatapp_contacts set answer_again_at = ${fromNow(afterMs)}
    where account_id = ${accountId} and sender_id = ${senderId} and answer_again_at <= app_now()`.execute(db)
}

/** Drops the retries of customers whose window has closed. */
export async function dropExpiredRetries(db: Db): Promise<void> {
  await sql`
    update chatapp_contacts set answer_again_at = null
    where answer_again_at <= app_now() and (last_inbound_at is null or last_inbound_at < app_now() - interval '24 hours')`.execute(
    db,
  )
}
