// Reads phone numbers as people, spreadsheets and address books write them, and never guesses one of several.
import { isE164 } from '@parley/rules'
import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { cleanPhoneText } from './clean-phone-text.ts'
import { splitExtension } from './phone-extension.ts'
import { phoneNumberVariants } from './phone-number-forms.ts'

export interface ReadPhoneNumber {
  /** E.164. */
  phoneNumber: string
  /** As `isExtension` accepts it. Null if there is none. */
  extension: string | null
}

const faults = {
  invalid: 'must be a valid phone number.',
  /** The digits are a number of the country and, with a plus sign, a number of another country. */
  ambiguous: 'can be read as the number of two people. Write it with a plus sign and the country code.',
  /** The last digits are missing. */
  rounded: 'was rounded by a spreadsheet, such as 1.23E+11. Format its cells as text, and enter the number again.',
  several: 'contains several phone numbers.',
}
export type PhoneNumberFault = keyof typeof faults

/** A sentence about the field with the number, whose name is in words. */
export const phoneNumberError = (field: string, fault: PhoneNumberFault): string => `The ${field} ${faults[fault]}`

export interface PhoneNumberOptions {
  /** ISO 3166-1 alpha-2: the country of numbers without a country code. */
  country: string
  /** The country is stated beside the number, which may then lack the prefix of calls within the country. */
  isCountryStated?: boolean
}

const maxLength = 80
/** The length of a text with several numbers. */
export const maxPhoneTextLength = 200
/** National numbers with more digits are so rare that the first ones are the country code. */
const maxNationalDigits = 11

/** Whether the number may be called is checked when it is called. */
export function readPhoneNumberWithExtension(
  written: string,
  options: PhoneNumberOptions,
): ReadPhoneNumber | PhoneNumberFault {
  if (isE164(written)) return { phoneNumber: withoutTrunkPrefix(written), extension: null }
  return written.length > maxLength ? 'invalid' : readCleanText(cleanPhoneText(written), options)
}

const separators = /\n|:::|[;|&]|,(?!,)| (?:or|and|oder|und|ou|et|o|y|e) /i
const nothing = /^(?:n\.?a\.?|none|null|unknown|keine|[-.?\s]*)$/i

export interface ReadPhoneNumbers {
  /** At least one. */
  numbers: ReadPhoneNumber[]
  /** A part of the text has digits and is no phone number. */
  isPartial: boolean
}

/** Reads one number or several ones, such as `030 1234567 / 0171 1234567`. Words that are no part of a number are a fault. */
export function readPhoneNumbers(written: string, options: PhoneNumberOptions): ReadPhoneNumbers | PhoneNumberFault {
  if (isE164(written))
    return { numbers: [{ phoneNumber: withoutTrunkPrefix(written), extension: null }], isPartial: false }
  if (written.length > maxPhoneTextLength) return 'invalid'
  const text = cleanPhoneText(written)
  const whole = readCleanText(text, options)
  const readPart = (part: string) => ({ part, read: readCleanText(part, options) })
  const parts = text
    .replace(/\bn\/a\b/gi, ';')
    .split(separators)
    .map((part) => readPart(cleanPhoneText(part)))
    // A slash also divides the area code from the rest of a number.
    .flatMap(({ part, read }) => {
      const halves = typeof read === 'string' ? part.split('/').map(cleanPhoneText).map(readPart) : []
      return halves.some(({ read }) => typeof read !== 'string') ? halves : [{ part, read }]
    })
    .filter(({ part }) => !nothing.test(part))
  const numbers = parts.flatMap(({ read }) => (typeof read === 'string' ? [] : [read]))
  const isPartial = numbers.length < parts.length
  if (typeof whole !== 'string' && (isPartial || numbers.length === 0)) return { numbers: [whole], isPartial: false }
  const isRemark = parts.some(({ part, read }) => typeof read === 'string' && /\p{L}/u.test(part))
  if (numbers.length > 0 && !isRemark) return { numbers, isPartial }
  const fault = parts.map(({ read }) => read).find((read) => typeof read === 'string' && read !== 'invalid')
  return (fault as PhoneNumberFault | undefined) ?? (typeof whole === 'string' ? whole : 'invalid')
}

function readCleanText(written: string, options: PhoneNumberOptions): ReadPhoneNumber | PhoneNumberFault {
  const text = withoutExponent(written)
  if (text === undefined) return 'rounded'
  const split = splitExtension(text)
  if (!split) return 'invalid'
  const first = split.number.slice(0, Math.max(0, split.number.lastIndexOf('/')))
  if (first !== '' && isE164(readNumber(first, options))) return 'several'
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
  if (/^\+[1-9]\d*$/.test(digits)) {
    const isPossible = phoneNumberVariants(digits).some((form) => possible(parse(form)) !== undefined)
    return possible(parse(digits)) ?? (isPossible ? digits : 'invalid')
  }
  return /^\d+$/.test(digits) ? readDigits(digits, options) : 'invalid'
}

function readDigits(
  digits: string,
  { country, isCountryStated = false }: PhoneNumberOptions,
): string | PhoneNumberFault {
  const own = parse(digits, country)
  const inCountry = possible(own)
  // 00 begins no local number, but 011 does.
  const dialedAbroad = digits.startsWith('00') ? valid(parse(`+${digits.slice(2)}`)) : undefined
  const abroad =
    dialedAbroad ??
    valid(parse(`+${digits}`)) ??
    (digits.startsWith('011') ? valid(parse(`+${digits.slice(3)}`)) : undefined)
  if (!own || inCountry === undefined || inCountry === abroad) return abroad ?? 'invalid'
  if (dialedAbroad !== undefined || (abroad !== undefined && isForeign(own, country))) return 'ambiguous'
  const isLong = digits.length > maxNationalDigits
  const lacksPrefix = own.nationalNumber === digits && hasPrefix(own.isValid() ? own : exampleOf(country))
  if (!own.isValid()) {
    if (abroad === undefined) return lacksPrefix ? 'invalid' : inCountry
    return lacksPrefix || isLong ? abroad : 'ambiguous'
  }
  if (!lacksPrefix) return inCountry
  if (abroad === undefined) return isLong ? 'invalid' : inCountry
  const repeatsCode = digits.startsWith(own.countryCallingCode)
  if (repeatsCode && isLong) return abroad
  return isCountryStated && !repeatsCode && !isLong ? inCountry : 'ambiguous'
}

/** In most countries, a number begins with a zero when it is dialed, which spreadsheets remove. */
const hasPrefix = (number: PhoneNumber | undefined): boolean =>
  number !== undefined && number.formatNational().replace(/\D/g, '') !== number.nationalNumber

const isForeign = (number: PhoneNumber, country: string): boolean =>
  isSupportedCountry(country) && number.countryCallingCode !== getCountryCallingCode(country)

const exampleOf = (country: string): PhoneNumber | undefined =>
  isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined
