// Loads the delivery statuses, replies and files of messages of a conversation.
import type { ChannelDeliveries, Delivery } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { refusalOf } from '../delivery/outcome.ts'
import { combineStatuses, isFailedStatus } from '../message/delivery-status.ts'
import { shareFiles } from './load-channel-summary.ts'
import { type SentInConversation, selectSentInConversation } from './store-history.ts'
import { selectRepliesInConversation } from './store-inbound.ts'

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
    deliveries: new Map(sent.map((one) => [one.messageId, deliveryOf(one)])),
    replies: new Map(replies.map(({ messageId, ...reply }) => [messageId, reply])),
    attachments: attachments.filter(({ messageId }) => requested.has(messageId)),
    optedOutAt: contact?.optedOutAt ?? null,
  }
}

function deliveryOf({ statuses, errorCode, errorMessage }: SentInConversation): Delivery {
  const status = combineStatuses(statuses)
  if (!statuses.some(isFailedStatus)) return { status, fault: null }
  const { code, message } = refusalOf({ errorCode, errorMessage })
  return { status, fault: { code, message: errorMessage ?? message } }
}
