// The SQL that reads the conversations of a person for an export.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Person } from '#server/platform/person.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { isOf } from './store-person.ts'

interface ExportedConversation {
  id: number
  uuid: string
  type: string
  customerIdentifier: string | null
  customerPhone: string | null
  customerName: string | null
  variables: object
  extractedVariables: object | null
  createdAt: Timestamp
  lastActivityAt: Timestamp
}

interface ExportedMessage {
  conversationId: number
  turn: number
  part: number
  author: string
  content: string
  functionCalls: object | null
  createdAt: Timestamp
}

interface ExportedNote {
  id: number
  conversationId: number
  author: string
  text: string
  createdAt: Timestamp
}

const pageSize = 500

/** In the order of their ids. */
export async function selectExportedConversations(
  db: Db,
  accountId: number,
  person: Person,
  after: number,
): Promise<ExportedConversation[]> {
  const { rows } = await sql<ExportedConversation>`
    select c.id, c.uuid, c.type, c.customer_identifier, c.customer_phone, c.customer_name, c.variables,
      c.extracted_variables, c.created_at, c.last_activity_at
    from conversations c where c.account_id = ${accountId} and c.id > ${after} and ${isOf(person)}
    order by c.id limit ${pageSize}`.execute(db)
  return rows
}

/** In the order of the conversation. */
export async function selectExportedTurns(
  db: Db,
  accountId: number,
  conversationId: number,
  after: Pick<ExportedMessage, 'turn' | 'part'> | undefined,
): Promise<ExportedMessage[]> {
  const isNext = after ? sql`(turn, part) > (${after.turn}, ${after.part})` : sql`true`
  const { rows } = await sql<ExportedMessage>`
    select conversation_id, turn, part, author, content, function_calls, created_at from conversation_messages
    where account_id = ${accountId} and conversation_id = ${conversationId} and ${isNext}
    order by turn, part limit ${pageSize}`.execute(db)
  return rows
}

/** In the order of their ids. */
export async function selectExportedNotes(
  db: Db,
  accountId: number,
  conversationId: number,
  after: number,
): Promise<ExportedNote[]> {
  const { rows } = await sql<ExportedNote>`
    select id, conversation_id, author, text, created_at from conversation_notes
    where account_id = ${accountId} and conversation_id = ${conversationId} and id > ${after}
    order by id limit ${pageSize}`.execute(db)
  return rows
}

interface ExportedFile {
  id: number
  conversationId: number
  turn: number | null
  filename: string
  contentType: string
  sizeBytes: number
  createdAt: Timestamp
}

/** In the order of their ids. */
export async function selectExportedFiles(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<(ExportedFile & { fileKey: string })[]> {
  const { rows } = await sql<ExportedFile & { fileKey: string }>`
    select id, conversation_id, turn, filename, content_type, size_bytes, created_at, file_key from conversation_files
    where account_id = ${accountId} and conversation_id = ${conversationId} and is_stored order by id`.execute(db)
  return rows
}
