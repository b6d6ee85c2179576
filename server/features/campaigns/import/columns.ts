// Tells which columns of a file of leads contain phone numbers, time zones and variables.
import { InvalidInput } from '#server/platform/refusal.ts'

export interface Columns {
  phoneNumber: number
  /** Undefined if the file has no such column. It is also a variable. */
  timeZone: number | undefined
  variables: { name: string; index: number }[]
  count: number
}

const maxColumns = 200
const maxNameLength = 64
const maxListed = 20
/** In the order in which they are preferred; compared without case, spaces and punctuation. */
const phoneNames = [
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
const timeZoneNames = ['timezone']

const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** `phoneColumn` is a name. Columns without a name are left out. Throws `InvalidInput`. */
export function readHeader(cells: readonly string[], phoneColumn: string | undefined): Columns {
  checkCount(cells)
  const names = cells.map((cell) => [...cell.trim()].slice(0, maxNameLength).join(''))
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (repeated !== undefined) throw invalid('file', `The file has several columns named ${repeated}.`)
  const keys = names.map(keyOf)
  const wanted = phoneColumn === undefined ? phoneNames : [keyOf(phoneColumn)]
  const phoneNumber = phoneColumn === undefined ? -1 : names.indexOf(phoneColumn)
  const found = phoneNumber >= 0 ? phoneNumber : indexOfFirst(keys, wanted)
  if (found === undefined) throw invalid('phone_column', missingColumn(names, phoneColumn))
  return columnsOf(names, found, indexOfFirst(keys, timeZoneNames))
}

/** For a file without a header: `phoneColumn` is the position of a column from 1. Throws `InvalidInput`. */
export function columnsByPosition(cells: readonly string[], phoneColumn = '1'): Columns {
  checkCount(cells)
  const position = /^\d{1,3}$/.test(phoneColumn) ? Number(phoneColumn) : 0
  if (position < 1 || position > cells.length)
    throw invalid('phone_column', `The phone column must be between 1 and ${cells.length}.`)
  return columnsOf(
    cells.map((_, index) => `column_${index + 1}`),
    position - 1,
    undefined,
  )
}

/** `__proto__` is no name of a property that a program can rely on. */
const columnsOf = (names: readonly string[], phoneNumber: number, timeZone: number | undefined): Columns => ({
  phoneNumber,
  timeZone,
  variables: names.flatMap((name, index) =>
    index === phoneNumber || name === '' || name === '__proto__' ? [] : [{ name, index }],
  ),
  count: names.length,
})

function checkCount({ length }: readonly string[]): void {
  if (length > maxColumns) throw invalid('file', `The file may not have more than ${maxColumns} columns.`)
}

function indexOfFirst(keys: readonly string[], wanted: readonly string[]): number | undefined {
  const index = wanted.map((key) => keys.indexOf(key)).find((position) => position >= 0)
  return index
}

function missingColumn(names: readonly string[], wanted: string | undefined): string {
  const missing = wanted === undefined ? 'no column of phone numbers' : `no column named ${wanted}`
  const more = names.length > maxListed ? `, and ${names.length - maxListed} more` : ''
  return `The file has ${missing}. Its columns are: ${names.slice(0, maxListed).join(', ')}${more}.`
}

const invalid = (field: string, message: string): InvalidInput => new InvalidInput({ [field]: [message] })
