// The SQL of senders.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundWebhook } from '#server/ports/carrier.ts'
import type { ReadSenderHook } from './receipts-webhook.ts'
import type { CarrierUpdate, Sender, SenderStatus } from './sender.ts'

interface Row extends Omit<Sender, 'messagingLimit'> {
  messagingLimit: string | null
}

const columns = sql`
  s.id, s.account_id as "accountId", s.carrier_account_sid as "carrierAccountSid", s.phone_number as "phoneNumber",
  s.display_name as "displayName", s.assistant_id as "assistantId", s.carrier_sid as "carrierSid",
  s.raw_status as "rawStatus", s.status, s.quality_rating as "qualityRating", s.messaging_limit as "messagingLimit",
  s.voice_calling as "voiceCalling", s.offline_reason as "offlineReason", s.inbound_webhook as "inboundWebhook",
  s.receipts_url as "receiptsUrl", s.receipts_active as "receiptsActive",
  s.messages_url as "messagesUrl", s.messages_active as "messagesActive",
  s.synced_at as "syncedAt", s.created_at as "createdAt", s.updated_at as "updatedAt"`

function senderOf({ messagingLimit, ...row }: Row): Sender {
  const limit = messagingLimit === null || messagingLimit === 'unlimited' ? messagingLimit : Number(messagingLimit)
  return { ...row, messagingLimit: limit }
}

export async function findSender(db: Db, accountId: number, id: number): Promise<Sender | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from chatapp_senders s
    where s.account_id = ${accountId} and s.id = ${id} and s.deleted_at is null`.execute(db)
  return rows[0] && senderOf(rows[0])
}

export interface CarrierNumber {
  carrierAccountSid: string
  phoneNumber: string
}

/** Of whichever account has claimed the number. */
export async function findSenderByNumber(db: Db, number: CarrierNumber): Promise<Sender | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from chatapp_senders s
    where s.carrier_account_sid = ${number.carrierAccountSid} and s.phone_number = ${number.phoneNumber}
      and s.deleted_at is null`.execute(db)
  return rows[0] && senderOf(rows[0])
}

export async function selectSenders(db: Db, accountId: number, status?: SenderStatus): Promise<Sender[]> {
  const ofStatus = status === undefined ? sql`true` : sql`s.status = ${status}`
  const { rows } = await sql<Row>`
    select ${columns} from chatapp_senders s
    where s.account_id = ${accountId} and s.deleted_at is null and ${ofStatus}
    order by s.id`.execute(db)
  return rows.map(senderOf)
}

/** For what senders leave behind: deleted ones are included. */
export async function selectSenderNames(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string; phone: string }[]> {
  const { rows } = await sql<{ id: number; name: string; phone: string }>`
    select id, display_name as name, phone_number as phone from chatapp_senders
    where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Of the account's senders with this number, deleted ones included. */
export async function selectSenderIds(db: Db, accountId: number, phoneNumber: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from chatapp_senders where account_id = ${accountId} and phone_number = ${phoneNumber}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Until the transaction ends, the account gets and loses neither senders nor its carrier account. */
export async function lockCarrierOf(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parley:carrier'), hashint8(${accountId}))`.execute(db)
}

export async function hasSendersElsewhere(db: Db, accountId: number, carrierAccountSid: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select from chatapp_senders
      where account_id = ${accountId} and carrier_account_sid <> ${carrierAccountSid} and deleted_at is null
    ) as any`.execute(db)
  return rows[0]!.any
}

/** Accounts that have senders, in the order of their ids. */
export async function selectSendingAccounts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct account_id as "accountId" from chatapp_senders where deleted_at is null
    order by account_id`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

export interface NewSender extends CarrierNumber {
  displayName: string
  assistantId: number | null
  receiptsUrl: string | null
  receiptsActive: boolean
  messagesUrl: string | null
  messagesActive: boolean
  news: CarrierUpdate
  askedAt: Timestamp
}

/**
 * The one that the account deleted last under that number, with all that hangs on it, under the settings that are given
 * now; undefined when there is none. Throws a unique violation when somebody else has claimed the number.
 */
