// Writes lines of comma-separated values (RFC 4180) that spreadsheets do not read as formulas.

export type CsvValue = string | number | null

/** https://owasp.org/www-community/attacks/CSV_Injection */
const beginsFormula = /^[=+\-@\t\r\n]/

/** Text that begins like a formula gets an apostrophe. Numbers are written as they are. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = beginsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
