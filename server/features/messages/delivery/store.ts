// The SQL of sent messages and their delivery.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, firstRow, firstValue, hasRows } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierFault, CarrierStatus } from '#server/ports/carrier.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import type { Message, MessageKind } from '../message/message.ts'

export const messageColumns = sql`
  m.id, m.account_id, m.uuid, m.sender_id, m.customer_key, m.direction, m.kind, m.head_uuid, m.part,
  m.conversation_id, m.conversation_message_id, m.address, m.body, m.state, m.status, m.error_code, m.error_message, m.failure_reason,
  m.carrier_account_id, m.external_id, m.callback_token, m.ledger_ref, m.price_micros, m.charged_micros,
  m.segments, m.segment_price_micros, m.referral, m.created_at, m.updated_at`

/** If the outcome of a message is not known after this time, it is looked up at the carrier. */
const lookUpAfterMs = 75_000

export interface NewMessage {
  senderId: number
  customerKey: string
  address: string
  name: string | null
  kind: Exclude<MessageKind, 'inbound'>
  conversationId: number
  conversationMessageId: number
  carrierAccountId: string
  effectKey: string | null
  /** For the ledger. */
  assistantId: number | null
  campaignId: number | null
  ledgerRef: string
  priceMicros: number
  /** The first part is sent now, the others wait. */
  parts: { uuid: string; callbackToken: string; body: string | null; segments: number | null }[]
  /** Null for a message of the chat app. */
  segmentPriceMicros: number | null
  /** The message is stored even if parts of earlier messages to the customer are under way. */
  mayOvertake: boolean
  /** When it was checked that the message may be sent; becomes its creation time. */
  checkedAt: Timestamp
}

/**
 * Stores the parts and updates the contact. Returns the parts in order, or none if the effect key has a message already
 * or earlier parts are under way. The caller has locked the conversation, so that no parts are overlooked.
 */
export async function insertMessages(db: Db, accountId: number, message: NewMessage): Promise<Message[]> {
  const { senderId, customerKey, address, name, kind, conversationId, parts, checkedAt } = message
  const isTemplate = kind === 'template'
  const { rows } = await sql<Message>`
    with part as (
      select * from unnest(${parts.map(({ uuid }) => uuid)}::uuid[], ${parts.map((part) => part.callbackToken)}::uuid[],
        ${parts.map(({ body }) => body)}::text[], ${parts.map(({ segments }) => segments)}::int[])
        with ordinality as p (uuid, callback_token, body, segments, part)
    ), before as (
      select last_template_at, reached_at from chatapp_contacts
      where account_id = ${accountId} and sender_id = ${senderId} and customer_key = ${customerKey}
    ), m as (
      insert into chatapp_messages as m (account_id, uuid, sender_id, customer_key, direction, kind, head_uuid, part,
        conversation_id, conversation_message_id, address, body, state, status, carrier_account_id, callback_token,
        effect_key, ledger_ref, price_micros, assistant_id, campaign_id, segments, segment_price_micros, template_before, reached_before, look_at,
        created_at, updated_at)
      select ${accountId}, uuid, ${senderId}, ${customerKey}, 'outbound', ${kind}, ${parts[0]!.uuid}::uuid, part,
        ${conversationId}, ${message.conversationMessageId}, ${address}, body,
        case when part = 1 then 'sending' else 'waiting' end, 'accepted', ${message.carrierAccountId}, callback_token,
        case when part = 1 then ${message.effectKey}::text end, case when part = 1 then ${message.ledgerRef}::text end,
        case when part = 1 then ${message.priceMicros}::bigint else 0 end, ${message.assistantId}::bigint,
        ${message.campaignId}::bigint, segments,
        ${message.segmentPriceMicros}::bigint,
        (select last_template_at from before), (select reached_at from before),
        case when part = 1 then ${fromNow(lookUpAfterMs)} end, ${checkedAt}, ${checkedAt}
      from part
      where not exists (select from chatapp_messages
        where account_id = ${accountId} and effect_key = ${message.effectKey}::text)
        and (${message.mayOvertake}::boolean or not exists (${partsUnderWay(accountId, message)}))
      on conflict (account_id, effect_key) where effect_key is not null do nothing
      returning ${messageColumns}
    ), contact as (
      insert into chatapp_contacts as c (account_id, sender_id, customer_key, address, name, conversation_id,
        last_template_at, reached_at)
      select ${accountId}, ${senderId}, ${customerKey}, ${address}, ${name}, ${conversationId},
        case when ${isTemplate} then ${checkedAt}::timestamptz end, case when ${isTemplate} then ${checkedAt}::timestamptz end
      where exists (select from m where part = 1)
      on conflict (account_id, sender_id, customer_key) do update set
        name = coalesce(excluded.name, c.name), conversation_id = excluded.conversation_id,
        last_template_at = coalesce(excluded.last_template_at, c.last_template_at),
        reached_at = case when c.last_inbound_at > ${checkedAt}::timestamptz - interval '24 hours' then c.reached_at
          else coalesce(excluded.reached_at, c.reached_at) end
    )
    select * from m order by part`.execute(db)
  return rows[0]?.part === 1 ? rows : []
}

