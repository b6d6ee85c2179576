// Refuses SMS to numbers and countries that the account does not allow, because fraud makes others pay for SMS.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkDestination } from './check-destination.ts'
import { callingPolicyOf } from './policy.ts'

/** The rules for calls apply, also to answers. Refuses with `DESTINATION_FORBIDDEN`. */
export async function checkSmsDestination(ctx: AccountContext, to: string): Promise<void> {
  const fault = checkDestination(to, await callingPolicyOf(ctx), 'sms')
  if (fault) throw new Refusal('DESTINATION_FORBIDDEN', fault.message)
}
