// The SQL of media: what was sent along, what customers sent, and who may fetch it.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MediaRef } from './media-job.ts'

export interface NewOutgoingMedia {
  messageId: number
  conversationId: number
  fileKey: string
  contentType: string
  sizeBytes: number
  filename: string
  token: string
  goodForSeconds: number
}

export async function insertOutgoingMedia(db: Db, accountId: number, media: NewOutgoingMedia): Promise<void> {
  const { messageId, conversationId, fileKey, contentType, sizeBytes, filename, token, goodForSeconds } = media
  await sql`
    insert into chatapp_media (account_id, message_id, conversation_id, position, file_key, content_type, size_bytes,
      filename, token, token_until, created_at)
    values (${accountId}, ${messageId}, ${conversationId}, 0, ${fileKey}, ${contentType}, ${sizeBytes},
      ${filename}, ${token}, app_now() + make_interval(secs => ${goodForSeconds}), app_now())`.execute(db)
}

export interface SharedMedia {
  fileKey: string
  contentType: string
  filename: string | null
}

/** Undefined when nobody may fetch it by this token any more. */
export async function findSharedMedia(db: Db, token: string): Promise<SharedMedia | undefined> {
  const { rows } = await sql<SharedMedia>`
    select file_key as "fileKey", content_type as "contentType", filename from chatapp_media
    where token = ${token} and token_until > app_now() and file_key is not null`.execute(db)
  return rows[0]
}

/** A file that may be fetched by this token but has not arrived from the carrier yet. */
export async function findAwaitedMedia(db: Db, token: string): Promise<MediaRef | undefined> {
  const { rows } = await sql<MediaRef>`
    select account_id as "accountId", id as "mediaId" from chatapp_media
    where token = ${token} and token_until > app_now() and file_key is null and source_url is not null`.execute(db)
  return rows[0]
}

export interface InboundMedia {
  url: string
  contentType: string | null
  token: string
}

export interface MediaOfMessage {
  messageId: number
  conversationId: number | null
  media: readonly InboundMedia[]
  /** How long the files can be fetched by their tokens; null: not until they are shared. */
  goodForSeconds: number | null
}

export async function insertInboundMedia(
  db: Db,
  accountId: number,
  { messageId, conversationId, media, goodForSeconds }: MediaOfMessage,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into chatapp_media (account_id, message_id, conversation_id, position, source_url, content_type, token,
      token_until, created_at)
    select ${accountId}, ${messageId}, ${conversationId}::bigint, position - 1, url, content_type, token,
      app_now() + make_interval(secs => ${goodForSeconds}), app_now()
    from unnest(${media.map(({ url }) => url)}::text[], ${media.map((one) => one.contentType)}::text[],
      ${media.map(({ token }) => token)}::text[])
      with ordinality as m (url, content_type, token, position)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a customer sent and we have not fetched yet. */
export async function findUnfetchedMedia(
  db: Db,
  accountId: number,
  id: number,
): Promise<{ url: string; carrierAccountSid: string } | undefined> {
  const { rows } = await sql<{ url: string; carrierAccountSid: string }>`
    select d.source_url as url, m.carrier_account_sid as "carrierAccountSid"
    from chatapp_media d join chatapp_messages m on m.account_id = d.account_id and m.id = d.message_id
    where d.account_id = ${accountId} and d.id = ${id} and d.file_key is null and d.source_url is not null`.execute(db)
  return rows[0]
}

/** False when somebody else has fetched it meanwhile. */
export async function saveFetchedMedia(
  db: Db,
  accountId: number,
  { id, fileKey, contentType, sizeBytes }: { id: number; fileKey: string; contentType: string; sizeBytes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chatapp_media set file_key = ${fileKey}, content_type = ${contentType}, size_bytes = ${sizeBytes}
    where account_id = ${accountId} and id = ${id} and file_key is null`.execute(db)
  return numAffectedRows === 1n
}

const daySeconds = 86_400

export interface MediaOfConversation {
  /** Of the message as the conversation has it. */
  messageId: number
  token: string
  contentType: string
  filename: string | null
}

/**
 * Lets all that was sent in the conversation, and is kept, be fetched by its token for so long; oldest first. Who asks
 * again within a day writes nothing.
 */
export async function shareMediaOfConversation(
  db: Db,
  accountId: number,
  { conversationId, goodForSeconds }: { conversationId: number; goodForSeconds: number },
): Promise<MediaOfConversation[]> {
  const { rows } = await sql<MediaOfConversation>`
    with shared as (
      update chatapp_media set
        token_until = greatest(token_until, app_now() + make_interval(secs => ${goodForSeconds}))
      where account_id = ${accountId} and conversation_id = ${conversationId} and file_key is not null
        and (token_until is null or token_until < ${fromNow(1000 * (goodForSeconds - daySeconds))})
    )
    select m.conversation_message_id as "messageId", d.token, d.content_type as "contentType", d.filename
    from chatapp_media d join chatapp_messages m on m.account_id = d.account_id and m.id = d.message_id
    where d.account_id = ${accountId} and d.conversation_id = ${conversationId} and d.file_key is not null
      and m.conversation_message_id is not null
    order by m.id, d.position`.execute(db)
  return rows
}
