// Reserves the cost of a transfer to another phone number, and charges the carrier's time for it.

import { isTelephone } from '@parley/rules'
import { actFor } from '#server/features/accounts/index.ts'
import { settle } from '#server/features/billing/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { endDestination, lockDestinations, reserveDestination } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Call, CallRef } from '../call/call.ts'
import { costOf, costOfBoth, holdCost, purposeOf } from '../call/money.ts'
import { findCall, lockCall } from '../call/store.ts'
import { addCost, addEvent } from '../call/store-live.ts'
import { endTransferRow, insertTransfer, saveTransferCost, type Transfer } from '../ending/store-ending.ts'

export const ringingSeconds = 30
/** The carrier charges for the customer's connection and for the new one, unless this is a telephone of the account. */
const legsTo = (number: string): number => (isTelephone(number) ? 1 : 2)
/** The longest talk after a transfer, if the balance pays for it. */
const maxSeconds = 3_600

/** Undefined unless the call is in progress at a carrier that can connect it with the number or telephone. */
export async function findTransferable(context: AppContext, { accountId, callId }: CallRef, to: string) {
  const ctx = await actFor(context, accountId)
  const call = ctx && (await findCall(ctx.db, accountId, callId))
  const carrier = call?.carrierAccountId && (await findCarrierAccountById(ctx!, call.carrierAccountId))
  if (!carrier || call.endedAt !== null || call.externalId === null) return undefined
  const { capabilities } = context.carriers.of(carrier)
  if (!capabilities.includes('conferences')) return undefined
  if (isTelephone(to) && !capabilities.includes('telephones')) return undefined
  return { ctx: ctx!, call, carrier, externalId: call.externalId }
}

export async function insertReserved(tx: Tx, call: Call, to: string): Promise<Transfer> {
  const uuid = tx.newId()
  const ref = ledgerRefOf({ uuid })
  const prices = { priceMicros: 0, carrierPriceMicros: legsTo(to) * call.carrierPriceMicros }
  const forMs = (ringingSeconds + maxSeconds) * 1000
  if (!isTelephone(to)) await reserveDestination(tx, { ref, to, amountMicros: costOfBoth(maxSeconds, prices), forMs })
  const seconds = await holdCost(tx, ref, prices, maxSeconds)
  await addEvent(tx.db, call, 'transfer_requested', { to })
  return insertTransfer(tx.db, tx.account.id, {
    callId: call.id,
    uuid,
    callbackToken: tx.newId(),
    phoneNumber: to,
    maxSeconds: seconds,
    deadlineMs: forMs + 60_000,
  })
}

const ledgerRefOf = ({ uuid }: Pick<Transfer, 'uuid'>): string => `call-transfer:${uuid}`

interface TransferResult {
  /** How long both sides were connected. */
  durationSeconds: number
  /** How long the person was on the phone before. */
  briefingSeconds?: number
}

/** Does nothing if the result of the transfer is known. */
export async function finishTransfer(
  ctx: AccountContext,
  transfer: Transfer,
  { durationSeconds, briefingSeconds = 0 }: TransferResult,
): Promise<void> {
  const seconds = Math.min(transfer.maxSeconds, durationSeconds)
  const legs = legsTo(transfer.phoneNumber)
  const carrierSeconds = legs * seconds + (legs - 1) * Math.min(transfer.maxSeconds - seconds, briefingSeconds)
  await transaction(ctx, async (tx) => {
    const ended = await endTransferRow(tx.db, transfer, seconds)
    if (!ended) return
    const call = (await lockCall(tx.db, transfer.accountId, transfer.callId))!
    await lockDestinations(tx)
    const ref = ledgerRefOf(transfer)
    const amountMicros = costOf(carrierSeconds, call.carrierPriceMicros)
    const costMicros = await settle(tx, { kind: 'call-transfer', ref, amountMicros, purpose: purposeOf(call) })
    await endDestination(tx, { ref, amountMicros: costMicros })
    await saveTransferCost(tx.db, transfer, costMicros)
    await addCost(tx.db, call, costMicros)
    await addEvent(tx.db, call, 'transfer_ended', {
      answered: ended.answered,
      outcome: ended.agentState,
      duration_seconds: seconds,
    })
  })
}
