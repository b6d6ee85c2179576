// Deletes a phone number: releases a purchased one at the carrier, and removes the webhooks of an imported one.
import { findCarrierAccountBySid, isCarrierRejection, refusalFor } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import type { PhoneNumber } from './number/phone-number.ts'
import { deletePhoneNumberRow, findPhoneNumber } from './number/store.ts'
import { removalOf } from './number/webhooks.ts'

/** Refuses with `PHONE_NUMBER_NOT_FOUND` and `CARRIER_UNAVAILABLE`; can then be repeated. */
export async function deletePhoneNumber(ctx: AccountContext, id: number): Promise<void> {
  const number = orRefuse(await findPhoneNumber(ctx.db, ctx.account.id, id), 'PHONE_NUMBER_NOT_FOUND')
  await detach(ctx, number)
  // A transaction is repeated after a deadlock with an update of an assistant that uses the number.
  await transaction(ctx, (tx) => deletePhoneNumberRow(tx.db, tx.account.id, id))
}

async function detach(ctx: AccountContext, { carrierAccountSid, carrierSid, purchased }: PhoneNumber): Promise<void> {
  const account = await findCarrierAccountBySid(ctx, carrierAccountSid)
  // The operator has changed the carrier account of the installation, so nothing can be changed there.
  if (!account || carrierSid === null) return
  try {
    if (purchased) return await ctx.voiceCarrier.releasePhoneNumber(account, carrierSid)
    const listed = await ctx.voiceCarrier.listPhoneNumbers(account)
    const found = listed.find(({ sid }) => sid === carrierSid)
    const removal = found ? removalOf(ctx.settings, found) : {}
    if (Object.keys(removal).length > 0) await ctx.voiceCarrier.setNumberWebhooks(account, carrierSid, removal)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    // A webhook that the carrier does not let Parley remove must not prevent the deletion.
    if (purchased || !isCarrierRejection(error)) throw refusalFor(error)
  }
}
