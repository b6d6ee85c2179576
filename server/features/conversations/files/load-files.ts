// Loads the files of a conversation with the addresses at which they can be fetched.
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { fileUrlOf } from './serve-file.ts'
import { type SharedFile, shareFiles } from './store-files.ts'

export type LoadedFile = Omit<SharedFile, 'token'> & { url: string }

/** By the id of the message. */
export type ConversationFiles = ReadonlyMap<number, LoadedFile[]>

/** The addresses are valid for six to seven days. */
export async function loadFiles(
  ctx: Pick<AppContext, 'settings'> & Pick<AppContext | Tx, 'db'>,
  { accountId, id, fileCount }: Pick<Conversation, 'accountId' | 'id' | 'fileCount'>,
): Promise<ConversationFiles> {
  if (fileCount === 0) return new Map()
  const files = await shareFiles(ctx.db, accountId, id)
  return Map.groupBy(
    files.map(({ token, ...file }) => ({ ...file, url: fileUrlOf(ctx, token) })),
    ({ messageId }) => messageId,
  )
}
