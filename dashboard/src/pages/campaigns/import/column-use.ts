// What a column of a file is used for: the phone number, a part of it, a variable, or nothing.
import { findCountryColumn, findExtensionColumn, findPhoneColumns, findTimeZoneColumn } from '@parley/rules'
import type { Mapping } from './mapping.ts'

/** The import finds these columns by their names. Their values are variables of the leads, too. */
const special = {
  other: { find: (names: readonly string[]) => findPhoneColumns(names), name: 'phone' },
  country: { find: (names: readonly string[]) => [findCountryColumn(names)], name: 'country' },
  extension: { find: (names: readonly string[]) => [findExtensionColumn(names)], name: 'extension' },
  timeZone: { find: (names: readonly string[]) => [findTimeZoneColumn(names)], name: 'timezone' },
} as const
export type SpecialUse = keyof typeof special
export const specialUses = Object.keys(special) as SpecialUse[]

/** `variable:` is followed by the name of an expected variable. */
export type ColumnUse = 'phone' | SpecialUse | 'new' | 'ignored' | `variable:${string}`

/** The uses of all columns. */
export function usesOf({ phone, names }: Mapping, expected: readonly string[]): ColumnUse[] {
  const written = names.map((name) => name.trim())
  const found = specialUses.map((use) => [use, special[use].find(written)] as const)
  return written.map((name, index): ColumnUse => {
    if (index === phone) return 'phone'
    if (names[index] === '') return 'ignored'
    if (expected.includes(name)) return `variable:${name}`
    return found.find(([, indexes]) => (indexes as readonly (number | undefined)[]).includes(index))?.[0] ?? 'new'
  })
}

const isSpecial = (name: string): boolean =>
  specialUses.some((use) => (special[use].find([name]) as readonly (number | undefined)[]).includes(0))

/** A column whose name says that it is special cannot be a mere variable. */
export const canBeNew = (heading: string): boolean => !isSpecial(heading)

/** `headings` are the names of the columns in the file. */
export function withUse(mapping: Mapping, headings: readonly string[], index: number, use: ColumnUse): Mapping {
  const headingOf = (at: number): string => headings[at] || `column_${at + 1}`
  const names = [...mapping.names]
  if (use === 'phone') {
    // The column that was the phone number becomes a variable, or a further number.
    if (mapping.phone >= 0) names[mapping.phone] = headingOf(mapping.phone)
    names[index] = ''
    return { phone: index, names }
  }
  names[index] = ''
  if (use.startsWith('variable:')) {
    const name = use.slice('variable:'.length)
    const before = names.findIndex((other) => other.trim() === name)
    if (before >= 0) names[before] = headingOf(before) === name ? '' : headingOf(before)
    names[index] = name
  } else if (use === 'new') names[index] = headingOf(index)
  else if (use !== 'ignored') {
    const { find, name } = special[use as SpecialUse]
    const findOther = () => find(names.map((each) => each.trim()))[0]
    // Several columns can be further numbers, but only one has the country, the extension or the time zone.
    for (let other = findOther(); use !== 'other' && other !== undefined; other = findOther())
      names[other] = freeName(headingOf(other), names, (free) => find([free])[0] === undefined)
    const isNamed = (find([headingOf(index)]) as readonly (number | undefined)[]).includes(0)
    names[index] = isNamed && !names.includes(headingOf(index)) ? headingOf(index) : freeName(name, names)
  }
  return { phone: mapping.phone === index ? -1 : mapping.phone, names }
}

function freeName(name: string, taken: readonly string[], fits = (_name: string) => true): string {
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? name : `${name}_${copy}`
    if (!taken.includes(free) && fits(free)) return free
  }
}
