// Places a call in a transaction: reserves its cost, stores it, and adds the job that dials.

import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import { carrierAccountFor, findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { isDoNotContact } from '#server/features/consents/index.ts'
import { channelAddress, factsOfContact, identifyContact } from '#server/features/contacts/index.ts'
import {
  findPhoneNumber,
  isUsableFor,
  type PhoneNumber,
  reserveDestination,
} from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { Call } from '../call/call.ts'
import { emitStatus } from '../call/call.ts'
import { costOfBoth, holdCost, ledgerRefOf, pricesOf } from '../call/money.ts'
import { findCallByUuid, insertCall } from '../call/store.ts'
import { addDialJob, queueSeconds } from './dial-job.ts'

/** Who calls, from which number. */
export interface PreparedCall {
  assistant: Assistant
  number: PhoneNumber
  carrier: CarrierAccount
}

export interface Caller {
  assistantId: number
  /** Replaces the assistant's phone number. */
  phoneNumberId?: number
}

/** Refuses with `ASSISTANT_NOT_FOUND` and `ASSISTANT_CANNOT_CALL`. */
export async function prepareCall(ctx: AccountContext, { assistantId, phoneNumberId }: Caller): Promise<PreparedCall> {
  const assistant = orRefuse(await findAssistant(ctx.db, ctx.account.id, assistantId), 'ASSISTANT_NOT_FOUND')
  const { type, deactivated } = assistant
  if (type === 'inbound') throw cannotCall('The assistant is an inbound assistant, which cannot make calls.')
  if (deactivated) throw cannotCall('The assistant is deactivated.')
  const id = phoneNumberId ?? assistant.phoneNumberId
  const number = id === null ? undefined : await findPhoneNumber(ctx.db, ctx.account.id, id)
  if (!number) throw cannotCall('The assistant has no phone number to call from.')
  if (!isUsableFor(number, 'outbound'))
    throw cannotCall(`The phone number ${number.phoneNumber} is for inbound calls only.`)
  return { assistant, number, carrier: await getCarrierOf(ctx, number) }
}

const cannotCall = (message: string): Refusal => new Refusal('ASSISTANT_CANNOT_CALL', message)

/** The account may have set another carrier account since it got the number. */
async function getCarrierOf(ctx: AccountContext, { carrierAccountId }: PhoneNumber): Promise<CarrierAccount> {
  const own = await carrierAccountFor(ctx)
  const carrier = own.externalId === carrierAccountId ? own : await findCarrierAccountById(ctx, carrierAccountId)
  if (!carrier) throw cannotCall('The carrier account of the phone number is no longer set.')
  return carrier
}

/** The most that a call can cost without a transfer, in micro-dollars. */
export const highestCostOf = (
  ctx: Pick<AccountContext, 'settings'>,
  { assistant, carrier }: Pick<PreparedCall, 'assistant' | 'carrier'>,
): number => costOfBoth(assistant.maxDurationSeconds, pricesOf(ctx, carrier))

export interface NewOutboundCall extends Partial<Pick<Call, 'extension' | 'purpose' | 'campaignId' | 'leadId'>> {
  /** E.164. */
  phoneNumber: string
  variables: Record<string, string>
  /** The names of those that are data of a run of a flow, which anyone can have sent: no addresses of the customer. */
  unverifiedVariables?: readonly string[]
  /** A call that has this UUID already is returned instead. */
  uuid: string
}

/** Refuses with `DO_NOT_CONTACT`, `DESTINATION_FORBIDDEN`, `CALLING_LIMIT_REACHED` and `INSUFFICIENT_BALANCE`. */
export async function placeCall(
  tx: Tx,
  { assistant, number, carrier }: PreparedCall,
  { phoneNumber: to, uuid, variables, ...fields }: NewOutboundCall,
): Promise<Call> {
  // Another request under the same key may have placed the call in the meantime.
  const before = await findCallByUuid(tx.db, uuid)
  if (before) return before
  if (await isDoNotContact(tx, to)) throw new Refusal('DO_NOT_CONTACT')
  const ref = ledgerRefOf({ uuid })
  const prices = pricesOf(tx, carrier)
  const amountMicros = highestCostOf(tx, { assistant, carrier })
  const waitMs = (queueSeconds + assistant.ringingTimeSeconds) * 1000
  const longestSeconds = assistant.maxDurationSeconds
  await reserveDestination(tx, { ref, to, amountMicros, forMs: waitMs + longestSeconds * 1000 })
  const maxSeconds = await holdCost(tx, ref, prices, longestSeconds)
  const known = await factsOfContact(tx, to)
  const call = await insertCall(tx.db, tx.account.id, {
    ...fields,
    variables: { ...known, ...variables },
    uuid,
    assistantId: assistant.id,
    assistant,
    type: 'outbound',
    status: 'initiated',
    assistantPhone: number.phoneNumber,
    clientPhone: to,
    callbackToken: tx.newId(),
    carrierAccountId: carrier.externalId,
    externalId: null,
    dialState: 'waiting',
    mediaToken: null,
    maxSeconds,
    ...prices,
    deadlineMs: waitMs,
  })
  if (!call) throw new LostRace('the call is being placed')
  await identifyContact(tx, { addresses: [channelAddress(to)] })
  await emitStatus(tx, call, 'initiated')
  await addDialJob(tx, call.id)
  return call
}
