// Reads the beginning of a CSV file for a preview, by the rules of the import of the API.
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface CsvRecord {
  /** The line of the text on which the record begins, from 1. */
  line: number
  /** The position in the text after the line end of the record. */
  end: number
  /** Undefined if the line has a quotation mark without a counterpart. */
  cells: string[] | undefined
}

export interface CsvOptions {
  /** By default the most frequent one of the first line. */
  delimiter?: Delimiter | undefined
  /** Whether the text is the whole file; otherwise its last record may be cut off. */
  isComplete: boolean
  maxRecords?: number
}

const quote = '"'
const lineEnd = /\r\n|\r|\n/g

/** Lines end with LF, CR LF or CR. Empty lines are left out. After a fault, the next line is a new record. */
export function readCsv(text: string, { delimiter, isComplete, maxRecords = Number.POSITIVE_INFINITY }: CsvOptions) {
  const records: CsvRecord[] = []
  let used = delimiter
  let line = 1
  let at = 0
  while (at < text.length && records.length < maxRecords) {
    const first = endOfLine(text, at)
    if (first.end === at) {
      line++
      at = first.next
      continue
    }
    used ??= detectDelimiter(text.slice(at, first.end))
    const read = readRecord(text, at, used)
    const record = typeof read === 'string' ? undefined : read
    const next = record?.next ?? first.next
    if (!isComplete && (read === 'open' || next >= text.length)) break
    records.push({ line, end: next, cells: record?.cells })
    line += text.slice(at, next).match(lineEnd)?.length ?? 1
    at = next
  }
  return { delimiter: used ?? ',', records }
}

function endOfLine(text: string, from: number): { end: number; next: number } {
  lineEnd.lastIndex = from
  const found = lineEnd.exec(text)
  return found ? { end: found.index, next: lineEnd.lastIndex } : { end: text.length, next: text.length }
}

/** `open` if a quotation mark is not closed, `fault` if text follows a closed one. A quote within an unquoted value is literal. */
function readRecord(text: string, start: number, delimiter: Delimiter) {
  const cells: string[] = []
  let at = start
  for (;;) {
    if (text[at] === quote) {
      const close = closingQuote(text, at + 1)
      if (close === undefined) return 'open'
      cells.push(text.slice(at + 1, close).replaceAll('""', quote))
      at = close + 1
    } else {
      const end = endOfLine(text, at).end
      const next = text.indexOf(delimiter, at)
      const stop = next >= 0 && next < end ? next : end
      cells.push(text.slice(at, stop))
      at = stop
    }
    if (text[at] === delimiter) at++
    else if (at === text.length || text[at] === '\n' || text[at] === '\r')
      return { cells, next: endOfLine(text, at).next }
    else return 'fault'
  }
}

/** Two quotes in a row are one of the value. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 2))
    if (text[at + 1] !== quote) return at
  return undefined
}

export function detectDelimiter(line: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const character of line) {
    if (character === quote) isQuoted = !isQuoted
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return delimiters.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best))
}
