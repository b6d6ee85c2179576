// Registering a number that the carrier knows as a sender of the caller.
import type { AccountContext } from '#server/platform/context/context.ts'
import { carrierAccountFor, isInstallations } from './carrier-account/carrier-account.ts'
import { type Claim, claimNumber, notUsable } from './claim-number.ts'
import type { Sender } from './sender/sender.ts'
import { checkSettings } from './sender/sender-settings.ts'

/** Refuses with `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function createSender(ctx: AccountContext, claim: Claim): Promise<Sender> {
  await checkSettings(ctx, claim)
  // What stands at the installation's carrier account is shared: tenants are given numbers there by the operator.
  if (ctx.account.kind === 'tenant' && isInstallations(ctx, await carrierAccountFor(ctx))) throw notUsable
  return claimNumber(ctx, claim)
}
