// Makes a call that a request asks for.

import { isE164 } from '@parley/rules'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readPhoneNumberWithExtension } from '#server/platform/text/read-phone-number.ts'
import type { Call } from './call/call.ts'
import { findCallByUuid } from './call/store.ts'
import { placeCall, prepareCall } from './dialing/place-call.ts'

export interface CallOrder {
  assistantId: number
  /** E.164, which an extension can follow. */
  phoneNumber: string
  /** By default the one behind the number. */
  extension?: string | null | undefined
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
  const callee = readCallee(ctx, order)
  const prepared = await prepareCall(ctx, { assistantId })
  const uuid = operation?.key ?? ctx.newId()
  return transaction(ctx, (tx) => placeCall(tx, prepared, { ...order, ...callee, uuid }))
}

function readCallee(
  { account }: AccountContext,
  { phoneNumber: written, extension }: Pick<CallOrder, 'phoneNumber' | 'extension'>,
) {
  if (isE164(written)) return { phoneNumber: written, extension: extension ?? null }
  const read = readPhoneNumberWithExtension(written, { country: account.country })
  // Without an extension, other forms of a number are refused.
  if (typeof read === 'string' || read.extension === null || !written.startsWith(read.phoneNumber))
    throw new Refusal('INVALID_PHONE')
  return { phoneNumber: read.phoneNumber, extension: extension === undefined ? read.extension : extension }
}