export async function reviveSender(db: Db, accountId: number, sender: NewSender): Promise<Sender | undefined> {
  const { news } = sender
  const { rows } = await sql<Row>`
    update chatapp_senders s set
      deleted_at = null, display_name = ${sender.displayName}, assistant_id = ${sender.assistantId},
      carrier_sid = ${news.carrierSid}, raw_status = ${news.rawStatus}, status = ${news.status},
      quality_rating = ${news.qualityRating}, messaging_limit = ${limitOf(news)}, voice_calling = ${news.voiceCalling},
      offline_reason = ${news.offlineReason}, inbound_webhook = ${jsonOf(news.inboundWebhook)}::json,
      receipts_url = ${sender.receiptsUrl}, receipts_active = ${sender.receiptsActive},
      messages_url = ${sender.messagesUrl}, messages_active = ${sender.messagesActive}, synced_at = ${sender.askedAt},
      claimed_at = app_now(), looked_until = app_now(), look_tried_at = app_now(), updated_at = app_now()
    where s.account_id = ${accountId} and s.id = (
      select max(o.id) from chatapp_senders o
      where o.account_id = ${accountId} and o.carrier_account_sid = ${sender.carrierAccountSid}
        and o.phone_number = ${sender.phoneNumber} and o.deleted_at is not null)
    returning ${columns}`.execute(db)
  return rows[0] && senderOf(rows[0])
}

/** Undefined when the number is claimed already. */
export async function insertSender(db: Db, accountId: number, sender: NewSender): Promise<Sender | undefined> {
  const { news } = sender
  const { rows } = await sql<Row>`
    insert into chatapp_senders as s (
      account_id, carrier_account_sid, phone_number, display_name, assistant_id, carrier_sid, raw_status, status,
      quality_rating, messaging_limit, voice_calling, offline_reason, inbound_webhook, receipts_url, receipts_active,
      messages_url, messages_active, synced_at, claimed_at, looked_until, look_tried_at, created_at, updated_at)
    values (
      ${accountId}, ${sender.carrierAccountSid}, ${sender.phoneNumber}, ${sender.displayName}, ${sender.assistantId},
      ${news.carrierSid}, ${news.rawStatus}, ${news.status}, ${news.qualityRating}, ${limitOf(news)},
      ${news.voiceCalling}, ${news.offlineReason}, ${jsonOf(news.inboundWebhook)}::json, ${sender.receiptsUrl},
      ${sender.receiptsActive}, ${sender.messagesUrl}, ${sender.messagesActive}, ${sender.askedAt}, app_now(), app_now(), app_now(), app_now(), app_now())
    on conflict (carrier_account_sid, phone_number) where deleted_at is null do nothing
    returning ${columns}`.execute(db)
  return rows[0] && senderOf(rows[0])
}

export type SenderChanges = Partial<
  Pick<Sender, 'displayName' | 'assistantId' | 'receiptsUrl' | 'receiptsActive' | 'messagesUrl' | 'messagesActive'>
>

