// Resumes a request whose process died: returns the stored answer, or withdraws the unfinished turn.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { findTurnByRequest } from '../conversation/store-messages.ts'
import { type AbandonedTurn, withdrawTurn } from './abandon-turn.ts'
import type { TurnAnswer } from './take-turn.ts'
import { wakeWaitingTurns } from './turn-queue.ts'

export interface Resumed {
  /** Undefined if an agent had taken over. */
  answer: TurnAnswer | undefined
}

/** Returns undefined if the message must still be answered. */
export async function resumeTurn(
  ctx: AccountContext,
  turn: AbandonedTurn & { conversation: Conversation },
  requestKey: string,
): Promise<Resumed | undefined> {
  const { accountId, id: conversationId } = turn.conversation
  const earlier = await findTurnByRequest(ctx.db, accountId, conversationId, requestKey)
  if (!earlier) return undefined
  const { aiEnabled } = turn.conversation
  if (earlier.state === 'done')
    return { answer: earlier.answer && { ...earlier.answer, effectKey: undefined, handedOver: !aiEnabled } }
  const key = { accountId, conversationId, turn: earlier.turn }
  await withdrawTurn(ctx, turn, key)
  wakeWaitingTurns(key)
  return undefined
}
