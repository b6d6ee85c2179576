// Deletes the texts and files of the messages of a conversation.
import type { AppContext } from '#server/platform/context/context.ts'
import { deleteMessageTexts, selectFileKeys, selectMessagesWithText } from './store-retention.ts'

const batch = 100

/** Files are deleted before the rows that name them. */
export async function forgetTexts(context: AppContext, accountId: number, conversationId: number): Promise<void> {
  const { db, files } = context
  for (let count = batch; count === batch; ) {
    const ids = await selectMessagesWithText(db, accountId, conversationId, batch)
    for (const key of await selectFileKeys(db, accountId, ids)) await files.remove(key)
    await deleteMessageTexts(db, accountId, ids)
    count = ids.length
  }
}
