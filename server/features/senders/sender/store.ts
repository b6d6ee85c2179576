// The SQL of senders.
import { type RawBuilder, sql } from 'kysely'
import type { Hook } from '#server/features/webhooks/index.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount, Channel, InboundWebhook } from '#server/ports/carrier.ts'
import type { CarrierState, Sender, SenderSettings, SenderStatus, SenderWebhook } from './sender.ts'

interface Row extends Omit<Sender, 'messagingLimit'> {
  messagingLimit: string | null
}

const columns = sql`
  s.id, s.account_id, s.channel, s.phone_number_id, s.carrier, s.carrier_account_id, s.phone_number, s.display_name, s.assistant_id, s.external_id,
  s.raw_status, s.status, s.quality_rating, s.messaging_limit, s.voice_calling, s.offline_reason, s.inbound_webhook,
  s.receipts_url, s.receipts_active, s.messages_url, s.messages_active, s.synced_at, s.created_at, s.updated_at`

function senderOf({ messagingLimit, ...row }: Row): Sender {
  const limit = messagingLimit === null || messagingLimit === 'unlimited' ? messagingLimit : Number(messagingLimit)
  return { ...row, messagingLimit: limit }
}

/** A sender of SMS whose phone number was deleted no longer has one. */
const isLiving = sql`s.deleted_at is null and (s.channel = 'chatapp' or s.phone_number_id is not null)`

async function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<Sender[]> {
  const rows = await allRows<Row>(db)`
    select ${columns} from chatapp_senders s where ${isLiving} and ${condition} order by s.id`
  return rows.map(senderOf)
}

const isChatapp = sql`s.channel = 'chatapp'`

/** Finds a sender of any channel. */
export async function findSender(db: Db, accountId: number, id: number): Promise<Sender | undefined> {
  return (await selectWhere(db, sql`s.account_id = ${accountId} and s.id = ${id}`))[0]
}

/** For ids that clients give: they know only senders of the chat app. */
export async function findChatappSender(db: Db, accountId: number, id: number): Promise<Sender | undefined> {
  return (await selectWhere(db, sql`s.account_id = ${accountId} and s.id = ${id} and ${isChatapp}`))[0]
}

export interface CarrierNumber {
  carrierAccountId: string
  phoneNumber: string
}

/** Finds the chat-app sender of any account. */
export async function findSenderByNumber(
  db: Db,
  { carrierAccountId, phoneNumber }: CarrierNumber,
): Promise<Sender | undefined> {
  const condition = sql`s.carrier_account_id = ${carrierAccountId} and s.phone_number = ${phoneNumber}`
  return (await selectWhere(db, sql`${condition} and ${isChatapp}`))[0]
}

/** Returns the senders of the chat app. */
export function selectSenders(db: Db, accountId: number, status?: SenderStatus): Promise<Sender[]> {
  const ofStatus = status === undefined ? sql`true` : sql`s.status = ${status}`
  return selectWhere(db, sql`s.account_id = ${accountId} and ${ofStatus} and ${isChatapp}`)
}

/** Includes deleted senders, whose conversations remain. */
export function selectSenderNames(db: Db, accountId: number, ids: readonly number[]) {
  return allRows<{ id: number; name: string; phone: string; phoneNumberId: number | null }>(db)`
    select id, display_name as name, phone_number as phone, phone_number_id from chatapp_senders
    where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

/** Includes deleted senders. */
export function selectSenderIds(
  db: Db,
  accountId: number,
  { channel, phoneNumber }: { channel: Channel; phoneNumber: string },
): Promise<number[]> {
  return allValues<number>(db)`
    select id from chatapp_senders
    where account_id = ${accountId} and channel = ${channel} and phone_number = ${phoneNumber}`
}

/** In another account at the same carrier. */
export function hasSendersAtOtherAccount(
  db: Db,
  accountId: number,
  { carrier, externalId }: Pick<CarrierAccount, 'carrier' | 'externalId'>,
): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from chatapp_senders
      where account_id = ${accountId} and carrier = ${carrier} and carrier_account_id <> ${externalId}
        and deleted_at is null and channel = 'chatapp'
    ) as any`
}

