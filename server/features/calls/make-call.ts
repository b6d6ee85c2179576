// Places a call: checks it, reserves its cost, and adds the job that dials.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import { carrierAccountFor, findCarrierAccountBySid } from '#server/features/carrier-accounts/index.ts'
import { isDoNotContact } from '#server/features/consents/index.ts'
import {
  findPhoneNumber,
  isUsableFor,
  type PhoneNumber,
  reserveDestination,
} from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isE164 } from '#server/platform/text/e164.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { Call } from './call/call.ts'
import { costOfBoth, holdCost, ledgerRefOf, pricesOf } from './call/money.ts'
import { findCallByUuid, insertCall } from './call/store.ts'
import { addDialJob, queueSeconds } from './dialing/dial-job.ts'

export interface CallOrder {
  assistantId: number
  phoneNumber: string
  variables: Record<string, string>
}

/**
 * Refuses with `INVALID_PHONE`, `ASSISTANT_NOT_FOUND`, `ASSISTANT_CANNOT_CALL`, `DO_NOT_CONTACT`,
 * `DESTINATION_FORBIDDEN`, `CALLING_LIMIT_REACHED` and `INSUFFICIENT_BALANCE`. The key of an idempotent operation becomes the UUID of the call, so
 * that there is only one.
 */
export async function makeCall(
  ctx: AccountContext,
  order: CallOrder,
  operation?: IdempotentOperation,
): Promise<Pick<Call, 'id' | 'status'>> {
  const before = operation?.isResumed ? await findCallByUuid(ctx.db, operation.key) : undefined
  if (before) return before
  if (!isE164(order.phoneNumber)) throw new Refusal('INVALID_PHONE')
  const assistant = await findAssistant(ctx.db, ctx.account.id, order.assistantId)
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  const number = await getNumberToCallFrom(ctx, assistant)
  const carrier = await getCarrierOf(ctx, number)
  const uuid = operation?.key ?? ctx.newId()
  return transaction(ctx, (tx) => insertOrder(tx, { order, assistant, number, carrier, uuid }))
}

async function getNumberToCallFrom(ctx: AccountContext, assistant: Assistant): Promise<PhoneNumber> {
  const { type, deactivated, phoneNumberId } = assistant
  if (type === 'inbound') throw cannotCall('The assistant is an inbound assistant, which cannot make calls.')
  if (deactivated) throw cannotCall('The assistant is deactivated.')
  const number = phoneNumberId === null ? undefined : await findPhoneNumber(ctx.db, ctx.account.id, phoneNumberId)
  if (!number) throw cannotCall('The assistant has no phone number to call from.')
  if (!isUsableFor(number, 'outbound')) throw cannotCall('The phone number of the assistant is for inbound calls only.')
  return number
}

const cannotCall = (message: string): Refusal => new Refusal('ASSISTANT_CANNOT_CALL', message)

/** The account may have set another carrier account since it got the number. */
async function getCarrierOf(ctx: AccountContext, { carrierAccountSid }: PhoneNumber): Promise<CarrierAccount> {
  const own = await carrierAccountFor(ctx)
  const carrier = own.accountSid === carrierAccountSid ? own : await findCarrierAccountBySid(ctx, carrierAccountSid)
  if (!carrier) throw cannotCall('The carrier account of the phone number is not set any more.')
  return carrier
}

interface CheckedOrder {
  order: CallOrder
  assistant: Assistant
  number: PhoneNumber
  carrier: CarrierAccount
  uuid: string
}

async function insertOrder(tx: Tx, { order, assistant, number, carrier, uuid }: CheckedOrder) {
  // Another request under the same key may have placed the call meanwhile.
  const before = await findCallByUuid(tx.db, uuid)
  if (before) return before
  const { phoneNumber: to } = order
  if (await isDoNotContact(tx.db, tx.account.id, to)) throw new Refusal('DO_NOT_CONTACT')
  const ref = ledgerRefOf({ uuid })
  const prices = pricesOf(tx, carrier)
  const waitMs = (queueSeconds + assistant.ringingTimeSeconds) * 1000
  const longestSeconds = assistant.maxDurationSeconds
  const amountMicros = costOfBoth(longestSeconds, prices)
  await reserveDestination(tx, { ref, to, amountMicros, forMs: waitMs + longestSeconds * 1000 })
  const maxSeconds = await holdCost(tx, ref, prices, longestSeconds)
  const call = await insertCall(tx.db, tx.account.id, {
    uuid,
    assistantId: assistant.id,
    assistant,
    type: 'outbound',
    status: 'initiated',
    assistantPhone: number.phoneNumber,
    clientPhone: to,
    variables: order.variables,
    callbackToken: tx.newId(),
    carrierAccountSid: carrier.accountSid,
    carrierSid: null,
    dialState: 'waiting',
    mediaToken: null,
    maxSeconds,
    ...prices,
    deadlineMs: waitMs,
  })
  if (!call) throw new LostRace('the call is being placed')
  await addDialJob(tx, call.id)
  return call
}
