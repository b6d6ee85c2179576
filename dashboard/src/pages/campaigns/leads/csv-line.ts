// Writes lines of a CSV file that spreadsheets do not read as formulas, like the files of the API.
/** https://owasp.org/www-community/attacks/CSV_Injection */
const beginsFormula = /^[=+\-@\t\r\n]/

/** Text that begins like a formula gets an apostrophe. Numbers are written as they are. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = beginsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
