// Sends the conversation-ended webhook of an assistant.
import type { EventPayload } from '#contract/events.ts'
import { findAssistant, hookOf } from '#server/features/assistants/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { channelOf } from '../conversation/channel.ts'
import { allMessages, findById } from '../conversation/store.ts'
import { endedPayload } from './ended-payload.ts'

export async function sendEndedWebhook(
  tx: Tx,
  { accountId, conversationId }: EventPayload<'conversation.ended'>,
): Promise<void> {
  const found = await findById(tx.db, accountId, conversationId, allMessages)
  if (!found || found.assistantId === null) return
  const assistant = await findAssistant(tx.db, accountId, found.assistantId)
  if (!assistant?.isConversationEndedWebhookActive || !assistant.conversationEndedWebhookUrl) return
  const conversation = { ...found, history: found.history.filter(({ state }) => state === 'done') }
  const summary = await channelOf(tx, conversation)?.loadSummary(tx, conversationId)
  await deliverWebhook(tx, {
    url: assistant.conversationEndedWebhookUrl,
    kind: 'conversation.ended',
    subject: conversation.uuid,
    hook: hookOf(assistant, 'conversationEnded'),
    payload: endedPayload(conversation, summary ?? { sender: null, attachments: [] }, assistant.uuid),
  })
}
