// Reads phone numbers as people, spreadsheets and address books write them, and never guesses one of several.
import { isE164 } from '@parley/rules'
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { cleanPhoneText } from './clean-phone-text.ts'
import { splitExtension } from './phone-extension.ts'

export interface ReadPhoneNumber {
  /** E.164. */
  phoneNumber: string
  /** The keys to press after the answer, as `isExtension` accepts them. Null if there is none. */
  extension: string | null
}

/**
 * `ambiguous`: the digits are a number of the country and, with a plus sign, a number of another country. `rounded`: a
 * spreadsheet has replaced digits by an exponent.
 */
export type PhoneNumberFault = 'invalid' | 'ambiguous' | 'rounded'

export interface PhoneNumberOptions {
  /** ISO 3166-1 alpha-2: the country of numbers without a country code. */
  country: string
  /** The country is stated beside the number, which may then lack the prefix of calls within the country. */
  isCountryStated?: boolean
}

const maxLength = 80
/** National numbers with more digits are so rare that the first ones are the country code. */
const maxNationalDigits = 11

/** Whether the number may be called is checked when it is called. */
export function readPhoneNumberWithExtension(
  written: string,
  options: PhoneNumberOptions,
): ReadPhoneNumber | PhoneNumberFault {
  if (isE164(written)) return { phoneNumber: withoutTrunkPrefix(written), extension: null }
  if (written.length > maxLength) return 'invalid'
  const text = withoutExponent(cleanPhoneText(written))
  if (text === undefined) return 'rounded'
  const split = splitExtension(text)
  if (!split) return 'invalid'
  const phoneNumber = readNumber(split.number, options)
  return isE164(phoneNumber) ? { phoneNumber, extension: split.extension } : (phoneNumber as PhoneNumberFault)
}

/** Returns the number in E.164 format, without its extension. Undefined if it cannot be read as exactly one number. */
export function readPhoneNumber(written: string, country: string): string | undefined {
  const read = readPhoneNumberWithExtension(written, { country })
  return typeof read === 'string' ? undefined : read.phoneNumber
}

/** Undefined if digits are missing. `1.2025550123E10` has all of them. */
function withoutExponent(text: string): string | undefined {
  const found = /^\+?(?<first>\d)(?:[.,](?<rest>\d{1,20}))?e\+?(?<exponent>\d{1,2})$/i.exec(text)?.groups
  if (!found) return text
  const { first, rest = '', exponent } = found
  return rest.length === Number(exponent) ? `${first}${rest}` : undefined
}

const parse = (text: string, country?: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country as CountryCode }),
    extract: false,
  })

const possible = (number: PhoneNumber | undefined): string | undefined =>
  number?.isPossible() && isE164(number.number) ? number.number : undefined

const valid = (number: PhoneNumber | undefined): string | undefined => (number?.isValid() ? number.number : undefined)

/** Removes the zero of calls within the country, which some write behind the country code. */
function withoutTrunkPrefix(number: string): string {
  return /^\+\d{1,3}0/.test(number) ? (valid(parse(number)) ?? number) : number
}

/** `written` has no extension. */
function readNumber(written: string, options: PhoneNumberOptions): string | PhoneNumberFault {
  if (isE164(written)) return withoutTrunkPrefix(written)
  const plain = written.replace(/[\s[\]./-]+/g, '')
  const zero = /^\(?\+?(?:00|011)?(?<code>[1-9]\d{0,2})\)?\(0\)(?<national>\d{4,14})$/.exec(plain)?.groups
  if (zero) {
    // Such a zero is not dialed behind the country code, except where it belongs to the number, as in Italy.
    const { code, national } = zero
    return valid(parse(`+${code}${national}`)) ?? possible(parse(`+${code}0${national}`)) ?? 'invalid'
  }
  const digits = plain.replace(/[()]/g, '').replace(/^\+00/, '00')
  if (/^\+[1-9]\d*$/.test(digits)) return possible(parse(digits)) ?? 'invalid'
  return /^\d+$/.test(digits) ? readDigits(digits, options) : 'invalid'
}

function readDigits(
  digits: string,
  { country, isCountryStated = false }: PhoneNumberOptions,
): string | PhoneNumberFault {
  const own = parse(digits, country)
  const inCountry = possible(own)
  const abroad = [0, ...exitCodes.filter((code) => digits.startsWith(code)).map(({ length }) => length)]
    .map((length) => valid(parse(`+${digits.slice(length)}`)))
    .find((number) => number !== undefined)
  if (!own || inCountry === undefined || inCountry === abroad) return abroad ?? 'invalid'
  const lacksPrefix = own.nationalNumber === digits && hasPrefix(own.isValid() ? own : exampleOf(country))
  if (!own.isValid()) {
    if (abroad === undefined) return lacksPrefix ? 'invalid' : inCountry
    return lacksPrefix ? abroad : 'ambiguous'
  }
  if (abroad === undefined || !lacksPrefix) return inCountry
  const repeatsCode = digits.startsWith(own.countryCallingCode)
  if (repeatsCode && digits.length > maxNationalDigits) return abroad
  return isCountryStated && !repeatsCode ? inCountry : 'ambiguous'
}

/** In most countries, a number begins with a zero when it is dialed, which spreadsheets remove. */
const hasPrefix = (number: PhoneNumber | undefined): boolean =>
  number !== undefined && number.formatNational().replace(/\D/g, '') !== number.nationalNumber

const exampleOf = (country: string): PhoneNumber | undefined =>
  isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined

const exitCodes = ['00', '011']
