// Sends the message.status webhook of a sender.
import { selectAssistantNames } from '#server/features/assistants/index.ts'
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findSender, receiptsHook, type Sender } from '#server/features/senders/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { messageStatuses } from '../message/delivery-status.ts'
import type { Receipt } from '../message/message.ts'
import { presentReceipt } from '../message/present.ts'

/** Also counts and emits the status. `loadedSender` saves a query. */
export async function sendReceipt(tx: Tx, receipt: Receipt, loadedSender?: Sender): Promise<void> {
  const { head, status } = receipt
  tx.countEvent(messageStatuses, status)
  const { accountId, conversationId } = head
  await tx.emit('message.status', { accountId, messageId: head.id, conversationId, status })
  const sender = loadedSender ?? (await findSender(tx.db, head.accountId, head.senderId))
  if (!sender?.receiptsActive || sender.receiptsUrl === null) return
  const found = conversationId === null ? undefined : await findConversationIdentity(tx.db, accountId, conversationId)
  const assistantIds = found && found.assistantId !== null ? [found.assistantId] : []
  const [assistant] = await selectAssistantNames(tx.db, accountId, assistantIds)
  const conversation = found && { ...found, assistantUuid: assistant?.uuid }
  await deliverWebhook(tx, {
    url: sender.receiptsUrl,
    kind: 'message.status',
    subject: `message:${head.uuid}`,
    payload: presentReceipt(receipt, { sender, conversation, now: tx.now() }),
    hook: receiptsHook(sender),
  })
}
