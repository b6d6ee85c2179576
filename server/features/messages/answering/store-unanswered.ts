// The SQL of customers who were answered in vain: how often, and whom to try again.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SenderOfAccount } from '../contacts/store-contacts.ts'
import type { AnswerRef } from './answer-job.ts'

/** Returns how often by now. */
export async function countAnswerTry(db: Db, { accountId, conversationId }: AnswerRef): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update chatapp_contacts set answer_tries = answer_tries + 1
    where account_id = ${accountId} and conversation_id = ${conversationId}
    returning answer_tries as tries`.execute(db)
  return rows[0]?.tries ?? 0
}

/** Counts a try, too. Nothing when the customer has written again, which asks for an answer by itself. */
export async function answerAgainAfter(
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

/** Senders whose customers wait for another try, the longest waiting first. */
export async function selectWaitingSenders(db: Db, limit: number): Promise<SenderOfAccount[]> {
  const { rows } = await sql<SenderOfAccount>`
    select account_id as "accountId", sender_id as "senderId" from chatapp_contacts
    where answer_again_at <= app_now()
    group by account_id, sender_id order by min(answer_again_at) limit ${limit}`.execute(db)
  return rows
}

/** Takes those who wait the longest; they are tried again in any case a good while later, should nothing come of it. */
export async function takeWaiting(
  db: Db,
  { accountId, senderId }: SenderOfAccount,
  { limit, forMs }: { limit: number; forMs: number },
): Promise<number[]> {
  const { rows } = await sql<{ conversationId: number }>`
    update chatapp_contacts c set answer_again_at = ${fromNow(forMs)}
    from (
      select customer_key from chatapp_contacts
      where account_id = ${accountId} and sender_id = ${senderId} and answer_again_at <= app_now()
      order by answer_again_at limit ${limit}) w
    where c.account_id = ${accountId} and c.sender_id = ${senderId} and c.customer_key = w.customer_key
      and c.conversation_id is not null
    returning c.conversation_id as "conversationId"`.execute(db)
  return rows.map(({ conversationId }) => conversationId)
}

/** All who wait of one sender. */
export async function postponeWaiting(
  db: Db,
  { accountId, senderId }: SenderOfAccount,
  afterMs: number,
): Promise<void> {
  await sql`
    update chatapp_contacts set answer_again_at = ${fromNow(afterMs)}
    where account_id = ${accountId} and sender_id = ${senderId} and answer_again_at <= app_now()`.execute(db)
}

/** Whose window has closed cannot be answered any more. */
export async function giveUpWaiting(db: Db): Promise<void> {
  await sql`
    update chatapp_contacts set answer_again_at = null
    where answer_again_at <= app_now() and (last_inbound_at is null or last_inbound_at < app_now() - interval '24 hours')`.execute(
    db,
  )
}
