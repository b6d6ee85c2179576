// The limits for outgoing calls of an account: its own, or the defaults of the installation.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { CallingLimits } from '#server/platform/context/settings.ts'
import type { DestinationPolicy } from './check-destination.ts'
import { findLimits } from './store-limits.ts'

export interface CallingPolicy extends DestinationPolicy, CallingLimits {}

export async function callingPolicyOf({ db, account, settings }: AccountContext | Tx): Promise<CallingPolicy> {
  const own = await findLimits(db, account.id)
  const rules = Object.entries(own ?? {}).filter(([, value]) => value !== null)
  return {
    allowedCountries: [account.country],
    ...settings.calling,
    ...Object.fromEntries(rules),
    allowsFictional: settings.carrierIsLocal,
  }
}
