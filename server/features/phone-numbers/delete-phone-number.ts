// Deletes a phone number: releases a purchased one at the carrier, and removes the webhooks of an imported one.
import { findCarrierAccountById, isCarrierRejection, refusalFor } from '#server/features/carrier-accounts/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import type { PhoneNumber } from './number/phone-number.ts'
import { routesAway } from './number/routes.ts'
import { deletePhoneNumberRow, findPhoneNumber } from './number/store.ts'

/** Refuses with `PHONE_NUMBER_NOT_FOUND` and `CARRIER_UNAVAILABLE`; can then be repeated. */
export async function deletePhoneNumber(ctx: AccountContext, id: number): Promise<void> {
  const number = orRefuse(await findPhoneNumber(ctx.db, ctx.account.id, id), 'PHONE_NUMBER_NOT_FOUND')
  await detach(ctx, number)
  // A transaction is repeated after a deadlock with an update of an assistant that uses the number.
  await transaction(ctx, async (tx) => {
    await extensionOf(tx, phoneNumberDeletedPoint)(tx, number)
    await deletePhoneNumberRow(tx.db, tx.account.id, id)
  })
}

/** Runs in the transaction that deletes the number, before its row is deleted. */
export const phoneNumberDeletedPoint = extensionPoint<(tx: Tx, number: PhoneNumber) => Promise<void>>(
  'phone-numbers.deleted',
  async () => {},
)

async function detach(ctx: AccountContext, { carrierAccountId, externalId, purchased }: PhoneNumber): Promise<void> {
  const account = await findCarrierAccountById(ctx, carrierAccountId)
  // The operator has changed the carrier account of the installation, so nothing can be changed there.
  if (!account || externalId === null) return
  try {
    const { calls } = ctx.carriers.of(account)
    if (purchased) return await calls.releasePhoneNumber(account, externalId)
    const listed = await calls.listPhoneNumbers(account)
    const found = listed.find((candidate) => candidate.externalId === externalId)
    const routes = found ? routesAway(found) : {}
    if (Object.keys(routes).length > 0) await calls.setNumberRoutes(account, externalId, routes)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    // A carrier that this server does not have has no routes that lead here.
    if (error.reason === 'unsupported' && !purchased) return
    // A route that the carrier does not let Parley change must not prevent the deletion.
    if (purchased || !isCarrierRejection(error)) throw refusalFor(error)
  }
}
