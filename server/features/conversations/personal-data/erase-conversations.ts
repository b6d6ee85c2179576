// Erases the conversations of a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Erasure, eraseInBatches } from '#server/platform/personal-data.ts'
import { deleteConversationsOf } from './store-person.ts'

const batch = 50

export const eraseConversations = (ctx: AccountContext, erasure: Erasure): Promise<void> =>
  eraseInBatches(erasure, batch, () =>
    transaction(ctx, async ({ db }) => {
      const deleted = await deleteConversationsOf(db, ctx.account.id, erasure.person, batch)
      await erasure.count(db, 'conversations', deleted.conversations)
      await erasure.count(db, 'messages', deleted.messages)
      return deleted.conversations
    }),
  )
