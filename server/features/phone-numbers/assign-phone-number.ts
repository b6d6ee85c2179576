// Assigns a number of the installation's carrier account to an account, for the operator.
import { actFor } from '#server/features/accounts/index.ts'
import { carrierAccountFor, isOfInstallation } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { importAsOperator } from './import-phone-number.ts'
import type { PhoneNumber } from './number/phone-number.ts'
import { findClaim } from './number/store.ts'

/** Returns the number if the account has it already. Refuses with messages for the operator. */
export async function assignPhoneNumber(
  context: AppContext,
  { accountId, phoneNumber }: { accountId: number; phoneNumber: string },
): Promise<PhoneNumber> {
  const ctx = orRefuse(await actFor(context, accountId), 'ACCOUNT_NOT_FOUND', `There is no account ${accountId}.`)
  const account = await carrierAccountFor(ctx)
  if (!isOfInstallation(ctx, account))
    throw new Refusal('OWN_CARRIER', `Account ${accountId} uses its own carrier account.`)
  const claim = await findClaim(ctx.db, { carrierAccountId: account.externalId, phoneNumber })
  if (claim && claim.accountId !== accountId)
    throw new Refusal('NUMBER_TAKEN', `${phoneNumber} is a phone number of account ${claim.accountId}.`)
  return claim ?? importAsOperator(ctx, { phoneNumber, nickname: null, type: 'both' })
}
