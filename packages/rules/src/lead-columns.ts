// Tells which columns of a file of leads contain phone numbers and time zones.
export const maxColumns = 200
const maxNameLength = 64

/** In the order in which they are preferred. */
const phoneKeys = [
  'phonenumber',
  'phone',
  'number',
  'mobile',
  'mobilenumber',
  'mobilephone',
  'cell',
  'cellphone',
  'telephone',
  'telephonenumber',
  'tel',
  'telefon',
  'telefonnummer',
  'handy',
]

/** Names are compared without case, spaces and punctuation. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The names of the header, or `column_1`, `column_2`, … for a file without one. */
export const columnNames = (first: readonly string[], hasHeader: boolean): string[] =>
  first.map((cell, index) => (hasHeader ? [...cell.trim()].slice(0, maxNameLength).join('') : `column_${index + 1}`))

/** The position of the column whose usual name comes first in the order of preference. */
export function findPhoneColumn(names: readonly string[]): number | undefined {
  const keys = names.map(columnKey)
  return phoneKeys.map((key) => keys.indexOf(key)).find((index) => index >= 0)
}

export const isTimeZoneColumn = (name: string): boolean => columnKey(name) === 'timezone'
