// The files of a message: found when it is sent, and given to it once.
import type { Tx } from '#server/platform/context/context.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { isPicture } from './content-types.ts'
import { attachFiles, type ConversationFile, selectFreeFiles } from './store-files.ts'

type Of = Pick<Conversation, 'accountId' | 'id'>

/** Throws `InvalidInput` if a file is not of the conversation, or belongs to another message. */
export async function findFiles(tx: Tx, { accountId, id }: Of, uuids: readonly string[]): Promise<ConversationFile[]> {
  if (uuids.length === 0) return []
  const files = await selectFreeFiles(tx.db, { accountId, conversationId: id }, uuids)
  if (files.length !== uuids.length) throw invalidSelection('file_ids')
  return files
}

/** Throws `InvalidInput` if another message has got a file in the meantime. */
export async function giveFiles(
  tx: Tx,
  { conversation: { accountId, id }, turn }: { conversation: Of; turn: number },
  files: readonly ConversationFile[],
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map((file) => file.id)
  const given = await attachFiles(tx.db, { accountId, conversationId: id, turn }, ids)
  if (given !== files.length) throw invalidSelection('file_ids')
}

/** The text of a message without words, as for media of the chat app: `[image] [document Terms.pdf]`. */
export const describeFiles = (files: readonly Pick<ConversationFile, 'contentType' | 'filename'>[]): string =>
  files.map(({ contentType, filename }) => (isPicture(contentType) ? '[image]' : `[document ${filename}]`)).join(' ')
