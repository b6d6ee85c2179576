// Finds the phone number that a client gives by its id or its digits.
import { selectPhoneNumbers } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns the id. Refuses with `FROM_NUMBER_NOT_FOUND`. */
export async function resolveFrom(ctx: AccountContext, from: number | string): Promise<number> {
  if (typeof from === 'number') return from
  const numbers = await selectPhoneNumbers(ctx.db, ctx.account.id)
  const found = numbers.find(({ id, phoneNumber }) => phoneNumber === from.trim() || String(id) === from)
  if (!found) throw new Refusal('FROM_NUMBER_NOT_FOUND')
  return found.id
}
