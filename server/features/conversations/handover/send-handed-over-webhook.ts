// Sends the webhook of an assistant's handover rules.
import type { EventPayload } from '#contract/events/events.ts'
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { findAssistant } from '#server/features/assistants/index.ts'
import { selectMemberNames } from '#server/features/members/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { findById } from '../conversation/store.ts'

export async function sendHandedOverWebhook(
  tx: Tx,
  { accountId, conversationId, reason, memberId }: EventPayload<'conversation.handed-over'>,
): Promise<void> {
  const conversation = await findById(tx.db, accountId, conversationId, 0)
  const assistantId = conversation?.assistantId ?? null
  if (!conversation || assistantId === null) return
  const assistant = await findAssistant(tx.db, accountId, assistantId)
  const url = assistant?.handover?.webhook_url
  if (!assistant || !url) return
  const name = memberId === null ? undefined : (await selectMemberNames(tx.db, accountId, [memberId])).get(memberId)
  const { uuid, type, customerName, customerPhone, customerIdentifier, messageCount } = conversation
  const payload: PayloadOf<'conversation.handed-over'> = {
    conversation_id: uuid,
    assistant_id: assistant.uuid,
    type,
    reason,
    owner:
      memberId === null || name === undefined ? { kind: 'nobody' } : { kind: 'member', member: { id: memberId, name } },
    customer_name: customerName,
    customer_phone: customerPhone,
    customer_identifier: customerIdentifier,
    message_count: messageCount,
    timestamp: dateToIsoMicros(tx.now()),
  }
  await deliverWebhook(tx, { url, kind: 'conversation.handed-over', subject: uuid, payload })
}
