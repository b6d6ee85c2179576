// The SQL of pictures that customers have sent.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues } from '#server/platform/database/statements.ts'

interface OfMessages {
  conversationId: number
  /** The ids of the messages in their conversation. */
  messageIds: readonly number[]
}

const isPicture = (accountId: number, { conversationId, messageIds }: OfMessages) => sql`
  d.account_id = ${accountId} and d.conversation_id = ${conversationId}
    and m.conversation_message_id = any(${messageIds}::bigint[]) and d.content_type like 'image/%'`

const media = sql`chatapp_media d join chatapp_messages m on m.account_id = d.account_id and m.id = d.message_id`

export function selectUnfetchedPictures(db: Db, accountId: number, of: OfMessages): Promise<number[]> {
  return allValues<number>(db)`
    select d.id from ${media}
    where ${isPicture(accountId, of)} and d.file_key is null and d.source_url is not null`
}

export interface Picture {
  messageId: number
  fileKey: string
  contentType: string
  sizeBytes: number
  filename: string | null
}

export function selectPictures(db: Db, accountId: number, of: OfMessages): Promise<Picture[]> {
  return allRows<Picture>(db)`
    select m.conversation_message_id as message_id, d.file_key, d.content_type, d.size_bytes, d.filename
    from ${media}
    where ${isPicture(accountId, of)} and d.file_key is not null and d.size_bytes is not null
    order by m.id, d.position`
}
