// Registers a number of the carrier as a sender of the account.
import { carrierAccountFor, isOfInstallation } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { type Claim, claimNumber, notUsable } from './claim-number.ts'
import type { Sender } from './sender/sender.ts'
import { checkSettings } from './sender/sender-settings.ts'

/** Refuses with `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function createSender(ctx: AccountContext, claim: Claim): Promise<Sender> {
  await checkSettings(ctx, claim)
  // Accounts share the carrier account of the installation, in which the operator assigns numbers to tenants.
  if (ctx.account.kind === 'tenant' && isOfInstallation(ctx, await carrierAccountFor(ctx))) throw notUsable
  return claimNumber(ctx, claim)
}
