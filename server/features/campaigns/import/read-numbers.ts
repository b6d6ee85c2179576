// Reads the phone numbers of a person from the columns of a record.
import { isExtension } from '@parley/rules'
import { cleanPhoneText } from '#server/platform/text/clean-phone-text.ts'
import {
  maxPhoneTextLength,
  type PhoneNumberOptions,
  phoneNumberError,
  type ReadPhoneNumber,
  type ReadPhoneNumbers,
  readPhoneNumbers,
} from '#server/platform/text/read-phone-number.ts'
import type { Columns } from './columns.ts'
import { readCountry } from './read-country.ts'

export interface NumbersOfLead {
  /** The first one is the lead's own. */
  numbers: ReadPhoneNumber[]
  /** A sentence about a part of the phone number field that is not used. */
  notice: string | undefined
}

/** The lead's own number and its secondary contacts. */
const maxNumbers = 11
const maxShownLength = 40

/** The function returns a sentence if no number can be used. Numbers without a country code are of `country`. */
export function createNumberReader(
  { phoneNumber, otherNumbers, country: countryColumn, extension }: Columns,
  country: string,
): (cells: readonly string[]) => NumbersOfLead | string {
  return (cells) => {
    const textOf = (index: number | undefined): string => (index === undefined ? '' : (cells[index]?.trim() ?? ''))
    const read = createCellReader(textOf(countryColumn), country)
    const found = new Map<string, ReadPhoneNumber>()
    let error: string | undefined
    let notice: string | undefined
    for (const index of [phoneNumber, ...otherNumbers]) {
      const written = textOf(index)
      if (written === '') continue
      const result = read(written)
      if (typeof result === 'string') error ??= result
      if (index === phoneNumber) notice = noticeOf(result)
      if (typeof result === 'string') continue
      for (const [position, number] of result.numbers.entries()) {
        const isOwn = index === phoneNumber && position === 0
        const complete = isOwn && number.extension === null ? withExtension(number, textOf(extension)) : number
        const key = `${complete.phoneNumber} ${complete.extension ?? ''}`
        if (found.size < maxNumbers && !found.has(key)) found.set(key, complete)
      }
    }
    if (found.size === 0) return error ?? 'The phone number field is required.'
    return { numbers: [...found.values()], notice }
  }
}

const noticeOf = (result: ReadPhoneNumbers | string): string | undefined => {
  if (typeof result === 'string') return result
  return result.isPartial ? 'A part of the phone number field is not a valid phone number.' : undefined
}

/** `stated`: the country that the record states, or an empty text. */
function createCellReader(stated: string, country: string): (written: string) => ReadPhoneNumbers | string {
  const statedCountry = stated === '' ? undefined : readCountry(stated)
  const isUnknown = stated !== '' && statedCountry === undefined
  const options: PhoneNumberOptions = {
    country: statedCountry ?? country,
    isCountryStated: statedCountry !== undefined,
  }
  return (written) => {
    if (isUnknown && !hasCountryCode(written)) {
      const shown = stated.slice(0, maxShownLength)
      return `The country ${shown} is not known. Write the phone number with a plus sign and the country code.`
    }
    const read = readPhoneNumbers(written, options)
    return typeof read === 'string' ? phoneNumberError('phone number', read) : read
  }
}

const hasCountryCode = (written: string): boolean =>
  written.length > maxPhoneTextLength || /^\D{0,9}(?:\+|00)/.test(cleanPhoneText(written))

/** Spreadsheets store an extension as a decimal number. */
function withExtension(number: ReadPhoneNumber, written: string): ReadPhoneNumber {
  const extension = written.replace(/^(?:extension|ext|x|#)[.: ]{0,2}/i, '').replace(/\.0$/, '')
  return isExtension(extension) ? { ...number, extension } : number
}
