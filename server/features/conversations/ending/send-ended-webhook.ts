// Sends the conversation-ended webhook of an assistant.
import type { EventPayload } from '#contract/events/events.ts'
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { type Assistant, findAssistant, hookOf } from '#server/features/assistants/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { channelOf } from '../conversation/channel.ts'
import type { ConversationWithHistory } from '../conversation/conversation.ts'
import { allMessages, findById } from '../conversation/store.ts'
import { loadFiles } from '../files/serve-file.ts'
import { endedPayload } from './ended-payload.ts'

export async function sendEndedWebhook(
  tx: Tx,
  { accountId, conversationId }: EventPayload<'conversation.ended'>,
): Promise<void> {
  const conversation = await findById(tx.db, accountId, conversationId, allMessages)
  if (!conversation || conversation.assistantId === null) return
  const assistant = await findAssistant(tx.db, accountId, conversation.assistantId)
  if (!assistant?.isConversationEndedWebhookActive || !assistant.conversationEndedWebhookUrl) return
  await deliverWebhook(tx, {
    url: assistant.conversationEndedWebhookUrl,
    kind: 'conversation.ended',
    subject: conversation.uuid,
    hook: hookOf(assistant, 'conversationEnded'),
    payload: await payloadOf(tx, conversation, assistant),
  })
}

async function payloadOf(tx: Tx, found: ConversationWithHistory, assistant: Assistant) {
  const conversation = { ...found, history: found.history.filter(({ state }) => state === 'done') }
  const summary = await channelOf(tx, conversation)?.loadSummary(tx, conversation.id)
  const own = summary ? undefined : [...(await loadFiles(tx, conversation)).values()].flat()
  return endedPayload(conversation, summary ?? { sender: null, attachments: own! }, assistant.uuid)
}

/** The payload of the conversation-ended webhook. Undefined if the conversation or its assistant was deleted. */
export async function loadEndedPayload(
  tx: Tx,
  conversationId: number,
): Promise<{ payload: PayloadOf<'conversation.ended'>; assistantId: number } | undefined> {
  const conversation = await findById(tx.db, tx.account.id, conversationId, allMessages)
  if (!conversation || conversation.assistantId === null) return undefined
  const assistant = await findAssistant(tx.db, tx.account.id, conversation.assistantId)
  return assistant && { payload: await payloadOf(tx, conversation, assistant), assistantId: assistant.id }
}
