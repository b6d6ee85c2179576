// Erases the conversations of a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { deleteConversationsOf } from './store-person.ts'

const batch = 50

export const eraseConversations = (ctx: AccountContext, erasure: Erasure): Promise<void> =>
  eraseInBatches(erasure, batch, async () => {
    const { conversations, fileKeys } = await transaction(ctx, async ({ db }) => {
      const deleted = await deleteConversationsOf(db, ctx.account.id, erasure.person, batch)
      await erasure.count(db, 'conversations', deleted.conversations)
      await erasure.count(db, 'messages', deleted.messages)
      await erasure.count(db, 'files', deleted.fileKeys.length)
      return deleted
    })
    // If the process dies, jobs of the database do it.
    for (const key of fileKeys) await ctx.files.remove(key)
    return conversations
  })
