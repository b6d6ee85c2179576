// The SQL of the files of conversations.
import { sql } from 'kysely'
import { maxFilesOfConversation } from '#contract/conversations/visitor-conversations.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, countChanges, firstRow, firstValue } from '#server/platform/database/statements.ts'

export interface ConversationFile {
  id: number
  uuid: string
  /** Null until a message has it. */
  turn: number | null
  fileKey: string
  contentType: string
  sizeBytes: number
  filename: string
  /** The beginning of the text of a document, if it was read. */
  text: string | null
  isTextCut: boolean | null
  textFailure: string | null
}

const columns = sql`f.id, f.uuid, f.turn, f.file_key, f.content_type, f.size_bytes, f.filename, f.text, f.is_text_cut,
  f.text_failure`

export type NewFile = Pick<ConversationFile, 'uuid' | 'fileKey' | 'contentType' | 'sizeBytes' | 'filename'> & {
  token: string
}

/** The row exists before the content is stored. Returns undefined if the conversation has as many files as it may have. */
export function insertFile(
  db: Db,
  { accountId, conversationId }: { accountId: number; conversationId: number },
  { uuid, fileKey, contentType, sizeBytes, filename, token }: NewFile,
): Promise<number | undefined> {
  return firstValue<number>(db)`
    with c as (
      update conversations set file_count = file_count + 1
      where account_id = ${accountId} and id = ${conversationId} and file_count < ${maxFilesOfConversation}
      returning account_id, id
    )
    insert into conversation_files (account_id, uuid, conversation_id, file_key, content_type, size_bytes, filename,
      token, created_at)
    select account_id, ${uuid}, id, ${fileKey}, ${contentType}, ${sizeBytes}, ${filename}, ${token}, app_now() from c
    returning id`
}

/** Returns false if the row was deleted in the meantime. */
export function markStored(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    update conversation_files set is_stored = true where account_id = ${accountId} and id = ${id}`
}

export async function deleteFile(db: Db, accountId: number, id: number): Promise<void> {
  await sql`delete from conversation_files where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Of files that no message has had for a day. Returns how many were deleted. */
export function deleteUnsentFiles(db: Db, limit: number): Promise<number> {
  return countChanges(db)`
    delete from conversation_files where (account_id, id) in (
      select account_id, id from conversation_files
      where turn is null and created_at < app_now() - interval '1 day' limit ${limit} for update skip locked)`
}

/** A message has no file yet that can be sent, or only one of a message that failed. */
const isFree = sql`f.is_stored and (f.turn is null or exists (
  select from conversation_messages m where m.account_id = f.account_id and m.conversation_id = f.conversation_id
    and m.turn = f.turn and m.part = 0 and m.state = 'failed'))`

/** In the order of `uuids`; those that cannot be sent are missing. */
export function selectFreeFiles(
  db: Db,
  { accountId, conversationId }: { accountId: number; conversationId: number },
  uuids: readonly string[],
): Promise<ConversationFile[]> {
  return allRows<ConversationFile>(db)`
    select ${columns} from conversation_files f
    where f.account_id = ${accountId} and f.conversation_id = ${conversationId} and f.uuid = any(${uuids}::uuid[])
      and ${isFree}
    order by array_position(${uuids}::uuid[], f.uuid)`
}

/** Gives the files to the message of a turn. Returns how many: the others belong to another message. */
export function attachFiles(
  db: Db,
  { accountId, conversationId, turn }: { accountId: number; conversationId: number; turn: number },
  ids: readonly number[],
): Promise<number> {
  return countChanges(db)`
    update conversation_files f set turn = ${turn}, position = array_position(${ids}::bigint[], f.id)
    where f.account_id = ${accountId} and f.conversation_id = ${conversationId} and f.id = any(${ids}::bigint[])
      and ${isFree}`
}

/** Takes the files from the message of a turn, so that another message can have them. */
export async function detachFiles(
  db: Db,
  { accountId, conversationId, turn }: { accountId: number; conversationId: number; turn: number },
): Promise<void> {
  await sql`
    update conversation_files set turn = null, position = null
    where account_id = ${accountId} and conversation_id = ${conversationId} and turn = ${turn}`.execute(db)
}

/** The files of messages, in their order. */
export function selectSentFiles(db: Db, accountId: number, conversationId: number): Promise<ConversationFile[]> {
  return allRows<ConversationFile>(db)`
    select ${columns} from conversation_files f
    where f.account_id = ${accountId} and f.conversation_id = ${conversationId} and f.turn is not null
    order by f.turn, f.position`
}

export async function saveText(
  db: Db,
  accountId: number,
  id: number,
  { text, isCut, failure }: { text: string | null; isCut: boolean | null; failure: string | null },
): Promise<void> {
  await sql`
    update conversation_files set text = ${text}, is_text_cut = ${isCut}, text_failure = ${failure}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export interface SharedFile extends Pick<ConversationFile, 'contentType' | 'sizeBytes' | 'filename'> {
  /** The id of the message in its conversation. */
  messageId: number
  token: string
}

/** As long as webhooks are retried, and longer. */
const sharedFor = sql`interval '7 days'`

/** Extends the tokens of all files of messages to six to seven days, as those of other media. */
export function shareFiles(db: Db, accountId: number, conversationId: number): Promise<SharedFile[]> {
  return allRows<SharedFile>(db)`
    with shared as (
      update conversation_files set token_until = greatest(token_until, app_now() + ${sharedFor})
      where account_id = ${accountId} and conversation_id = ${conversationId} and turn is not null
        and (token_until is null or token_until < app_now() + ${sharedFor} - interval '1 day')
    )
    select m.id as message_id, f.token, f.content_type, f.size_bytes, f.filename
    from conversation_files f join conversation_messages m on m.account_id = f.account_id
      and m.conversation_id = f.conversation_id and m.turn = f.turn and m.part = 0
    where f.account_id = ${accountId} and f.conversation_id = ${conversationId}
    order by f.turn, f.position`
}

/** Returns undefined if the token is unknown or has expired. */
export function findFileByToken(
  db: Db,
  token: string,
): Promise<Pick<ConversationFile, 'fileKey' | 'contentType' | 'filename'> | undefined> {
  return firstRow<Pick<ConversationFile, 'fileKey' | 'contentType' | 'filename'>>(db)`
    select file_key, content_type, filename from conversation_files
    where token = ${token} and token_until > app_now() and turn is not null`
}
