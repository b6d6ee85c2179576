// Finds a call in which the customer and the assistant are connected.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Call } from '../call/call.ts'
import { getCall } from '../list-calls.ts'

/** Refuses with `CALL_NOT_FOUND` and `CALL_NOT_LIVE`. */
export async function getLiveCall(ctx: AccountContext, id: number): Promise<Call> {
  const call = await getCall(ctx, id)
  if (call.answeredAt === null || call.endedAt !== null) throw new Refusal('CALL_NOT_LIVE')
  return call
}
