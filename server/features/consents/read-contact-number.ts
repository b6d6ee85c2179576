// Reads the phone numbers of requests, as people write them.
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { phoneNumberError, readPhoneNumberWithExtension } from '#server/platform/text/read-phone-number.ts'
import { type ContactNumber, contactNumber } from './contact.ts'
import { entryKeys } from './erased-key.ts'

/** Throws `InvalidInput`. */
export function readContactNumber(ctx: AccountContext, written: string): ContactNumber {
  return readContactNumbers(ctx, [{ field: 'phone_number', written }])[0]!
}

/** The keys of the entries of a number, for a filter. Throws `InvalidInput`. */
export const readKeys = (ctx: AccountContext, written: string | undefined): string[] | undefined =>
  written === undefined ? undefined : entryKeys(ctx, readContactNumber(ctx, written).phoneNumber)

/** Returns the different numbers in their order. Throws `InvalidInput`, with all invalid numbers. */
export function readContactNumbers(
  { account }: AccountContext,
  written: readonly { field: string; written: string }[],
): ContactNumber[] {
  const numbers = new Map<string, ContactNumber>()
  const errors: Record<string, string[]> = {}
  for (const { field, written: text } of written) {
    const read = readPhoneNumberWithExtension(text, { country: account.country })
    if (typeof read === 'string') {
      errors[field] = [phoneNumberError(field.replaceAll('_', ' '), read)]
      continue
    }
    const number = contactNumber(read.phoneNumber)
    if (!numbers.has(number.numberKey)) numbers.set(number.numberKey, number)
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
  return [...numbers.values()]
}
