// The SQL of contacts: the customers of a sender, their messaging window and their opt-outs.
import { type RawBuilder, sql } from 'kysely'
import { personKeys } from '#server/features/contacts/index.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Contact } from '../message/message.ts'

/** Columns of the row `c`, with the window and the opt-outs of the person `p`. */
const columns = sql`
  c.customer_key, p.address, coalesce(c.name, c.profile_name) as name,
  c.name as given_name, c.conversation_id, p.last_inbound_at, p.last_template_at, p.refused_at, c.reached_at,
  p.person_opted_out_at as opted_out_at, p.person_marketing_opted_out_at as marketing_opted_out_at, c.last_inbound_id,
  c.answered_id, c.answer_tries`

/**
 * A query for the person with an address at a sender. A person can have several rows, from before the addresses were known
 * to belong together: it selects the one that was active last, with the opt-outs of all.
 */
const personAt = (accountId: number, senderId: SqlValue<number>, key: SqlValue<string>): RawBuilder<unknown> => sql`
  select o.*, min(o.opted_out_at) over () as person_opted_out_at,
    min(o.marketing_opted_out_at) over () as person_marketing_opted_out_at
  from chatapp_contacts o
  where o.account_id = ${accountId} and o.sender_id = ${senderId} and o.customer_key = any(${personKeys(accountId, key)})
  order by greatest(o.last_inbound_at, o.last_template_at) desc nulls last, o.customer_key limit 1`

type SqlValue<T> = T | RawBuilder<unknown>

/** Joins the person whose row is `c`. */
const joinPerson = (accountId: number): RawBuilder<unknown> =>
  sql`cross join lateral (${personAt(accountId, sql`c.sender_id`, sql`c.customer_key`)}) p`

export interface ContactKey {
  senderId: number
  customerKey: string
}

export interface ContactState {
  now: Timestamp
  /** That of the contact; the given one if there is none. */
  customerKey: string
  contact: Contact | undefined
  /** The number of customers that the sender's templates have reached within 24 hours, at most `countUpTo`. */
  reached: number
}

/** Finds the person by the key of any of the person's addresses. */
export async function findContactState(
  db: Db,
  accountId: number,
  { senderId, customerKey, countUpTo }: ContactKey & { countUpTo: number },
): Promise<ContactState> {
  const { rows } = await sql<{ [Field in keyof Contact]: Contact[Field] | null } & { now: Timestamp; reached: number }>`
    select t.now, ${columns}, (
      select count(*)::int from (
        select from chatapp_contacts o
        where o.account_id = ${accountId} and o.sender_id = ${senderId}
          and o.reached_at > t.now - interval '24 hours'
        limit ${countUpTo}) as reached) as reached
    from (select app_now() as now) t left join (${personAt(accountId, senderId, customerKey)}) p on true
    left join lateral (select p.*) c on true`.execute(db)
  const { now: at, reached, ...contact } = rows[0]!
  if (contact.customerKey === null) return { now: at, reached, customerKey, contact: undefined }
  return { now: at, reached, customerKey: contact.customerKey, contact: contact as Contact }
}

export interface ContactOfConversation extends Contact {
  senderId: number
  now: Timestamp
}

