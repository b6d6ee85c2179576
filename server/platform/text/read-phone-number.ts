// Reads phone numbers as people write them.

import { isE164 } from '@parley/rules'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Returns the number in E.164 format. A number without a country code is one of `country` (ISO 3166-1 alpha-2). Undefined
 * if it is not a phone number; whether it may be called is checked when it is called.
 */
export function readPhoneNumber(written: string, country: string): string | undefined {
  if (isE164(written)) return written
  const parsed = parsePhoneNumberFromString(written, { defaultCountry: country as CountryCode, extract: false })
  return parsed?.isPossible() && isE164(parsed.number) ? parsed.number : undefined
}
