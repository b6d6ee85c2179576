// Tells which columns of a file of leads contain phone numbers, their countries and extensions, time zones and variables.
import {
  columnKey,
  columnNames,
  findCountryColumn,
  findExtensionColumn,
  findPhoneColumns,
  findTimeZoneColumn,
  maxColumns,
} from '@parley/rules'
import { InvalidInput } from '#server/platform/refusal.ts'

/** Undefined for columns that the file does not have. All of them except the first phone number are variables, too. */
export interface Columns {
  phoneNumber: number
  /** Further numbers of the person. */
  otherNumbers: number[]
  country: number | undefined
  extension: number | undefined
  timeZone: number | undefined
  variables: { name: string; index: number }[]
  count: number
}

const maxListed = 20

/** `phoneColumn` is a name. Columns without a name are left out. Throws `InvalidInput`. */
export function readHeader(cells: readonly string[], phoneColumn: string | undefined): Columns {
  checkCount(cells)
  const names = columnNames(cells, true)
  const phones = findPhoneColumns(names)
  const found = phoneColumn === undefined ? phones[0] : indexOfName(names, phoneColumn)
  if (found === undefined) throw invalid('phone_column', missingColumn(names, phoneColumn))
  return {
    ...columnsOf(names, found),
    otherNumbers: phones.filter((index) => index !== found),
    country: findCountryColumn(names),
    extension: findExtensionColumn(names),
    timeZone: findTimeZoneColumn(names),
  }
}

/** For a file without a header: `phoneColumn` is the position of a column from 1. Throws `InvalidInput`. */
export function columnsByPosition(cells: readonly string[], phoneColumn = '1'): Columns {
  checkCount(cells)
  const position = /^\d{1,3}$/.test(phoneColumn) ? Number(phoneColumn) : 0
  if (position < 1 || position > cells.length)
    throw invalid('phone_column', `The phone column must be between 1 and ${cells.length}.`)
  return columnsOf(columnNames(cells, false), position - 1)
}

/** `__proto__` is no name of a property that a program can rely on. */
const columnsOf = (names: readonly string[], phoneNumber: number): Columns => ({
  phoneNumber,
  otherNumbers: [],
  country: undefined,
  extension: undefined,
  timeZone: undefined,
  variables: names.flatMap((name, index) =>
    index === phoneNumber || name === '' || name === '__proto__' ? [] : [{ name, index }],
  ),
  count: names.length,
})

function checkCount({ length }: readonly string[]): void {
  if (length > maxColumns) throw invalid('file', `The file may not have more than ${maxColumns} columns.`)
}

/** An equal name is preferred to one that differs in case, spaces or punctuation. */
function indexOfName(names: readonly string[], wanted: string): number | undefined {
  return indexOf(names, (name) => name === wanted) ?? indexOf(names, (name) => columnKey(name) === columnKey(wanted))
}

function indexOf(names: readonly string[], matches: (name: string) => boolean): number | undefined {
  const index = names.findIndex(matches)
  return index < 0 ? undefined : index
}

function missingColumn(names: readonly string[], wanted: string | undefined): string {
  const missing = wanted === undefined ? 'no column of phone numbers' : `no column named ${wanted}`
  const more = names.length > maxListed ? `, and ${names.length - maxListed} more` : ''
  return `The file has ${missing}. Its columns are: ${names.slice(0, maxListed).join(', ')}${more}.`
}

const invalid = (field: string, message: string): InvalidInput => new InvalidInput({ [field]: [message] })
