// Reads a lead from a record of a CSV file.
import { variableLimits } from '#contract/wire/fields.ts'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { Columns } from './columns.ts'

export interface ImportedLead {
  /** E.164. */
  phoneNumber: string
  /** A JSON object whose values are strings. */
  variables: string
  /** IANA. Undefined if the file has no valid time zone for the lead. */
  timeZone: string | undefined
}

const maxPhoneLength = 40
const maxValueLength = 1000
const maxKnownTimeZones = 1000

/** The function returns a sentence if the record is not a lead. Numbers without a country code are of `country`. */
export function createLeadReader(
  { phoneNumber, timeZone, variables, count }: Columns,
  country: string,
): (cells: readonly string[]) => ImportedLead | string {
  const keys = variables.map(({ name, index }) => ({ name, index, json: `${JSON.stringify(name)}:` }))
  const nameLength = variables.reduce((sum, { name }) => sum + name.length, 0)
  const knownTimeZones = new Map<string, boolean>()

  function readTimeZone(written: string): string | undefined {
    let isValid = knownTimeZones.get(written)
    if (isValid === undefined) {
      isValid = isTimeZone(written)
      if (knownTimeZones.size < maxKnownTimeZones) knownTimeZones.set(copyOf(written), isValid)
    }
    return isValid ? written : undefined
  }

  return (cells) => {
    const written = cells[phoneNumber]?.trim() ?? ''
    if (written === '') return 'The phone number field is required.'
    const number = written.length <= maxPhoneLength ? readPhoneNumber(written, country) : undefined
    if (number === undefined) return 'The phone number must be a valid phone number.'
    if (cells.length > count && cells.slice(count).some((cell) => cell !== ''))
      return `The line has ${cells.length} values, but the file has ${count} columns.`
    let json = ''
    let length = nameLength
    for (const { name, index, json: key } of keys) {
      const value = cells[index]?.trim() ?? ''
      if (value.length > maxValueLength) return `The ${name} may not be greater than ${maxValueLength} characters.`
      if (value.includes('\0')) return `The ${name} format is invalid.`
      length += value.length
      json += `${json === '' ? '' : ','}${key}${JSON.stringify(value)}`
    }
    if (length > variableLimits.characters)
      return `The variables may not be greater than ${variableLimits.characters} characters.`
    return {
      phoneNumber: number,
      variables: `{${json}}`,
      timeZone: timeZone === undefined ? undefined : readTimeZone(cells[timeZone]?.trim() ?? ''),
    }
  }
}

/** A part of a string keeps the whole string in memory. */
export const copyOf = (text: string): string => Buffer.from(text).toString()
