// The SQL of media: sent files, received files, and the tokens by which they can be fetched.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow } from '#server/platform/database/statements.ts'

export interface MediaRef {
  accountId: number
  mediaId: number
}

export interface NewOutgoingMedia {
  messageId: number
  conversationId: number
  fileKey: string
  contentType: string
  sizeBytes: number
  filename: string
  token: string
}

/** The carrier can fetch the file by its token for an hour. */
export async function insertOutgoingMedia(db: Db, accountId: number, media: NewOutgoingMedia): Promise<void> {
  const { messageId, conversationId, fileKey, contentType, sizeBytes, filename, token } = media
  await sql`
    insert into chatapp_media (account_id, message_id, conversation_id, position, file_key, content_type, size_bytes,
      filename, token, token_until, created_at)
    values (${accountId}, ${messageId}, ${conversationId}, 0, ${fileKey}, ${contentType}, ${sizeBytes},
      ${filename}, ${token}, app_now() + interval '1 hour', app_now())`.execute(db)
}

export interface SharedMedia {
  fileKey: string
  contentType: string
  filename: string | null
}

/** Returns undefined if the token is unknown or has expired. */
export function findSharedMedia(db: Db, token: string): Promise<SharedMedia | undefined> {
  return firstRow<SharedMedia>(db)`
    select file_key, content_type, filename from chatapp_media
    where token = ${token} and token_until > app_now() and file_key is not null`
}

/** Finds a file that can be fetched by this token but has not been downloaded from the carrier yet. */
export function findPendingMedia(db: Db, token: string): Promise<MediaRef | undefined> {
  return firstRow<MediaRef>(db)`
    select account_id, id as media_id from chatapp_media
    where token = ${token} and token_until > app_now() and file_key is null and source_url is not null`
}

export interface InboundMedia {
  url: string
  contentType: string | null
  token: string
}

/** Webhook deliveries are retried for about eight hours, and receivers may download files days later. */
const sharedFor = sql`interval '7 days'`

export interface MediaOfMessage {
  messageId: number
  conversationId: number | null
  media: readonly InboundMedia[]
  /** Whether the files can be fetched by their tokens at once. */
  isShared: boolean
}

export function insertInboundMedia(
  db: Db,
  accountId: number,
  { messageId, conversationId, media, isShared }: MediaOfMessage,
): Promise<number[]> {
  return allValues<number>(db)`
    insert into chatapp_media (account_id, message_id, conversation_id, position, source_url, content_type, token,
      token_until, created_at)
    select ${accountId}, ${messageId}, ${conversationId}::bigint, position - 1, url, content_type, token,
      case when ${isShared} then app_now() + ${sharedFor} end, app_now()
    from unnest(${media.map(({ url }) => url)}::text[], ${media.map((item) => item.contentType)}::text[],
      ${media.map(({ token }) => token)}::text[])
      with ordinality as m (url, content_type, token, position)
    returning id`
}

/** Finds media of a customer that have not been downloaded yet. */
export function findUnfetchedMedia(
  db: Db,
  accountId: number,
  id: number,
): Promise<{ url: string; carrierAccountId: string } | undefined> {
  return firstRow<{ url: string; carrierAccountId: string }>(db)`
    select d.source_url as url, m.carrier_account_id
    from chatapp_media d join chatapp_messages m on m.account_id = d.account_id and m.id = d.message_id
    where d.account_id = ${accountId} and d.id = ${id} and d.file_key is null and d.source_url is not null`
}

/** Returns false if the media were downloaded concurrently. */
export function saveFetchedMedia(
  db: Db,
  accountId: number,
  { id, fileKey, contentType, sizeBytes }: { id: number; fileKey: string; contentType: string; sizeBytes: number },
): Promise<boolean> {
  return changesOne(db)`
    update chatapp_media set file_key = ${fileKey}, content_type = ${contentType}, size_bytes = ${sizeBytes}
    where account_id = ${accountId} and id = ${id} and file_key is null`
}

export interface MediaOfConversation {
  /** The id of the message in its conversation. */
  messageId: number
  token: string
  contentType: string
  filename: string | null
  sizeBytes: number | null
}

/**
 * Extends the tokens of all files of the conversation to six to seven days: tokens that were extended within the last
 * day are not updated again. Returns the files, oldest first.
 */
export function shareMediaOfConversation(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<MediaOfConversation[]> {
  return allRows<MediaOfConversation>(db)`
    with shared as (
      update chatapp_media set token_until = greatest(token_until, app_now() + ${sharedFor})
      where account_id = ${accountId} and conversation_id = ${conversationId} and file_key is not null
        and (token_until is null or token_until < app_now() + ${sharedFor} - interval '1 day')
    )
    select m.conversation_message_id as message_id, d.token, d.content_type, d.filename, d.size_bytes
    from chatapp_media d join chatapp_messages m on m.account_id = d.account_id and m.id = d.message_id
    where d.account_id = ${accountId} and d.conversation_id = ${conversationId} and d.file_key is not null
      and m.conversation_message_id is not null
    order by m.id, d.position`
}
