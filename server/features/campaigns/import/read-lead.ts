// Reads a lead from a record of a CSV file.
import { variableLimits } from '#contract/wire/fields.ts'
import type { ReadPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { Columns } from './columns.ts'
import { createNumberReader } from './read-numbers.ts'

export interface ImportedLead extends ReadPhoneNumber {
  /** Further numbers of the person. */
  secondaryContacts: ReadPhoneNumber[]
  /** A JSON object whose values are strings. */
  variables: string
  /** IANA. Undefined if the file has no valid time zone for the lead. */
  timeZone: string | undefined
  /** A sentence about what was not used. */
  notice: string | undefined
}

const maxKnownTimeZones = 1000
const maxZoneLength = 40

/** The function returns a sentence if the record is not a lead. Numbers without a country code are of `country`. */
export function createLeadReader(
  columns: Columns,
  country: string,
): (cells: readonly string[]) => ImportedLead | string {
  const { timeZone, variables, count } = columns
  const readNumbers = createNumberReader(columns, country)
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
    const read = readNumbers(cells)
    if (typeof read === 'string') return read
    if (cells.length > count && cells.slice(count).some((cell) => cell !== ''))
      return `The line has ${cells.length} values, but the file has ${count} columns.`
    let json = ''
    let length = nameLength
    for (const { name, index, json: key } of keys) {
      const value = cells[index]?.trim() ?? ''
      if (value.includes('\0')) return `The ${name} format is invalid.`
      length += value.length
      json += `${json === '' ? '' : ','}${key}${JSON.stringify(value)}`
    }
    if (length > variableLimits.characters)
      return `The variables may not be greater than ${variableLimits.characters} characters.`
    const [number, ...secondaryContacts] = read.numbers
    const zone = timeZone === undefined ? '' : (cells[timeZone]?.trim() ?? '')
    const knownZone = zone === '' ? undefined : readTimeZone(zone)
    const isUnknown = zone !== '' && knownZone === undefined
    return {
      ...number!,
      secondaryContacts,
      variables: `{${json}}`,
      timeZone: knownZone,
      notice: read.notice ?? (isUnknown ? unknownZone(zone) : undefined),
    }
  }
}

const unknownZone = (zone: string): string =>
  `The time zone ${zone.slice(0, maxZoneLength)} is not known, so the lead has none. Use a name such as America/Denver.`

/** A part of a string keeps the whole string in memory. */
export const copyOf = (text: string): string => Buffer.from(text).toString()
