// Loads the conversation's view of the channel: its sender, delivery statuses, replies and files.
import type { ChannelDeliveries, ChannelFile, ChannelSummary, Delivery } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { refusalOf } from '../delivery/outcome.ts'
import { mediaUrlOf } from '../media/serve-media.ts'
import { shareMediaOfConversation } from '../media/store-media.ts'
import { combineStatuses, isFailedStatus } from '../message/delivery-status.ts'
import { type SentInConversation, selectSentInConversation } from './store-history.ts'
import { selectRepliesInConversation } from './store-inbound.ts'

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
async function shareFiles(ctx: Tx | AccountContext, conversationId: number): Promise<ChannelFile[]> {
  const files = await shareMediaOfConversation(ctx.db, ctx.account.id, conversationId)
  return files.map(({ token, ...file }) => ({ ...file, url: mediaUrlOf(ctx, token) }))
}

export async function loadDeliveries(
  ctx: AccountContext,
  conversationId: number,
  messageIds: readonly number[],
): Promise<ChannelDeliveries> {
  const { id: accountId } = ctx.account
  const [sent, replies, attachments, contact] = await Promise.all([
    selectSentInConversation(ctx.db, accountId, { conversationId, messageIds }),
    selectRepliesInConversation(ctx.db, accountId, { conversationId, messageIds }),
    shareFiles(ctx, conversationId),
    findContactByConversation(ctx.db, accountId, conversationId),
  ])
  const requested = new Set(messageIds)
  return {
    deliveries: new Map(sent.map((message) => [message.messageId, deliveryOf(message)])),
    replies: new Map(replies.map(({ messageId, ...reply }) => [messageId, reply])),
    attachments: attachments.filter(({ messageId }) => requested.has(messageId)),
    optedOutAt: contact?.optedOutAt ?? null,
  }
}

function deliveryOf({ statuses, ...fault }: SentInConversation): Delivery {
  const status = combineStatuses(statuses)
  if (!statuses.some(isFailedStatus)) return { status, fault: null }
  const { code, message } = refusalOf(fault)
  return { status, fault: { code, message: fault.errorMessage ?? message } }
}
