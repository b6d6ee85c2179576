// A file with two example leads, as a spreadsheet of the reader's region opens it.
import type { ExpectedVariable } from '../expected.ts'
import { meaningOf } from './guess-variables.ts'

/**
 * Numbers that are reserved for fiction. Spaces keep spreadsheets from reading them as amounts.
 * https://www.bundesnetzagentur.de (Mitteilung 148/2021), https://www.ofcom.org.uk (numbers for drama use),
 * https://nationalnanpa.com (555-0100 to 555-0199)
 */
const numbersByCountry: Record<string, readonly [string, string]> = {
  DE: ['+49 30 23125 101', '+49 89 99998 102'],
  GB: ['+44 20 7946 0101', '+44 20 7946 0102'],
  US: ['+1 202 555 0141', '+1 202 555 0142'],
}

const values: Record<string, readonly [string, string]> = {
  name: ['Ada Lovelace', 'Jürgen Groß'],
  firstname: ['Ada', 'Jürgen'],
  lastname: ['Lovelace', 'Groß'],
  email: ['ada@example.com', 'juergen@example.com'],
  company: ['Example Ltd', 'Beispiel GmbH'],
  city: ['London', 'Köln'],
}

const countryOf = (locale: string): string => {
  const { region, language } = new Intl.Locale(locale).maximize()
  return region && region in numbersByCountry ? region : language === 'de' ? 'DE' : 'US'
}

/** Where the comma separates decimals, spreadsheets separate columns with semicolons. */
const delimiterOf = (locale: string): string => ((1.5).toLocaleString(locale).includes(',') ? ';' : ',')

const cellOf = (value: string): string => (/[",;\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** With a byte order mark. `example` names a value that nothing is known about. */
export function sampleFile(
  expected: readonly ExpectedVariable[],
  { locale, example }: { locale: string; example(name: string): string },
): string {
  const names = expected.length > 0 ? expected.map(({ name }) => name) : ['customer_name']
  const numbers = numbersByCountry[countryOf(locale)]!
  const exampleFor = (name: string, row: 0 | 1): string =>
    values[meaningOf(name)?.[0] ?? '']?.[row] ?? expected.find((each) => each.name === name)?.fallback ?? example(name)
  const rows = ([0, 1] as const).map((row) => [numbers[row], ...names.map((name) => exampleFor(name, row))])
  const delimiter = delimiterOf(locale)
  return `\ufeff${[['phone_number', ...names], ...rows].map((row) => `${row.map(cellOf).join(delimiter)}\r\n`).join('')}`
}
