// What a person of the account writes in a chat-app conversation goes out to the customer.
import { actFor } from '#server/features/accounts/index.ts'
import { findAgentMessage } from '#server/features/conversations/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sendWritten } from '../sending/send-written.ts'

/** What cannot be sent any more, because the sender has been deleted for example, shows as failed in the conversation. */
export async function sendAgentMessage(
  context: AppContext,
  { accountId, messageId }: { accountId: number; messageId: number },
): Promise<void> {
  const ctx = await actFor(context, accountId)
  const written = await findAgentMessage(context.db, accountId, messageId)
  if (!ctx || written?.type !== 'chatapp') return
  const { conversationId, text } = written
  try {
    await sendWritten(ctx, { conversationId, messageId, text, effectKey: `person:${messageId}` })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ conversation: conversationId, refusal: error.code }, 'a person’s message was not sent')
  }
}
