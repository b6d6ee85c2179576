// Operator command for the limits of an account's outgoing calls.
import { actFor } from '../features/accounts/index.ts'
import {
  type CallingPolicy,
  callingPolicyOf,
  saveLimits,
  setAllowedCountries,
} from '../features/phone-numbers/index.ts'
import type { AppContext } from '../platform/context/context.ts'
import type { CallingLimits } from '../platform/context/settings.ts'
import { InvalidInput } from '../platform/refusal.ts'

export interface LimitChanges {
  accountId: number
  /** Null restores the default of the installation. */
  limits: { [L in keyof CallingLimits]?: number | null }
  /** Null restores the default, undefined changes nothing. */
  countries: string[] | null | undefined
}

/** Returns the limits after the changes. */
export async function changeCallingLimits(context: AppContext, changes: LimitChanges): Promise<CallingPolicy> {
  const ctx = await actFor(context, changes.accountId)
  if (!ctx) throw new Error(`Account ${changes.accountId} does not exist.`)
  if (changes.countries !== undefined) await setAllowedCountries(ctx, changes.countries).catch(explain)
  await saveLimits(ctx.db, ctx.account.id, changes.limits)
  return callingPolicyOf(ctx)
}

function explain(error: unknown): never {
  throw error instanceof InvalidInput ? new Error(Object.values(error.errors).flat().join(' ')) : error
}
