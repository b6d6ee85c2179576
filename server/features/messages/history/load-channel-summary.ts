// Loads the sender and the files of a conversation.
import type { ChannelFile, ChannelSummary } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { mediaUrlOf } from '../media/media-url.ts'
import { shareMediaOfConversation } from '../media/store-media.ts'

/** Webhook deliveries are retried for about eight hours, and receivers may download files days later. */
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

/** The URLs of the files are valid for six to seven days. */
export async function shareFiles(ctx: Tx | AccountContext, conversationId: number): Promise<ChannelFile[]> {
  const files = await shareMediaOfConversation(ctx.db, ctx.account.id, {
    conversationId,
    goodForSeconds: filesGoodForSeconds,
  })
  return files.map(({ token, ...file }) => ({ ...file, url: mediaUrlOf(ctx, token) }))
}
