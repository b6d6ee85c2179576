// The limits for outgoing calls of an account: its own, or the defaults of the installation. SMS follow them, too.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { CallingLimits } from '#server/platform/context/settings.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkDestination, type DestinationPolicy } from './check-destination.ts'
import { sumCosts } from './store.ts'
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

export interface SpendLimit {
  period: 'hour' | 'day'
  limitMicros: number
  spentMicros: number
}

/** The limits for what calls may cost, and what they have cost lately. */
export async function spendLimitsOf(ctx: AccountContext): Promise<SpendLimit[]> {
  const { spendPerHourMicros, spendPerDayMicros } = await callingPolicyOf(ctx)
  const spent = await sumCosts(ctx.db, ctx.account.id)
  return [
    { period: 'hour', limitMicros: spendPerHourMicros, spentMicros: spent.hour },
    { period: 'day', limitMicros: spendPerDayMicros, spentMicros: spent.day },
  ]
}

/** The rules for calls apply to SMS, also to answers. Refuses with `DESTINATION_FORBIDDEN`. */
export async function requireDestination(ctx: AccountContext, to: string, use: 'calls' | 'sms'): Promise<void> {
  const fault = checkDestination(to, await callingPolicyOf(ctx), use)
  if (fault) throw new Refusal('DESTINATION_FORBIDDEN', fault.message)
}
