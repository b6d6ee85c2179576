// Parses comma-separated values without quoting: a header line, then one record per line.
export interface CsvLine {
  /** The record's values by column name. */
  values: Record<string, string>
  /** The file and line, such as `voices.csv line 12`, for error messages. */
  where: string
}

/** Throws an error that names the file and the line. */
export function parseCsv(file: string, text: string, columns: readonly string[]): CsvLine[] {
  const [header, ...lines] = text.replace(/\n$/, '').split('\n')
  if (header !== columns.join(',')) throw new Error(`${file} line 1: the header must be ${columns.join(',')}.`)
  return lines.map((line, index) => {
    const where = `${file} line ${index + 2}`
    const cells = line.split(',')
    if (cells.length !== columns.length) {
      throw new Error(`${where}: expected ${columns.length} values, but found ${cells.length}.`)
    }
    return { where, values: Object.fromEntries(columns.map((column, cell) => [column, cells[cell]!])) }
  })
}

/** Ids must increase from line to line, so that new records are added at the end of a file. */
export function checkIds(records: readonly { id: number }[], lines: readonly CsvLine[]): void {
  for (const [index, { id }] of records.entries()) {
    const previous = records[index - 1]?.id ?? 0
    if (!(Number.isSafeInteger(id) && id > previous)) {
      throw new Error(`${lines[index]!.where}: the id must be an integer above ${previous}.`)
    }
  }
}

export function text({ values, where }: CsvLine, column: string): string {
  const value = values[column]!
  if (value === '' || value !== value.trim())
    throw new Error(`${where}: ${column} must be a string without surrounding spaces.`)
  return value
}

export const textOrNull = (line: CsvLine, column: string): string | null =>
  line.values[column] === '' ? null : text(line, column)

export function oneOf<T extends string>(line: CsvLine, column: string, allowed: readonly T[]): T {
  const value = text(line, column) as T
  if (!allowed.includes(value)) throw new Error(`${line.where}: ${column} must be one of ${allowed.join(', ')}.`)
  return value
}

/** `YYYY-MM-DD`, or null. */
export function dateOrNull(line: CsvLine, column: string): string | null {
  const value = textOrNull(line, column)
  if (value !== null && new Date(value).toJSON()?.slice(0, 10) !== value)
    throw new Error(`${line.where}: ${column} must be a date in the form YYYY-MM-DD.`)
  return value
}

/** Returns the id of the record with this code in another file. */
export function resolveId(line: CsvLine, column: string, code: string, ids: ReadonlyMap<string, number>): number {
  const id = ids.get(code)
  if (id === undefined) throw new Error(`${line.where}: there is no ${column} with the code ${code}.`)
  return id
}