/** Nobody else changes it until the transaction ends. */
export async function lockSender(db: Db, accountId: number, id: number): Promise<Sender | undefined> {
  await sql`select from chatapp_senders where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
  return findSender(db, accountId, id)
}

export async function updateSenderRow(
  db: Db,
  accountId: number,
  { id, ...sender }: Required<SenderChanges> & { id: number },
): Promise<Sender | undefined> {
  const { rows } = await sql<Row>`
    update chatapp_senders s set
      display_name = ${sender.displayName}, assistant_id = ${sender.assistantId},
      receipts_url = ${sender.receiptsUrl}, receipts_active = ${sender.receiptsActive},
      messages_url = ${sender.messagesUrl}, messages_active = ${sender.messagesActive}, updated_at = app_now()
    where s.account_id = ${accountId} and s.id = ${id} and s.deleted_at is null
    returning ${columns}`.execute(db)
  return rows[0] && senderOf(rows[0])
}

/** Only while the webhook still has the address of that hash. */
export async function switchWebhookOff(
  db: Db,
  accountId: number,
  { id, webhook, urlSha256 }: ReadSenderHook,
): Promise<void> {
  const [active, url] = [sql.ref(`${webhook}_active`), sql.ref(`${webhook}_url`)]
  await sql`
    update chatapp_senders set ${active} = false
    where account_id = ${accountId} and id = ${id}
      and encode(sha256(convert_to(${url}, 'UTF8')), 'hex') = ${urlSha256}`.execute(db)
}

/** An answer that was asked for before the one that the row holds changes nothing. */
export async function updateFromCarrier(
  db: Db,
  accountId: number,
  { id, news, askedAt }: { id: number; news: CarrierUpdate; askedAt: Timestamp },
): Promise<void> {
  await sql`
    update chatapp_senders set
      carrier_sid = coalesce(${news.carrierSid}::text, carrier_sid), raw_status = ${news.rawStatus},
      status = ${news.status}, quality_rating = ${news.qualityRating}, messaging_limit = ${limitOf(news)},
      voice_calling = ${news.voiceCalling}, offline_reason = ${news.offlineReason},
      inbound_webhook = ${jsonOf(news.inboundWebhook)}::json, synced_at = ${askedAt}
    where account_id = ${accountId} and id = ${id} and deleted_at is null
      and (synced_at is null or synced_at <= ${askedAt})`.execute(db)
}

/** Of all accounts. */
export async function selectAllNumbers(db: Db): Promise<CarrierNumber[]> {
  const { rows } = await sql<CarrierNumber>`
    select carrier_account_sid as "carrierAccountSid", phone_number as "phoneNumber"
    from chatapp_senders where deleted_at is null order by account_id, id`.execute(db)
  return rows
}

/** A sender in whose name the carrier is asked for messages that it told nobody of. */
export interface SenderToLook extends CarrierNumber {
  accountId: number
  id: number
  claimedAt: Timestamp
  /** Looked for until then. */
  lookedUntil: Timestamp
}

/** Those of `ids`, and of the others that are online and were not tried for `quietForMs` the longest waiting. */
export async function takeSendersToLook(
  db: Db,
  { ids, quietForMs, limit }: { ids: readonly number[]; quietForMs: number; limit: number },
): Promise<SenderToLook[]> {
  const { rows } = await sql<SenderToLook>`
    update chatapp_senders s set look_tried_at = app_now()
    from (
      (select account_id, id from chatapp_senders where id = any(${ids}::bigint[]) and deleted_at is null)
      union
      (select account_id, id from chatapp_senders
      where status = 'online' and deleted_at is null and look_tried_at <= ${fromNow(-quietForMs)}
      order by look_tried_at limit ${limit})
    ) chosen
    where s.account_id = chosen.account_id and s.id = chosen.id
    returning s.account_id as "accountId", s.id, s.carrier_account_sid as "carrierAccountSid",
      s.phone_number as "phoneNumber", s.claimed_at as "claimedAt", s.looked_until as "lookedUntil"`.execute(db)
  return rows
}

export async function markLooked(db: Db, accountId: number, { id, until }: { id: number; until: Date }): Promise<void> {
  await sql`
    update chatapp_senders set looked_until = greatest(looked_until, ${until})
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** What the carrier has now, because we told it so. */
export async function saveInboundWebhook(
  db: Db,
  accountId: number,
  { id, webhook }: { id: number; webhook: InboundWebhook },
): Promise<void> {
  await sql`
    update chatapp_senders set inbound_webhook = ${jsonOf(webhook)}::json
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function markSenderDeleted(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chatapp_senders set deleted_at = app_now(), receipts_active = false, messages_active = false
    where account_id = ${accountId} and id = ${id} and deleted_at is null`.execute(db)
  return numAffectedRows === 1n
}

const jsonOf = (webhook: InboundWebhook | null): string | null => webhook && JSON.stringify(webhook)

const limitOf = ({ messagingLimit }: CarrierUpdate): string | null =>
  messagingLimit === null ? null : String(messagingLimit)
