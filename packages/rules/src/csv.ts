// Reads CSV files that arrive in pieces, in linear time and with bounded memory, and writes lines of them.
// https://www.rfc-editor.org/rfc/rfc4180
// The libraries that were tried lose all lines after a quote that is not closed.

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export interface CsvRecord {
  /** The line of the file on which the record begins, from 1. */
  line: number
  /** The position in the text after the line end of the record. */
  end: number
  cells: string[]
}

export interface CsvFault {
  line: number
  error: string
  cells?: undefined
}

export interface CsvParser {
  /** Returns the records that are complete. Empty lines are left out. */
  write(text: string): (CsvRecord | CsvFault)[]
  /** Returns the other records that are complete; `write` leaves some for later. */
  flush(): (CsvRecord | CsvFault)[]
  end(): (CsvRecord | CsvFault)[]
}

/** Also the length after which a quote counts as not closed. */
export const maxRecordLength = 2 ** 20

/** More would take long to separate. */
const maxValues = 10_000

const tooMany = `The line has more than ${maxValues.toLocaleString('en')} values.`
const tooLong = 'The line is longer than 1 MB.'
const unbalanced = 'The line has a quotation mark without a counterpart.'
const faults = { 'too long': tooLong, 'too many': tooMany, unbalanced }
/** An incomplete record is parsed again after so many characters, so that small pieces do not take quadratic time. */
const minPieceLength = 2 ** 14
const quote = '"'
const quoteCode = 0x22

/**
 * Lines end with LF, CR LF or CR. Without a delimiter, that of a first line `sep=;` is used, which Excel writes and which is
 * no record; without one, the most frequent delimiter of the first line. After a fault the next line is parsed as a new
 * record.
 */
export function createCsvParser(given?: Delimiter): CsvParser {
  let delimiter: Delimiter | undefined = given
  let text = ''
  let line = 1
  /** The length of the text that was parsed before `text`. */
  let parsed = 0
  let nextLength = minPieceLength
  /** Whether the text continues a line that is too long. */
  let isSkipping = false
  /** Whether only empty lines have been parsed. */
  let isStart = true

  function parse(isEnd: boolean): (CsvRecord | CsvFault)[] {
    const items: (CsvRecord | CsvFault)[] = []
    const nextQuote = createFinder(text, quote)
    const nextLf = createFinder(text, '\n')
    const nextCr = createFinder(text, '\r')
    let nextDelimiter = delimiter && createFinder(text, delimiter)
    const lineEndFrom = (from: number): number => Math.min(nextLf(from), nextCr(from))
    let at = 0

    /** The start of the next line; undefined if it has not arrived. */
    const lineAfter = (end: number): number | undefined => {
      if (end === text.length - 1 && text[end] === '\r' && !isEnd) return undefined
      return end + (text.startsWith('\r\n', end) ? 2 : 1)
    }

    /** Reports the record at `at` as faulty, and continues after its first line. */
    const refuse = (error: string): void => {
      items.push({ line, error })
      isSkipping = true
    }

    while (at < text.length) {
      const end = lineEndFrom(at)
      const next = end < text.length ? lineAfter(end) : isEnd ? text.length : undefined
      if (isSkipping) {
        if (next === undefined) {
          // A CR at the end may belong to a CR LF.
          at = Math.min(end, text.length)
          break
        }
        isSkipping = false
        line++
        at = next
        continue
      }
      if (next === undefined) {
        if (text.length - at <= maxRecordLength) break
        refuse(tooLong)
        continue
      }
      if (end === at) {
        line++
        at = next
        continue
      }
      const lineText = text.slice(at, Math.min(end, text.length))
      const statement = isStart ? statementOf(lineText) : undefined
      isStart = false
      if (statement) {
        delimiter ??= statement.delimiter
        line++
        at = next
        continue
      }
      delimiter ??= detectDelimiter(lineText)
      if (nextQuote(at) >= end) {
        const cells = lineText.length > maxRecordLength ? undefined : lineText.split(delimiter, maxValues + 1)
        if (!cells || cells.length > maxValues) refuse(cells ? tooMany : tooLong)
        else {
          items.push({ line, end: parsed + next, cells })
          line++
          at = next
        }
        continue
      }
      nextDelimiter ??= createFinder(text, delimiter)
      const read = readQuoted(text, at, { delimiter, isEnd, lineEndFrom, nextDelimiter })
      if (read === 'incomplete') break
      if (typeof read === 'string') {
        refuse(faults[read])
        continue
      }
      const after = read.end < text.length ? lineAfter(read.end) : text.length
      if (after === undefined) break
      items.push({ line, end: parsed + after, cells: read.cells })
      for (let inner = end; inner < read.end; inner = lineEndFrom(lineAfter(inner)!)) line++
      line++
      at = after
    }
    text = text.slice(at)
    parsed += at
    nextLength = text.length + minPieceLength
    return items
  }

  return {
    write(piece) {
      text += piece
      return text.length < nextLength ? [] : parse(false)
    },
    flush: () => parse(false),
    end: () => parse(true),
  }
}