/** A subquery for the parts to this contact that the carrier does not have yet. */
const partsUnderWay = (accountId: number, { senderId, customerKey }: ContactKey) => sql`
  select from chatapp_messages p
  where p.account_id = ${accountId} and p.sender_id = ${senderId} and p.customer_key = ${customerKey}
    and p.part > 1 and p.state in ('waiting', 'sending')`

export function hasPartsUnderWay(db: Db, accountId: number, contact: ContactKey): Promise<boolean> {
  return hasRows(db)`${partsUnderWay(accountId, contact)} limit 1`
}

/** Restores the contact's times from before the template. */
export async function undoTemplate(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update chatapp_contacts c set
      last_template_at = case when c.last_template_at = m.created_at then m.template_before else c.last_template_at end,
      reached_at = case when c.reached_at = m.created_at then m.reached_before else c.reached_at end
    from chatapp_messages m
    where m.account_id = ${accountId} and m.id = ${id} and m.kind = 'template' and c.account_id = ${accountId}
      and c.sender_id = m.sender_id and c.customer_key = m.customer_key`.execute(db)
}

/** A new status, and the statuses that it may replace. */
interface StatusChange {
  status: CarrierStatus
  before: readonly CarrierStatus[]
}

export interface AcceptedMessage extends Message {
  wasRefused: boolean
  hasWaitingParts: boolean
  assistantId: number | null
  campaignId: number | null
  /** The segments of all parts. */
  allSegments: number
}

/**
 * Returns undefined if the message was accepted before or another message has the carrier's id. A refused message is accepted
 * too, because it was sent after all.
 */
export function markAccepted(
  db: Db,
  { accountId, id }: Pick<Message, 'accountId' | 'id'>,
  { externalId, status, before }: StatusChange & { externalId: string },
): Promise<AcceptedMessage | undefined> {
  return firstRow<AcceptedMessage>(db)`
    with former as (
      select state from chatapp_messages where account_id = ${accountId} and id = ${id} for update
    )
    update chatapp_messages m set state = 'accepted', external_id = ${externalId}, look_at = null, error_code = null,
      error_message = null, failure_reason = null, updated_at = app_now(), charged_micros = m.price_micros,
      status = case when m.state = 'refused' or m.status = any(${before}::text[]) then ${status} else m.status end
    from former
    where m.account_id = ${accountId} and m.id = ${id} and m.state <> 'accepted' and (m.external_id is null or m.external_id = ${externalId})
      and not exists (select from chatapp_messages o where o.account_id = ${accountId} and o.external_id = ${externalId} and o.id <> m.id)
    returning ${messageColumns}, former.state = 'refused' as was_refused, exists (
      select from chatapp_messages n
      where n.account_id = m.account_id and n.head_uuid = m.head_uuid and n.part > 1 and n.state = 'waiting'
    ) as has_waiting_parts, m.assistant_id, m.campaign_id, coalesce(m.segments + coalesce((
      select sum(p.segments) from chatapp_messages p
      where p.account_id = m.account_id and p.head_uuid = m.head_uuid and p.part > 1), 0), 0)::int as all_segments`
}

/** For a charge that is not the price, such as 0 after a refund. */
export async function saveCharge(db: Db, accountId: number, id: number, chargedMicros: number): Promise<void> {
  await sql`
    update chatapp_messages set charged_micros = ${chargedMicros}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Returns undefined if the message was accepted or refused before. */
export function markRefused(
  db: Db,
  { accountId, id, failureReason, errorCode, errorMessage }: Pick<Message, 'accountId' | 'id'> & CarrierFault,
): Promise<Message | undefined> {
  return firstRow<Message>(db)`
    update chatapp_messages m set state = 'refused', status = 'failed', look_at = null, error_code = ${errorCode},
      error_message = ${errorMessage}, failure_reason = ${failureReason}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and state in ('waiting', 'sending', 'unknown')
    returning ${messageColumns}`
}

export async function markUnknown(db: Db, accountId: number, id: number, errorMessage: string): Promise<void> {
  await sql`
    update chatapp_messages set state = 'unknown', error_message = ${errorMessage}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and state = 'sending'`.execute(db)
}

export async function refuseWaitingParts(db: Db, accountId: number, headUuid: string): Promise<void> {
  await sql`
    update chatapp_messages set state = 'refused', status = 'canceled', updated_at = app_now()
    where account_id = ${accountId} and head_uuid = ${headUuid} and part > 1 and state = 'waiting'`.execute(db)
}

/** Does nothing if the message no longer needs a lookup. */
export async function postponeLookup(
  db: Db,
  { accountId, id }: Pick<Message, 'accountId' | 'id'>,
  afterMs: number,
): Promise<void> {
  await sql`
    update chatapp_messages set look_at = ${fromNow(afterMs)}
    where account_id = ${accountId} and id = ${id} and look_at is not null`.execute(db)
}

/** Returns undefined if the part is not waiting, or the carrier has not accepted all earlier parts. */
export function beginPart(
  db: Db,
  accountId: number,
  { headUuid, part }: { headUuid: string; part: number },
): Promise<Message | undefined> {
  return firstRow<Message>(db)`
    update chatapp_messages m set state = 'sending', look_at = ${fromNow(lookUpAfterMs)}, updated_at = app_now()
    where account_id = ${accountId} and state = 'waiting' and head_uuid = ${headUuid} and part > 1 and part = ${part}
      and not exists (select from chatapp_messages o where o.account_id = ${accountId}
        and (o.uuid = ${headUuid} or (o.head_uuid = ${headUuid} and o.part > 1))
        and o.part < m.part and o.state <> 'accepted')
    returning ${messageColumns}`
}

/** Returns undefined if the current status is none of `before`. */
export function raiseStatus(
  db: Db,
  { accountId, id }: Pick<Message, 'accountId' | 'id'>,
  update: StatusChange & CarrierFault,
): Promise<Message | undefined> {
  return firstRow<Message>(db)`
    update chatapp_messages m set status = ${update.status}, updated_at = app_now(),
      error_code = ${update.errorCode}, error_message = ${update.errorMessage},
      failure_reason = ${update.failureReason}
    where account_id = ${accountId} and id = ${id} and state = 'accepted' and status = any(${update.before}::text[])
    returning ${messageColumns}`
}

/** Records an error without changing the status. */
export async function recordFault(db: Db, accountId: number, id: number, fault: CarrierFault): Promise<void> {
  await sql`
    update chatapp_messages set error_code = ${fault.errorCode}, error_message = ${fault.errorMessage},
      failure_reason = ${fault.failureReason}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Returns the parts in order and locks them until the transaction ends. */
export function lockParts(db: Db, accountId: number, headUuid: string): Promise<Message[]> {
  return allRows<Message>(db)`
    select ${messageColumns} from chatapp_messages m
    where m.account_id = ${accountId} and (m.uuid = ${headUuid} or (m.head_uuid = ${headUuid} and m.part > 1))
    order by m.part for update`
}

function findOne(db: Db, condition: RawBuilder<unknown>): Promise<Message | undefined> {
  return firstRow<Message>(db)`select ${messageColumns} from chatapp_messages m where ${condition}`
}

/** Searches all accounts, because callback URLs identify messages by UUID alone. */
export const findMessageByUuid = (db: Db, uuid: string) => findOne(db, sql`m.uuid = ${uuid}`)

export const findMessage = (db: Db, accountId: number, id: number) =>
  findOne(db, sql`m.account_id = ${accountId} and m.id = ${id}`)

/** Returns the first part of the message. */
export const findMessageByEffect = (db: Db, accountId: number, effectKey: string) =>
  findOne(db, sql`m.account_id = ${accountId} and m.effect_key = ${effectKey}`)

/** The key of the operation that sent the message; null for answers and messages of customers. */
export async function findEffectKey(db: Db, accountId: number, id: number): Promise<string | null> {
  const found = await firstValue<string | null>(db)`
  select effect_key from chatapp_messages where account_id = ${accountId} and id = ${id}`
  return found ?? null
}

export const findMessageByExternalId = (db: Db, accountId: number, externalId: string) =>
  findOne(db, sql`m.account_id = ${accountId} and m.external_id = ${externalId}`)

/** Returns those of the carrier's ids that belong to stored messages. */
export async function selectAttachedIds(
  db: Db,
  accountId: number,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  return new Set(
    await allValues<string>(db)`
    select external_id from chatapp_messages where account_id = ${accountId} and external_id = any(${externalIds}::text[])`,
  )
}

/** Returns the messages that are due for a lookup, longest overdue first. */
export function selectToLookUp(db: Db, limit: number): Promise<Pick<Message, 'accountId' | 'id'>[]> {
  return allRows<Pick<Message, 'accountId' | 'id'>>(db)`
    select account_id, id from chatapp_messages
    where look_at < app_now() order by look_at limit ${limit}`
}
