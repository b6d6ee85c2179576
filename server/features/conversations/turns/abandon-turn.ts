// Ends a turn without an answer, releases the hold on its price, and refunds the visitor's allowance.
import { release } from '#server/features/billing/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Conversation, TurnKey } from '../conversation/conversation.ts'
import { detachFiles } from '../files/store-files.ts'
import { refundVisitorUse } from '../visitors/store-visitors.ts'
import { type VisitorTurn, visitorDay } from '../visitors/visitor.ts'
import { closeTurn, deleteFailedMessage, isPending } from './store-turns.ts'

/** The reference under which the price of a turn is held and charged. */
export const turnRef = ({ uuid }: Pick<Conversation, 'uuid'>, turn: number): string => `conversation:${uuid}:${turn}`

export interface AbandonedTurn {
  conversation: Pick<Conversation, 'uuid'>
  priceMicros: number
  visitor?: VisitorTurn | undefined
}

/**
 * Removes a turn and its message, if the message is not answered: the customer sends it again. Does nothing to a message that
 * has failed or was answered.
 */
export function withdrawTurn(ctx: AccountContext, turn: AbandonedTurn, key: TurnKey): Promise<void> {
  return transaction(ctx, async (tx) => {
    if (!(await isPending(tx.db, key))) return
    await releaseTurn(tx, turn, key, 'failed')
    await deleteFailedMessage(tx.db, key)
    await detachFiles(tx.db, key)
  })
}

/** `failed`: the message does not count; `done`: an agent answers it. */
export function abandonTurn(
  ctx: AccountContext,
  turn: AbandonedTurn,
  key: TurnKey,
  state: 'failed' | 'done',
): Promise<void> {
  return transaction(ctx, (tx) => releaseTurn(tx, turn, key, state))
}

export async function releaseTurn(
  tx: Tx,
  { conversation, priceMicros, visitor }: AbandonedTurn,
  key: TurnKey,
  state: 'failed' | 'done',
): Promise<void> {
  const message = await closeTurn(tx.db, key, state)
  if (visitor && message) {
    const day = visitorDay(tx.settings, visitor, toDate(message.createdAt))
    await refundVisitorUse(tx.db, day, visitor.use)
  }
  if (priceMicros > 0) await release(tx, turnRef(conversation, key.turn))
}
