// Answers a turn by a handover rule of the assistant instead of the language model.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { TurnKey } from '../conversation/conversation.ts'
import { announceOwner, eventDataOf } from '../conversation/event-data.ts'
import { chooseOwner } from '../handover/choose-owner.ts'
import { decideHandover, type HandoverReason } from '../handover/rules.ts'
import { countFailure } from '../handover/store-handover.ts'
import { type AbandonedTurn, releaseTurn } from './abandon-turn.ts'
import { insertAnswer } from './store-turns.ts'

type EventSubject = Parameters<typeof eventDataOf>[0]

export interface RuledTurn extends AbandonedTurn {
  conversation: EventSubject
  assistant: Assistant
  effectKey?: string | undefined
  delta?: ((text: string) => void) | undefined
}

export interface RuledAnswer {
  /** Undefined if the rule has no message. */
  message: { id: number; text: string } | undefined
  handedOver: boolean
}

/**
 * In one transaction, stores the message of the rule, changes the owner and announces it. Nothing is charged. Returns
 * undefined if the rule does not apply at this time, or if the turn has lost its place or its conversation to an agent.
 */
export async function answerByRule(
  ctx: AccountContext,
  turn: RuledTurn,
  key: TurnKey,
  reason: HandoverReason,
): Promise<RuledAnswer | undefined> {
  const { conversation, assistant, effectKey, delta } = turn
  const decision = decideHandover(assistant, ctx.now())
  if (!decision) return undefined
  const { handsOver, message } = decision
  const answer = await transaction(ctx, async (tx) => {
    const memberId = handsOver ? await chooseOwner(tx, assistant, key) : undefined
    const stored = await insertAnswer(tx.db, key, {
      ...unwritten,
      text: message,
      effectKey,
      assistantId: assistant.id,
      memberId,
    })
    if (!stored) return undefined
    await releaseTurn(tx, turn, key, 'done')
    const { messageId } = stored
    if (messageId !== null)
      await tx.emit('conversation.message', { ...eventDataOf(conversation), messageId, author: 'assistant' })
    if (memberId !== undefined) await announceHandover(tx, conversation, reason, memberId)
    return { message: messageId === null ? undefined : { id: messageId, text: message! }, handedOver: handsOver }
  })
  if (answer?.message) delta?.(answer.message.text)
  return answer
}

/** The language model wrote nothing. */
const unwritten = {
  functionCalls: [],
  model: null,
  rounds: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  ends: false,
  wasStreamed: false,
}

/** Returns undefined unless the assistant has failed often enough for its rule. */
export async function answerFailureByRule(
  ctx: AccountContext,
  turn: RuledTurn,
  key: TurnKey,
): Promise<RuledAnswer | undefined> {
  const limit = turn.assistant.handover?.after_failures ?? null
  if (limit === null || (await countFailure(ctx.db, key)) < limit) return undefined
  return answerByRule(ctx, turn, key, 'failures')
}

export async function announceHandover(
  tx: Tx,
  conversation: EventSubject,
  reason: HandoverReason,
  memberId: number | null,
): Promise<void> {
  const data = eventDataOf(conversation)
  await announceOwner(tx, conversation, { aiEnabled: false, ownerId: memberId })
  await tx.emit('conversation.handed-over', { ...data, reason, memberId })
}
