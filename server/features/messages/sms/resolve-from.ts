// Finds the phone number that a client gives by its id or its digits.
import { selectPhoneNumbers } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns the id. The `+` of a number may be missing. Refuses with `FROM_NUMBER_NOT_FOUND`. */
export async function resolveFrom(ctx: AccountContext, from: number | string): Promise<number> {
  const text = String(from).trim()
  const numbers = await selectPhoneNumbers(ctx.db, ctx.account.id)
  const named = numbers.filter(({ phoneNumber }) => phoneNumber === `+${text.replace(/^\+/, '')}`)
  // The account can have the same number on a SIP trunk, which sends no SMS.
  const found = numbers.find(({ id }) => String(id) === text) ?? named.find(({ smsCapable }) => smsCapable) ?? named[0]
  if (!found) throw new Refusal('FROM_NUMBER_NOT_FOUND')
  return found.id
}
