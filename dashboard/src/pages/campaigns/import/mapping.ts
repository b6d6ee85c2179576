// Tells which columns of a file are the phone number and the variables, and what is missing or wrong with them.
import { findPhoneColumns } from '@parley/rules'

/** Seven to fifteen digits with the usual punctuation, and nothing else. */
export const looksLikePhone = (value: string): boolean => {
  const digits = value.replace(/[\s().\-/+]/g, '')
  return /^\d{7,15}$/.test(digits) && value.trim().length <= 40
}

/** A first line with a phone number is a lead. */
export const looksLikeHeader = (cells: readonly string[]): boolean => !cells.some(looksLikePhone)

export interface Mapping {
  /** The position of the column with the phone number; -1 if it is not known. */
  phone: number
  /** The variable that each column becomes; empty for columns that are left out, and for the phone number. */
  names: string[]
}

type Rows = readonly (readonly string[])[]

const countIn = (rows: Rows, index: number, matches: (value: string) => boolean): number =>
  rows.filter((cells) => matches(cells[index] ?? '')).length

/** The first column with a usual name that has a number, or else the one with the most values that look like numbers. */
function phoneColumnOf(names: readonly string[], rows: Rows): number {
  const counts = names.map((_, index) => countIn(rows, index, looksLikePhone))
  const named = findPhoneColumns(names)
  const filled = named.find((index) => counts[index]! > 0)
  if (filled !== undefined) return filled
  const most = Math.max(0, ...counts)
  return most > 0 ? counts.indexOf(most) : (named[0] ?? -1)
}

/** `isComplete`: the rows are all of the file, so that its empty columns are left out. */
export function initialMapping(names: readonly string[], rows: Rows, isComplete = false): Mapping {
  const phone = phoneColumnOf(names, rows)
  const isEmpty = (index: number): boolean =>
    isComplete && rows.length > 0 && countIn(rows, index, (value) => value.trim() !== '') === 0
  return { phone, names: names.map((name, index) => (index === phone || isEmpty(index) ? '' : name)) }
}

/** How many rows have a number that an earlier one has, as it is written. */
export function countRepeated(rows: Rows, phone: number): number {
  const numbers = rows.map((cells) => cells[phone]?.replace(/[^\d+]/g, '') ?? '').filter((number) => number !== '')
  return numbers.length - new Set(numbers).size
}

/** A name of spaces is one that is being written; columns without a name are left out. */
export type MappingFault = 'blank' | 'repeated' | 'reserved'

/** The faults of the names, by column. */
export function faultsOf({ names }: Mapping): Map<number, MappingFault> {
  const faults = new Map<number, MappingFault>()
  for (const [index, written] of names.entries()) {
    const name = written.trim()
    if (written === '') continue
    if (name === '') faults.set(index, 'blank')
    else if (name === '__proto__') faults.set(index, 'reserved')
    else if (names.findIndex((other) => other.trim() === name) < index) faults.set(index, 'repeated')
  }
  return faults
}

/** The variables that the file gives to each lead. */
export const variablesOf = ({ names }: Mapping): string[] =>
  names.map((name) => name.trim()).filter((name) => name !== '')

/** The header line that the file needs for the mapping. The phone number gets a name that no variable has. */
export function headerFor(mapping: Mapping): { names: string[]; phoneName: string } {
  const taken = new Set(variablesOf(mapping))
  let phoneName = 'phone_number'
  while (taken.has(phoneName)) phoneName = `${phoneName}_`
  return { names: mapping.names.map((name, index) => (index === mapping.phone ? phoneName : name.trim())), phoneName }
}
