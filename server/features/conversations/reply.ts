// Generates an answer in a conversation for higher features, which send it.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Referral } from '#server/ports/carrier.ts'
import type { RepliedTo } from './answer/compose-answer.ts'
import { findById, promptMessages } from './conversation/store.ts'
import { findMessageByEffect } from './conversation/store-messages.ts'
import { type TurnAnswer, takeTurn } from './turns/take-turn.ts'

export interface ReplyRequest {
  conversationId: number
  /** The customer's message; absent to answer messages that were recorded before. */
  text?: string
  /** The ad from which the customer began to write. */
  referral?: Referral | undefined
  repliedTo?: RepliedTo
  priceMicros: number
  /**
   * A repeated call under the same key returns the first answer without another charge. If an answer under another key
   * has already answered all recorded messages, that one is returned.
   */
  effectKey?: string
  delta?: (text: string) => void
}

/**
 * Waits for earlier turns and sends nothing. Returns undefined while an agent has taken over. An assistant that was
 * deactivated counts as not found. Refuses with `CONVERSATION_NOT_FOUND`, `ASSISTANT_NOT_FOUND`,
 * `INSUFFICIENT_BALANCE` and `MESSAGE_FAILED`.
 */
export async function reply(ctx: AccountContext, request: ReplyRequest): Promise<TurnAnswer | undefined> {
  const { conversationId, effectKey, text, referral, repliedTo, priceMicros, delta } = request
  const first = await findFirstAnswer(ctx, request)
  if (first) return first
  const conversation = await findById(ctx.db, ctx.account.id, conversationId, promptMessages)
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const { assistantId } = conversation
  const assistant = assistantId === null ? undefined : await findAssistant(ctx.db, ctx.account.id, assistantId)
  if (!assistant || assistant.deactivated) throw new Refusal('ASSISTANT_NOT_FOUND')
  try {
    return await takeTurn(ctx, { conversation, assistant, text, referral, repliedTo, priceMicros, effectKey, delta })
  } catch (error) {
    // A concurrent call stored an answer under the same key.
    const concurrent = isUniqueViolation(error) ? await findFirstAnswer(ctx, request) : undefined
    if (!concurrent) throw error
    return concurrent
  }
}

async function findFirstAnswer(
  ctx: AccountContext,
  { conversationId, effectKey }: ReplyRequest,
): Promise<TurnAnswer | undefined> {
  if (effectKey === undefined) return undefined
  const first = await findMessageByEffect(ctx.db, ctx.account.id, conversationId, effectKey)
  if (!first) return undefined
  const { messageId, text, functionCalls } = first
  return { messageId, text, functionCalls, effectKey, handedOver: false }
}