/**
 * `isComplete` tells whether the text is the whole file; otherwise its last record may be cut off. `start` is the position
 * behind a first line that states the delimiter, or 0.
 */
export function readCsv(text: string, { delimiter, isComplete }: { delimiter?: Delimiter; isComplete: boolean }) {
  const [whole, first] = /^[\r\n]*([^\r\n]*)(?:\r\n|[\r\n])?/.exec(text)!
  const statement = statementOf(first!)
  const used = delimiter ?? statement?.delimiter ?? detectDelimiter(statement ? secondLineOf(text, whole) : first!)
  const parser = createCsvParser(used)
  const records = [...parser.write(text), ...(isComplete ? parser.end() : parser.flush())]
  return { delimiter: used, start: statement ? whole.length : 0, records }
}

const secondLineOf = (text: string, first: string): string => /[^\r\n]+/.exec(text.slice(first.length))?.[0] ?? ''

interface QuotedOptions {
  delimiter: string
  isEnd: boolean
  lineEndFrom(from: number): number
  nextDelimiter(from: number): number
}

/** Reads a record that contains a quote. `end` is that of its last line. A quote within an unquoted value is literal. */
function readQuoted(
  text: string,
  start: number,
  { delimiter, isEnd, lineEndFrom, nextDelimiter }: QuotedOptions,
): { cells: string[]; end: number } | 'incomplete' | 'unbalanced' | 'too long' | 'too many' {
  const cells: string[] = []
  let at = start
  for (;;) {
    if (cells.length > maxValues) return 'too many'
    if (text[at] === quote) {
      const close = closingQuote(text, at + 1)
      const isClosed = close < text.length
      if ((isClosed ? close : text.length) - start > maxRecordLength) return 'unbalanced'
      if (!isClosed) return isEnd ? 'unbalanced' : 'incomplete'
      cells.push(withoutDoubled(text.slice(at + 1, close)))
      at = close + 1
    } else {
      const end = Math.min(nextDelimiter(at), lineEndFrom(at), text.length)
      if (end - start > maxRecordLength) return 'too long'
      cells.push(text.slice(at, end))
      at = end
    }
    if (at === text.length) return isEnd ? { cells, end: at } : 'incomplete'
    if (text[at] === delimiter) at++
    else if (text[at] === '\n' || text[at] === '\r') return { cells, end: at }
    else return 'unbalanced'
  }
}

const longLength = 2 ** 12

/** Two quotes in a row are one. The replacement of many in one text would be slow. */
function withoutDoubled(value: string): string {
  if (value.length < longLength || !value.includes(quote)) return value.replaceAll('""', quote)
  const units = new Uint16Array(value.length)
  let length = 0
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at)
    units[length++] = unit
    if (unit === quoteCode) at++
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
}

/** Infinity if there is none. Two quotes in a row are one of the value. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(quote, from)
  // A search for each pair of a long run would be slow.
  while (at >= 0 && text.charCodeAt(at + 1) === quoteCode) {
    at += 2
    if (text.charCodeAt(at) !== quoteCode) at = text.indexOf(quote, at)
  }
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Finds the next mark at or after a position, or Infinity. Remembers the last one, so that no text is searched twice. */
function createFinder(text: string, mark: string): (from: number) => number {
  let searchedFrom = 0
  let found = -1
  return (from) => {
    if (found < from || from < searchedFrom) {
      const index = text.indexOf(mark, from)
      found = index < 0 ? Number.POSITIVE_INFINITY : index
      searchedFrom = from
    }
    return found
  }
}

/** The statement can end with delimiters of the columns below it. */
function statementOf(line: string): { delimiter: Delimiter | undefined } | undefined {
  const stated = /^\s{0,9}"?sep=(.)"?[,;\t|]{0,999}\s{0,9}$/i.exec(line.slice(0, 1_100))?.[1]
  return stated === undefined ? undefined : { delimiter: delimiters.find((delimiter) => delimiter === stated) }
}

function detectDelimiter(line: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const character of line) {
    if (character === quote) isQuoted = !isQuoted
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return delimiters.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best))
}

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
