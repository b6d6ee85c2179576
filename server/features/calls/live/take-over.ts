// Issues a token with which a person takes a live call over.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findTakeover } from '../call/store-listeners.ts'
import { createListener, type IssuedListener } from './create-listener.ts'
import { getLiveCall } from './get-live-call.ts'

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE`, `CALL_TAKEN_OVER` and `TOO_MANY_LISTENERS`. */
export async function createTakeover(ctx: AccountContext, callId: number): Promise<IssuedListener> {
  await getLiveCall(ctx, callId)
  const agent = await findTakeover(ctx.db, ctx.account.id, callId)
  if (agent !== undefined) throw new Refusal('CALL_TAKEN_OVER', `The call has been taken over by ${agent}.`)
  return createListener(ctx, callId, 'take_over')
}
