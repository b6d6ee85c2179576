// What upper floors ask of a conversation: to record what was said elsewhere, and to compose an answer that they send.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { Context, Tx } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Author } from './conversation.ts'
import { scheduleEnd } from './end-job.ts'
import { findById, promptMessages } from './store.ts'
import { findAnswerByEffect, type InsertedMessage, insertMessage } from './store-messages.ts'
import { type TurnAnswer, takeTurn } from './take-turn.ts'

export interface ReplyRequest {
  conversationId: number
  /** What the customer says; without it, messages that were recorded before are answered. */
  text?: string
  priceMicros: number
  /**
   * Asked for again under the same key, the first answer is given again, and nothing is charged anew. When an answer of
   * another key has answered all that was recorded, that one is given.
   */
  effectKey?: string
  delta?: (text: string) => void
}

/**
 * Answers after all turns before it, and sends nothing; an assistant that was deactivated by hand counts as absent. Undefined while a person has taken over. Refuses with
 * `CONVERSATION_NOT_FOUND`, `ASSISTANT_NOT_FOUND`, `INSUFFICIENT_BALANCE` and `MESSAGE_FAILED`.
 */
export async function reply(ctx: Context, request: ReplyRequest): Promise<TurnAnswer | undefined> {
  const { conversationId, effectKey, text, priceMicros, delta } = request
  if (effectKey !== undefined) {
    const first = await findAnswerByEffect(ctx.db, ctx.account.id, conversationId, effectKey)
    if (first) return { ...first, functionCalls: first.functionCalls ?? [], effectKey }
  }
  const conversation = await findById(ctx.db, ctx.account.id, conversationId, promptMessages)
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const assistant = await findAssistant(ctx.db, ctx.account.id, conversation.assistantId)
  if (!assistant || assistant.deactivated) throw new Refusal('ASSISTANT_NOT_FOUND')
  try {
    return await takeTurn(ctx, { conversation, assistant, text, priceMicros, effectKey, delta })
  } catch (error) {
    // Someone else answered under the key at the same time: theirs is the answer.
    const theirs = isUniqueViolation(error) && effectKey !== undefined
    const first = theirs ? await findAnswerByEffect(ctx.db, ctx.account.id, conversationId, effectKey) : undefined
    if (!first) throw error
    return { ...first, functionCalls: first.functionCalls ?? [], effectKey }
  }
}

export interface RecordedMessage {
  conversationId: number
  /** `assistant`: what was sent in its name, a template for example. */
  author: Author
  text: string
}

const unknownTimeoutMinutes = 30

/** Stands in the history and is not answered; a person's word silences the assistant. Undefined: no such conversation. */
export async function recordMessage(
  tx: Tx,
  { conversationId, author, text }: RecordedMessage,
): Promise<InsertedMessage | undefined> {
  const { id: accountId } = tx.account
  const message = { author, text, silencesAi: author === 'person', now: tx.now() }
  const inserted = await insertMessage(tx.db, accountId, conversationId, message)
  if (inserted?.hasOpened) await scheduleEnd(tx, { accountId, id: conversationId }, unknownTimeoutMinutes)
  return inserted
}
