// The SQL that reads the messages, files and contacts of a person for an export.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { addressesOf, addressKeysOf, type Person } from '#server/platform/person.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

interface ExportedMessage {
  id: number
  senderId: number
  conversationId: number | null
  direction: string
  kind: string
  address: string
  body: string | null
  status: string
  errorCode: number | null
  createdAt: Timestamp
}

const pageSize = 500

const isOf = (person: Person) => sql`m.customer_key = any(${addressKeysOf(person)}::text[])`

/** In the order of their ids. */
export async function selectExportedMessages(
  db: Db,
  accountId: number,
  person: Person,
  after: number,
): Promise<ExportedMessage[]> {
  const { rows } = await sql<ExportedMessage>`
    select m.id, m.sender_id, m.conversation_id, m.direction, m.kind, m.address, m.body, m.status, m.error_code,
      m.created_at
    from chatapp_messages m where m.account_id = ${accountId} and m.id > ${after} and ${isOf(person)}
    order by m.id limit ${pageSize}`.execute(db)
  return rows
}

interface ExportedMedia {
  id: number
  messageId: number
  fileKey: string
  contentType: string | null
  filename: string | null
}

export async function selectExportedMedia(
  db: Db,
  accountId: number,
  person: Person,
  after: number,
): Promise<ExportedMedia[]> {
  const { rows } = await sql<ExportedMedia>`
    select d.id, d.message_id, d.file_key, d.content_type, d.filename
    from chatapp_messages m join chatapp_media d on d.account_id = m.account_id and d.message_id = m.id
    where m.account_id = ${accountId} and d.id > ${after} and d.file_key is not null and ${isOf(person)}
    order by d.id limit ${pageSize}`.execute(db)
  return rows
}

export async function selectExportedContacts(db: Db, accountId: number, person: Person): Promise<object[]> {
  const { rows } = await sql<object>`
    select sender_id, address, coalesce(name, profile_name) as name, last_inbound_at, opted_out_at,
      marketing_opted_out_at
    from chatapp_contacts where account_id = ${accountId} and (customer_key = any(${addressKeysOf(person)}::text[])
      or address = any(${addressesOf(person)}::text[])) order by sender_id`.execute(db)
  return rows
}
