// Deletes the conversations of a person, and the texts of conversations whose assistant does not store them.
import { deleteDeliveriesAbout, hasPendingDeliveries } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CountErased } from '#server/platform/personal-data.ts'
import { channelOf } from '../conversation/channel.ts'
import { addForgetJob } from '../conversation/forget-job.ts'
import { findById } from '../conversation/store.ts'
import { deleteConversations, deleteTexts } from './store-erasure.ts'

export async function eraseConversations(
  ctx: AccountContext,
  conversations: readonly { id: number }[],
  count: CountErased,
): Promise<void> {
  const ids = conversations.map(({ id }) => id)
  const fileKeys = await transaction(ctx, async ({ db, account }) => {
    const deleted = await deleteConversations(db, account.id, ids)
    await count(db, 'conversations', deleted.conversations)
    await count(db, 'messages', deleted.messages)
    await count(db, 'files', deleted.fileKeys.length)
    return deleted.fileKeys
  })
  await removeFiles(ctx, fileKeys)
}

/** If the process dies, jobs of the database do it. */
async function removeFiles({ files }: AppContext, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key)
}

/** After its webhooks were delivered. A conversation that goes on is deleted when it has ended again. */
export async function forgetTexts(
  context: AppContext,
  { accountId, conversationId }: { accountId: number; conversationId: number },
): Promise<void> {
  const conversation = await findById(context.db, accountId, conversationId, 0)
  if (conversation?.status !== 'ended') return
  if (await hasPendingDeliveries(context.db, accountId, conversation.uuid))
    return transaction(context, (tx) => addForgetJob(tx, conversation))
  const fileKeys = await transaction(context, async ({ db }) => {
    await deleteDeliveriesAbout(db, accountId, conversation.uuid)
    return deleteTexts(db, accountId, conversationId)
  })
  if (!fileKeys) return
  await removeFiles(context, fileKeys)
  await channelOf(context, conversation)?.forgetTexts(context, accountId, conversationId)
}
