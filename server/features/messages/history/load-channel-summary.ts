// What was carried in one conversation: by which sender, and the files that went to and fro.
import type { ChannelFile, ChannelSummary } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { mediaUrlOf } from '../media/media-url.ts'
import { shareMediaOfConversation } from '../media/store-media.ts'

/** A webhook is tried for some eight hours; who takes it may want to fetch the files days later. */
export const filesGoodForSeconds = 7 * 86_400

export async function loadChannelSummary(tx: Tx, conversationId: number): Promise<ChannelSummary> {
  const { id: accountId } = tx.account
  const contact = await findContactByConversation(tx.db, accountId, conversationId)
  const sender = contact && (await findSender(tx.db, accountId, contact.senderId))
  return {
    sender: sender ? { id: sender.id, phoneNumber: sender.phoneNumber, displayName: sender.displayName } : null,
    attachments: await shareFiles(tx, conversationId),
  }
}

/** From now on, whoever has a file's address may fetch it for a week, less a day at most. */
export async function shareFiles(ctx: Tx | AccountContext, conversationId: number): Promise<ChannelFile[]> {
  const files = await shareMediaOfConversation(ctx.db, ctx.account.id, {
    conversationId,
    goodForSeconds: filesGoodForSeconds,
  })
  return files.map(({ token, ...file }) => ({ ...file, url: mediaUrlOf(ctx, token) }))
}