/** Returns the ids of accounts that have senders of the chat app. */
export function selectSendingAccounts(db: Db): Promise<number[]> {
  return allValues<number>(db)`
    select distinct account_id from chatapp_senders where deleted_at is null and channel = 'chatapp'
    order by account_id`
}

export interface NewSender extends CarrierNumber, SenderSettings {
  carrier: string
  state: CarrierState
  askedAt: Timestamp
}

const assignSettings = (settings: SenderSettings) => sql`
  display_name = ${settings.displayName}, assistant_id = ${settings.assistantId},
  receipts_url = ${settings.receiptsUrl}, receipts_active = ${settings.receiptsActive},
  messages_url = ${settings.messagesUrl}, messages_active = ${settings.messagesActive}, updated_at = app_now()`

const assignState = (state: CarrierState, askedAt: Timestamp) => sql`
  external_id = coalesce(${state.externalId}::text, external_id), raw_status = ${state.rawStatus},
  status = ${state.status}, quality_rating = ${state.qualityRating}, messaging_limit = ${limitOf(state)},
  voice_calling = ${state.voiceCalling}, offline_reason = ${state.offlineReason},
  inbound_webhook = ${jsonOf(state.inboundWebhook)}::json, synced_at = ${askedAt}`

/**
 * Restores the sender that the account last deleted under this number, with new settings. Returns undefined if there is
 * none. Throws a unique violation if the number is claimed already.
 */
export async function restoreSender(db: Db, accountId: number, sender: NewSender): Promise<Sender | undefined> {
  const { rows } = await sql<Row>`
    update chatapp_senders s set ${assignSettings(sender)}, ${assignState(sender.state, sender.askedAt)},
      deleted_at = null, claimed_at = app_now(), looked_until = app_now(), look_tried_at = app_now()
    where s.account_id = ${accountId} and s.id = (
      select max(o.id) from chatapp_senders o
      where o.account_id = ${accountId} and o.carrier_account_id = ${sender.carrierAccountId}
        and o.phone_number = ${sender.phoneNumber} and o.deleted_at is not null and o.channel = 'chatapp')
    returning ${columns}`.execute(db)
  return rows[0] && senderOf(rows[0])
}

/** Returns undefined if the number is claimed already. */
export async function insertSender(db: Db, accountId: number, sender: NewSender): Promise<Sender | undefined> {
  const { state } = sender
  const { rows } = await sql<Row>`
    insert into chatapp_senders as s (
      account_id, channel, carrier, carrier_account_id, phone_number, display_name, assistant_id, external_id, raw_status,
      status, quality_rating, messaging_limit, voice_calling, offline_reason, inbound_webhook, receipts_url, receipts_active,
      messages_url, messages_active, synced_at, claimed_at, looked_until, look_tried_at, created_at, updated_at)
    values (
      ${accountId}, 'chatapp', ${sender.carrier}, ${sender.carrierAccountId}, ${sender.phoneNumber}, ${sender.displayName},
      ${sender.assistantId}, ${state.externalId}, ${state.rawStatus}, ${state.status}, ${state.qualityRating}, ${limitOf(state)},
      ${state.voiceCalling}, ${state.offlineReason}, ${jsonOf(state.inboundWebhook)}::json, ${sender.receiptsUrl},
      ${sender.receiptsActive}, ${sender.messagesUrl}, ${sender.messagesActive}, ${sender.askedAt},
      app_now(), app_now(), app_now(), app_now(), app_now())
    on conflict (carrier_account_id, phone_number) where deleted_at is null and channel = 'chatapp' do nothing
    returning ${columns}`.execute(db)
  return rows[0] && senderOf(rows[0])
}

