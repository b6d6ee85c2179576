// A turn that ends without an answer: it leaves the line, and what it had put aside goes back.
import { release } from '#server/features/billing/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Conversation, TurnKey } from '../conversation/conversation.ts'
import { refundVisitorUse } from '../visitors/store-visitors.ts'
import { type VisitorTurn, visitorDay } from '../visitors/visitor.ts'
import { closeTurn } from './store-turns.ts'

/** Under which the price of a turn is held and charged. */
export const turnRef = ({ uuid }: Pick<Conversation, 'uuid'>, turn: number): string => `conversation:${uuid}:${turn}`

export interface AbandonedTurn {
  conversation: Pick<Conversation, 'uuid'>
  priceMicros: number
  visitor?: VisitorTurn | undefined
}

/** `failed`: its message never counted; `done`: it stands, because a person answers it. */
export function abandonTurn(
  ctx: AccountContext,
  { conversation, priceMicros, visitor }: AbandonedTurn,
  place: TurnKey,
  state: 'failed' | 'done',
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const said = await closeTurn(tx.db, place, state)
    if (visitor && said) {
      const day = visitorDay(tx.settings, visitor, toDate(said.saidAt))
      await refundVisitorUse(tx.db, day, visitor.use)
    }
    if (priceMicros > 0) await release(tx, turnRef(conversation, place.turn))
  })
}
