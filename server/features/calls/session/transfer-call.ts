// Connects the customer of a call to another phone number, and charges the carrier's time for that.
import { actFor } from '#server/features/accounts/index.ts'
import { settle } from '#server/features/billing/index.ts'
import { findCarrierAccountBySid } from '#server/features/carrier-accounts/index.ts'
import { endDestination, lockDestinations, reserveDestination } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isE164 } from '#server/platform/text/e164.ts'
import type { Call, CallRef } from '../call/call.ts'
import { callbackUrl } from '../call/callback-url.ts'
import { costOf, costOfBoth, holdCost, purposeOf } from '../call/money.ts'
import { findCall, lockCall } from '../call/store.ts'
import { addCost, addEvent } from '../call/store-live.ts'
import { endTransferRow, insertTransfer, saveTransferCost, type Transfer } from '../ending/store-ending.ts'

export const ringingSeconds = 30
/** The carrier charges for the customer's connection and for the new one. */
const legs = 2
/** The longest talk after a transfer, if the balance pays for it. */
const maxSeconds = 3_600

/**
 * The media connection ends when the carrier has accepted the transfer. Refuses with `TRANSFER_FAILED`, and like
 * `makeCall` for the destination and the balance; the call then continues.
 */
export async function transferCall(context: AppContext, { accountId, callId }: CallRef, to: string): Promise<void> {
  const { ctx, call, carrier, carrierSid } = await findTransferable(context, { accountId, callId })
  if (!isE164(to)) throw new Refusal('INVALID_PHONE')
  const transfer = await transaction(ctx, (tx) => insertReserved(tx, call, to))
  try {
    await ctx.voiceCarrier.transferCall(carrier, carrierSid, {
      to,
      // The customer's own number cannot be used as the caller id.
      callerId: call.assistantPhone!,
      ringingSeconds,
      maxSeconds: transfer.maxSeconds,
      resultUrl: callbackUrl(ctx, 'transfer', transfer),
    })
  } catch (error) {
    // A transfer with an unknown outcome counts as made. Its result is looked up.
    if (!(error instanceof OutsideError)) throw error
    if (error.code === 'outcome_unknown') return
    await finishTransfer(ctx, transfer, { answered: false, durationSeconds: 0 })
    throw new Refusal('TRANSFER_FAILED', error.message)
  }
}

/** Refuses with `TRANSFER_FAILED` unless the call is in progress at a carrier. */
export async function findTransferable(context: AppContext, { accountId, callId }: CallRef) {
  const ctx = await actFor(context, accountId)
  const call = ctx && (await findCall(ctx.db, accountId, callId))
  const carrier = call?.carrierAccountSid && (await findCarrierAccountBySid(ctx!, call.carrierAccountSid))
  if (!carrier || call.endedAt !== null || call.carrierSid === null) throw new Refusal('TRANSFER_FAILED')
  return { ctx: ctx!, call, carrier, carrierSid: call.carrierSid }
}

export async function insertReserved(tx: Tx, call: Call, to: string): Promise<Transfer> {
  const uuid = tx.newId()
  const ref = ledgerRefOf({ uuid })
  const prices = { priceMicros: 0, carrierPriceMicros: legs * call.carrierPriceMicros }
  const forMs = (ringingSeconds + maxSeconds) * 1000
  await reserveDestination(tx, { ref, to, amountMicros: costOfBoth(maxSeconds, prices), forMs })
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
  answered: boolean
  /** How long both sides were connected. */
  durationSeconds: number
  /** How long the person was on the phone before. */
  briefingSeconds?: number
}

/** Does nothing if the result of the transfer is known. */
export async function finishTransfer(
  ctx: AccountContext,
  transfer: Transfer,
  { answered, durationSeconds, briefingSeconds = 0 }: TransferResult,
): Promise<void> {
  const seconds = Math.min(transfer.maxSeconds, durationSeconds)
  const carrierSeconds = legs * seconds + Math.min(transfer.maxSeconds - seconds, briefingSeconds)
  await transaction(ctx, async (tx) => {
    if (!(await endTransferRow(tx.db, transfer, { answered, durationSeconds: seconds }))) return
    const call = (await lockCall(tx.db, transfer.accountId, transfer.callId))!
    await lockDestinations(tx)
    const ref = ledgerRefOf(transfer)
    const amountMicros = costOf(carrierSeconds, call.carrierPriceMicros)
    const costMicros = await settle(tx, { kind: 'call-transfer', ref, amountMicros, purpose: purposeOf(call) })
    await endDestination(tx, { ref, amountMicros: costMicros })
    await saveTransferCost(tx.db, transfer, costMicros)
    await addCost(tx.db, call, costMicros)
    await addEvent(tx.db, call, 'transfer_ended', { answered, duration_seconds: seconds })
  })
}

export async function applyTransferResult(
  context: AppContext,
  transfer: Transfer,
  { answered, durationSeconds }: { answered: boolean; durationSeconds: number | null },
): Promise<void> {
  const ctx = await actFor(context, transfer.accountId)
  if (ctx) await finishTransfer(ctx, transfer, { answered, durationSeconds: durationSeconds ?? 0 })
}
