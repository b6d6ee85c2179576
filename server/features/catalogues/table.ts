// Reading a table of comma-separated values: a header, then one record a line, no quotes.

/** One record by column names, and where it stands. */
export interface Line {
  values: Record<string, string>
  /** `voices.csv line 12`, for sentences. */
  where: string
}

/** Throws one sentence that names the file and the line. */
export function readTable(file: string, text: string, columns: readonly string[]): Line[] {
  const [header, ...lines] = text.replace(/\n$/, '').split('\n')
  if (header !== columns.join(',')) throw new Error(`${file} line 1: the header must be ${columns.join(',')}.`)
  return lines.map((line, index) => {
    const where = `${file} line ${index + 2}`
    const cells = line.split(',')
    if (cells.length !== columns.length) {
      throw new Error(`${where}: ${cells.length} values stand where ${columns.length} belong.`)
    }
    return { where, values: Object.fromEntries(columns.map((column, at) => [column, cells[at]!])) }
  })
}

/** Ids in a file rise from line to line, so that a new record is added at its end. */
export function checkIds(records: readonly { id: number }[], lines: readonly Line[]): void {
  for (const [index, { id }] of records.entries()) {
    const before = records[index - 1]?.id ?? 0
    if (!(Number.isSafeInteger(id) && id > before)) {
      throw new Error(`${lines[index]!.where}: the id must be an integer above ${before}.`)
    }
  }
}

export function text({ values, where }: Line, column: string): string {
  const value = values[column]!
  if (value === '' || value !== value.trim())
    throw new Error(`${where}: ${column} must be a text without spaces around it.`)
  return value
}

export const textOrNull = (line: Line, column: string): string | null =>
  line.values[column] === '' ? null : text(line, column)

export function oneOf<T extends string>(line: Line, column: string, allowed: readonly T[]): T {
  const value = text(line, column) as T
  if (!allowed.includes(value)) throw new Error(`${line.where}: ${column} must be one of ${allowed.join(', ')}.`)
  return value
}

/** `YYYY-MM-DD`, or null. */
export function dayOrNull(line: Line, column: string): string | null {
  const value = textOrNull(line, column)
  if (value !== null && new Date(value).toJSON()?.slice(0, 10) !== value)
    throw new Error(`${line.where}: ${column} must be a day, YYYY-MM-DD.`)
  return value
}

/** The id of the record of another file that this code names. */
export function idOf(line: Line, column: string, code: string, others: ReadonlyMap<string, number>): number {
  const found = others.get(code)
  if (found === undefined) throw new Error(`${line.where}: no record has the ${column} ${code}.`)
  return found
}
