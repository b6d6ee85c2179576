// Finds the assistant that answers the customers of a sender.
import { type Assistant, findAnsweringAssistant, findAssistant } from '#server/features/assistants/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'

/** The inbound assistant of a phone number also answers its SMS. */
export async function findAssistantOf(
  { db, account }: AccountContext | Tx,
  { channel, phoneNumberId, assistantId }: Sender,
): Promise<Assistant | undefined> {
  if (channel === 'sms')
    return phoneNumberId === null ? undefined : findAnsweringAssistant(db, account.id, phoneNumberId)
  return assistantId === null ? undefined : findAssistant(db, account.id, assistantId)
}

/** What a message records that may open a conversation. An existing conversation keeps its assistant. */
export async function entryFor(
  ctx: AccountContext,
  sender: Sender,
  contact: { conversationId: number | null } | undefined,
): Promise<{ assistantId: number | null; timeoutMinutes?: number | undefined }> {
  if (contact && contact.conversationId !== null) return { assistantId: null }
  const assistant = await findAssistantOf(ctx, sender)
  return { assistantId: assistant?.id ?? null, timeoutMinutes: assistant?.conversationInactivityTimeoutMinutes }
}