/** Locks the row until the transaction ends. */
export async function lockSender(db: Db, accountId: number, id: number): Promise<Sender | undefined> {
  await sql`select from chatapp_senders where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
  return findSender(db, accountId, id)
}

export async function updateSenderRow(
  db: Db,
  accountId: number,
  { id, ...settings }: SenderSettings & { id: number },
): Promise<Sender> {
  const { rows } = await sql<Row>`
    update chatapp_senders s set ${assignSettings(settings)}
    where s.account_id = ${accountId} and s.id = ${id} and s.deleted_at is null
    returning ${columns}`.execute(db)
  return senderOf(rows[0]!)
}

/** Does nothing if the URL of the webhook has changed. */
export async function disableWebhook(db: Db, accountId: number, { id, webhook, urlSha256 }: Hook<SenderWebhook>) {
  const [active, url] = [sql.ref(`${webhook}_active`), sql.ref(`${webhook}_url`)]
  await sql`
    update chatapp_senders set ${active} = false
    where account_id = ${accountId} and id = ${id}
      and encode(sha256(convert_to(${url}, 'UTF8')), 'hex') = ${urlSha256}`.execute(db)
}

/** Does nothing if the row holds a state that was requested later. */
export async function updateState(
  db: Db,
  accountId: number,
  { id, state, askedAt }: { id: number; state: CarrierState; askedAt: Timestamp },
): Promise<void> {
  await sql`
    update chatapp_senders set ${assignState(state, askedAt)}
    where account_id = ${accountId} and id = ${id} and deleted_at is null
      and (synced_at is null or synced_at <= ${askedAt})`.execute(db)
}

/** Returns the chat-app numbers of all accounts. */
export function selectAllNumbers(db: Db): Promise<CarrierNumber[]> {
  return allRows<CarrierNumber>(db)`
    select carrier_account_id, phone_number
    from chatapp_senders where deleted_at is null and channel = 'chatapp' order by account_id, id`
}

/** A sender for which the carrier is polled for messages whose webhook was lost. */
export interface SenderToPoll extends CarrierNumber {
  accountId: number
  id: number
  channel: Channel
  claimedAt: Timestamp
  /** Earlier messages have been fetched. */
  polledUntil: Timestamp
}

/** Returns the senders `ids`, and online senders that were not polled for `quietForMs`, longest waiting first. */
export function claimSendersToPoll(
  db: Db,
  { ids, quietForMs, limit }: { ids: readonly number[]; quietForMs: number; limit: number },
): Promise<SenderToPoll[]> {
  return allRows<SenderToPoll>(db)`
    update chatapp_senders s set look_tried_at = app_now()
    from (
      (select account_id, id from chatapp_senders s where id = any(${ids}::bigint[]) and ${isLiving})
      union
      (select account_id, id from chatapp_senders s
      where status = 'online' and ${isLiving} and look_tried_at <= ${fromNow(-quietForMs)}
      order by look_tried_at limit ${limit})
    ) chosen
    where s.account_id = chosen.account_id and s.id = chosen.id
    returning s.account_id, s.id, s.channel, s.carrier_account_id, s.phone_number, s.claimed_at, s.looked_until as polled_until`
}

export async function markPolled(db: Db, accountId: number, { id, until }: { id: number; until: Date }): Promise<void> {
  await sql`
    update chatapp_senders set looked_until = greatest(looked_until, ${until})
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function saveInboundWebhook(
  db: Db,
  accountId: number,
  { id, webhook }: { id: number; webhook: InboundWebhook },
): Promise<void> {
  await sql`
    update chatapp_senders set inbound_webhook = ${jsonOf(webhook)}::json
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export function markSenderDeleted(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    update chatapp_senders set deleted_at = app_now(), receipts_active = false, messages_active = false
    where account_id = ${accountId} and id = ${id} and deleted_at is null and channel = 'chatapp'`
}

const jsonOf = (webhook: InboundWebhook | null): string | null => webhook && JSON.stringify(webhook)

const limitOf = ({ messagingLimit }: CarrierState): string | null =>
  messagingLimit === null ? null : String(messagingLimit)