export function findContactByConversation(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<ContactOfConversation | undefined> {
  return firstRow<ContactOfConversation>(db)`
    select ${columns}, c.sender_id, app_now() as now from chatapp_contacts c ${joinPerson(accountId)}
    where c.account_id = ${accountId} and c.conversation_id = ${conversationId}`
}

export function selectSendersOfConversations(
  db: Db,
  accountId: number,
  conversationIds: readonly number[],
): Promise<{ conversationId: number; senderId: number }[]> {
  return allRows<{ conversationId: number; senderId: number }>(db)`
    select conversation_id, sender_id from chatapp_contacts
    where account_id = ${accountId} and conversation_id = any(${conversationIds}::bigint[])`
}

export interface InboundContact extends ContactKey {
  address: string
  profileName: string | null
  conversationId: number | null
  inboundId: number
  at: Timestamp
  optOut: 'stop' | 'start' | undefined
  /** The answer must begin within this time, unless an earlier message is already waiting for an answer. */
  answerWithinMs: number
}

/**
 * Returns for how long the answer may still be delayed. An opt-out that only the carrier reported ends when the
 * customer writes, because Parley has not sent the customer the instructions for opting in again.
 */
export function saveInboundContact(db: Db, accountId: number, contact: InboundContact): Promise<number> {
  const { senderId, customerKey, address, profileName, conversationId, inboundId, at, optOut, answerWithinMs } = contact
  const word = sql`${optOut ?? null}::text`
  return oneValue<number>(db)`
    insert into chatapp_contacts as c (account_id, sender_id, customer_key, address, profile_name, conversation_id,
      last_inbound_at, opted_out_at, opted_out_by, last_inbound_id, answer_by)
    values (${accountId}, ${senderId}, ${customerKey}, ${address}, ${profileName}, ${conversationId}, ${at},
      case when ${word} = 'stop' then ${at}::timestamptz end,
      case when ${word} = 'stop' then 'customer' end, ${inboundId}, ${fromNow(answerWithinMs)})
    on conflict (account_id, sender_id, customer_key) do update set
      address = excluded.address, profile_name = coalesce(excluded.profile_name, c.profile_name),
      conversation_id = coalesce(excluded.conversation_id, c.conversation_id),
      last_inbound_at = greatest(c.last_inbound_at, excluded.last_inbound_at),
      opted_out_at = case when ${word} = 'stop' then coalesce(c.opted_out_at, excluded.opted_out_at)
        when ${word} is null and c.opted_out_by = 'customer' then c.opted_out_at end,
      opted_out_by = case when ${word} = 'stop' then 'customer'
        when ${word} is null and c.opted_out_by = 'customer' then 'customer' end,
      marketing_opted_out_at = case when ${word} = 'start' then null else c.marketing_opted_out_at end,
      last_inbound_id = excluded.last_inbound_id, answer_by = coalesce(c.answer_by, excluded.answer_by),
      answer_tries = 0, answer_again_at = null
    returning greatest(0, extract(epoch from c.answer_by - app_now()) * 1000)::float8 as left_ms`
}

/**
 * Ends the opt-outs of the other rows of the person at the sender, as `saveInboundContact` does in the row of the message.
 */
export async function endOtherOptOuts(
  db: Db,
  accountId: number,
  { senderId, customerKey, isOptIn }: ContactKey & { isOptIn: boolean },
): Promise<void> {
  await sql`
    update chatapp_contacts c set
      opted_out_at = case when c.opted_out_by = 'customer' and not ${isOptIn} then c.opted_out_at end,
      opted_out_by = case when c.opted_out_by = 'customer' and not ${isOptIn} then c.opted_out_by end,
      marketing_opted_out_at = case when not ${isOptIn} then c.marketing_opted_out_at end
    where c.account_id = ${accountId} and c.sender_id = ${senderId} and c.customer_key <> ${customerKey}
      and c.customer_key = any(${personKeys(accountId, customerKey)})`.execute(db)
}

/** Returns false if the customer got help within a day, or has opted out. */
export function claimHelp(db: Db, accountId: number, { senderId, customerKey }: ContactKey): Promise<boolean> {
  return hasRows(db)`
    update chatapp_contacts set helped_at = app_now()
    where account_id = ${accountId} and sender_id = ${senderId} and customer_key = ${customerKey}
      and opted_out_at is null and (helped_at is null or helped_at < app_now() - interval '1 day')
    returning 1`
}

/** Records that the customer of the conversation has opted out of all messages. */
export function optOutInConversation(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<{ address: string; lastInboundId: number | null } | undefined> {
  return firstRow<{ address: string; lastInboundId: number | null }>(db)`
    update chatapp_contacts set opted_out_at = coalesce(opted_out_at, app_now()), opted_out_by = 'customer'
    where account_id = ${accountId} and conversation_id = ${conversationId}
    returning address, last_inbound_id`
}

/** Marks the answer as begun: later messages wait for the next answer. */
export function beginAnswer(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<ContactOfConversation | undefined> {
  return firstRow<ContactOfConversation>(db)`
    with c as (
      update chatapp_contacts set answer_by = null, answer_again_at = null
      where account_id = ${accountId} and conversation_id = ${conversationId}
      returning *
    )
    select ${columns}, c.sender_id, app_now() as now from c ${joinPerson(accountId)}`
}

export async function markAnswered(
  db: Db,
  accountId: number,
  { conversationId, inboundId }: { conversationId: number; inboundId: number },
): Promise<void> {
  await sql`
    update chatapp_contacts set answered_id = greatest(answered_id, ${inboundId}::bigint)
    where account_id = ${accountId} and conversation_id = ${conversationId}`.execute(db)
}

/** Records that the carrier refused a freeform message of this time as outside the window. */
export async function closeWindow(
  db: Db,
  accountId: number,
  { senderId, customerKey, at }: ContactKey & { at: Timestamp },
): Promise<void> {
  await sql`
    update chatapp_contacts set refused_at = greatest(refused_at, ${at}::timestamptz)
    where account_id = ${accountId} and sender_id = ${senderId} and customer_key = ${customerKey}`.execute(db)
}

/** Records that the carrier refused a message because the customer opted out of all messages or of marketing. */
export async function recordOptOut(
  db: Db,
  accountId: number,
  { senderId, customerKey, at, marketingOnly }: ContactKey & { at: Timestamp; marketingOnly: boolean },
): Promise<void> {
  await sql`
    update chatapp_contacts set
      opted_out_at = case when ${marketingOnly} then opted_out_at else coalesce(opted_out_at, ${at}::timestamptz) end,
      opted_out_by = case when ${marketingOnly} then opted_out_by else coalesce(opted_out_by, 'carrier') end,
      marketing_opted_out_at = case when ${marketingOnly} then coalesce(marketing_opted_out_at, ${at}::timestamptz)
        else marketing_opted_out_at end
    where account_id = ${accountId} and sender_id = ${senderId} and customer_key = ${customerKey}
      and (last_inbound_at is null or last_inbound_at < ${at}::timestamptz)`.execute(db)
}

export interface SenderOfAccount {
  accountId: number
  senderId: number
}

/** Returns the senders that exchanged messages with a customer within 24 hours, the latest first. */
export function selectActiveSenders(db: Db, limit: number): Promise<SenderOfAccount[]> {
  return allRows<SenderOfAccount>(db)`
    select account_id, sender_id from chatapp_contacts
    where greatest(last_inbound_at, last_template_at) > (select app_now()) - interval '24 hours'
    group by account_id, sender_id order by max(greatest(last_inbound_at, last_template_at)) desc limit ${limit}`
}
