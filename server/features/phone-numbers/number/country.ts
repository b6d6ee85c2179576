// Finds the country of a phone number.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The country that the carrier reports, or else that of the number: ISO 3166-1 alpha-2, or empty. */
export function countryOf({ countryCode, phoneNumber }: { countryCode: string | null; phoneNumber: string }): string {
  return countryCode ?? parsePhoneNumberFromString(phoneNumber)?.country ?? ''
}
