// What upper floors ask of a conversation: to compose an answer that they send.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { RepliedTo } from './answer/compose-answer.ts'
import { findById, promptMessages } from './conversation/store.ts'
import { findAnswerByEffect } from './conversation/store-messages.ts'
import { type TurnAnswer, takeTurn } from './turns/take-turn.ts'

export interface ReplyRequest {
  conversationId: number
  /** What the customer says; without it, messages that were recorded before are answered. */
  text?: string
  repliedTo?: RepliedTo
  priceMicros: number
  /**
   * Asked for again under the same key, the first answer is given again, and nothing is charged anew. When an answer of
   * another key has answered all that was recorded, that one is given.
   */
  effectKey?: string
  delta?: (text: string) => void
}

/**
 * Answers after all turns before it, and sends nothing; an assistant that was deactivated by hand counts as absent.
 * Undefined while a person has taken over. Refuses with `CONVERSATION_NOT_FOUND`, `ASSISTANT_NOT_FOUND`,
 * `INSUFFICIENT_BALANCE` and `MESSAGE_FAILED`.
 */
export async function reply(ctx: AccountContext, request: ReplyRequest): Promise<TurnAnswer | undefined> {
  const { conversationId, effectKey, text, repliedTo, priceMicros, delta } = request
  const first = await findFirstAnswer(ctx, request)
  if (first) return first
  const conversation = await findById(ctx.db, ctx.account.id, conversationId, promptMessages)
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const { assistantId } = conversation
  const assistant = assistantId === null ? undefined : await findAssistant(ctx.db, ctx.account.id, assistantId)
  if (!assistant || assistant.deactivated) throw new Refusal('ASSISTANT_NOT_FOUND')
  try {
    return await takeTurn(ctx, { conversation, assistant, text, repliedTo, priceMicros, effectKey, delta })
  } catch (error) {
    // Someone else answered under the key at the same time: theirs is the answer.
    const theirs = isUniqueViolation(error) ? await findFirstAnswer(ctx, request) : undefined
    if (!theirs) throw error
    return theirs
  }
}

async function findFirstAnswer(
  ctx: AccountContext,
  { conversationId, effectKey }: ReplyRequest,
): Promise<TurnAnswer | undefined> {
  if (effectKey === undefined) return undefined
  const first = await findAnswerByEffect(ctx.db, ctx.account.id, conversationId, effectKey)
  return first && { ...first, functionCalls: first.functionCalls ?? [], effectKey }
}
