// Deletes the texts of an ended conversation whose assistant does not store them, after its webhooks were delivered.
import { deleteDeliveriesAbout, hasPendingDeliveries } from '#server/features/webhooks/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { channelOf } from '../conversation/channel.ts'
import { addForgetJob } from '../conversation/forget-job.ts'
import { findById } from '../conversation/store.ts'
import { deleteTexts } from './store-retention.ts'

/** A conversation that continues is deleted when it has ended again. */
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
  // If the process dies, jobs of the database do it.
  for (const key of fileKeys) await context.files.remove(key)
  await channelOf(context, conversation)?.forgetTexts(context, accountId, conversationId)
}
