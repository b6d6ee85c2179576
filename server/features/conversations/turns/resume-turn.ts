// What an earlier run of a request has come to, whose process has died: an answer, or a turn that nobody answers any more.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { findSaidUnder } from '../conversation/store-messages.ts'
import { type AbandonedTurn, abandonTurn } from './close-turn.ts'
import type { TurnAnswer } from './take-turn.ts'
import { wakeQueue } from './turn-queue.ts'

export interface Resumed {
  /** Undefined: a person had taken over. */
  answer: TurnAnswer | undefined
}

/** Undefined when the message is still to be answered; what is left of a former turn is taken out of the line. */
export async function resumeTurn(
  ctx: AccountContext,
  turn: AbandonedTurn & { conversation: Conversation },
  requestKey: string,
): Promise<Resumed | undefined> {
  const { accountId, id: conversationId } = turn.conversation
  const said = await findSaidUnder(ctx.db, accountId, conversationId, requestKey)
  if (!said) return undefined
  if (said.state === 'done') {
    const { answer } = said
    return { answer: answer && { ...answer, functionCalls: answer.functionCalls ?? [], effectKey: undefined } }
  }
  const place = { accountId, conversationId, turn: said.turn }
  await abandonTurn(ctx, turn, place, 'failed')
  wakeQueue(place)
  return undefined
}
