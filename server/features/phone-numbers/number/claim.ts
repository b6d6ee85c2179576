// The rules under which an account can claim a number of its carrier account.
import { carrierAccountFor, isOfInstallation, lockCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'

/** Does not reveal whether another account has claimed the number. */
export const notUsable = new InvalidInput({
  phone_number: ['The phone number is not a number at the carrier that this account may use.'],
})

export const taken = new InvalidInput({ phone_number: ['The phone number has already been taken.'] })

/** Accounts share the carrier account of the installation, in which the operator assigns numbers to tenants. */
export async function checkPermission(ctx: AccountContext): Promise<void> {
  if (ctx.account.kind === 'tenant' && isOfInstallation(ctx, await carrierAccountFor(ctx))) throw notUsable
}

/** Refuses if the account has changed to another carrier account. It cannot change until the transaction ends. */
export async function lockCurrentAccount(tx: Tx, { externalId }: CarrierAccount): Promise<void> {
  await lockCarrierAccount(tx.db, tx.account.id)
  if ((await carrierAccountFor(tx)).externalId !== externalId) throw notUsable
}
