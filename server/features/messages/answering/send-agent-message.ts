// Sends a message that an agent wrote in a conversation of a channel to the customer.
import { actFor } from '#server/features/accounts/index.ts'
import { findAgentMessage, isMessageType } from '#server/features/conversations/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sendWritten } from '../sending/send-written.ts'

/** A message that cannot be sent is marked as failed in the conversation. */
export async function sendAgentMessage(
  context: AppContext,
  { accountId, messageId }: { accountId: number; messageId: number },
): Promise<void> {
  const ctx = await actFor(context, accountId)
  const written = await findAgentMessage(context.db, accountId, messageId)
  if (!ctx || !written || !isMessageType(written.type)) return
  const { conversationId, text } = written
  try {
    await sendWritten(ctx, { conversationId, messageId, text, isMarkdown: false, effectKey: `person:${messageId}` })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ conversation: conversationId, refusal: error.code }, 'could not send the message of an agent')
  }
}
