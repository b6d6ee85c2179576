// Makes a call that a request asks for.

import { isE164 } from '@parley/rules'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Call } from './call/call.ts'
import { findCallByUuid } from './call/store.ts'
import { placeCall, prepareCall } from './dialing/place-call.ts'

export interface CallOrder {
  assistantId: number
  phoneNumber: string
  variables: Record<string, string>
  /** See `NewOutboundCall`. */
  unverifiedVariables?: readonly string[]
}

/**
 * Refuses with `INVALID_PHONE`, and as `prepareCall` and `placeCall` do. The key of an idempotent operation becomes the
 * UUID of the call, so that there is only one.
 */
export async function makeCall(
  ctx: AccountContext,
  { assistantId, ...order }: CallOrder,
  operation?: IdempotentOperation,
): Promise<Pick<Call, 'id' | 'status'>> {
  const before = operation?.isResumed ? await findCallByUuid(ctx.db, operation.key) : undefined
  if (before) return before
  if (!isE164(order.phoneNumber)) throw new Refusal('INVALID_PHONE')
  const prepared = await prepareCall(ctx, { assistantId })
  const uuid = operation?.key ?? ctx.newId()
  return transaction(ctx, (tx) => placeCall(tx, prepared, { ...order, uuid }))
}
