// Prepares a CSV file for the import: if columns were renamed or left out, its header line is replaced.
import { columnNames, type Delimiter, type Encoding, readCsv } from '@parley/rules'
import { decode, decodePositions, encode, markLength } from './encoding.ts'
import { headerFor, type Mapping } from './mapping.ts'

/** How much of a file is read for its preview. */
export const headBytes = 256 * 1024

export interface FileOptions {
  delimiter: Delimiter
  encoding: Encoding
  /** Undefined while the encoding is left to the API. */
  sentEncoding: Encoding | undefined
  hasHeader: boolean
}

export interface PreparedFile {
  file: File
  query: {
    phone_column: string
    delimiter: ',' | ';' | 'tab' | '|'
    encoding?: Encoding | undefined
    has_header: boolean
  }
  /** What has to be added to the numbers of lines in the report, so that they are those of the original file. */
  lineShift: number
}

/** Returns undefined if the encoding of the file lacks a character of a name. */
export function prepareFile(
  file: File,
  head: Uint8Array,
  mapping: Mapping,
  { delimiter, encoding, sentEncoding, hasHeader }: FileOptions,
): PreparedFile | undefined {
  const isComplete = head.length >= file.size
  const first = readCsv(decode(head, encoding), { delimiter, isComplete }).records[0]
  const original = columnNames(first?.cells ?? [], hasHeader)
  const isUnchanged = original.every((name, index) => index === mapping.phone || name === mapping.names[index]?.trim())
  const common = {
    delimiter: delimiter === '\t' ? ('tab' as const) : delimiter,
    ...(sentEncoding && { encoding: sentEncoding }),
  }
  const hasUsablePhoneName = !hasHeader || original[mapping.phone] !== ''
  if (isUnchanged && hasUsablePhoneName) {
    const phone_column = hasHeader ? original[mapping.phone]! : String(mapping.phone + 1)
    return { file, query: { ...common, phone_column, has_header: hasHeader }, lineShift: 0 }
  }
  const { names, phoneName } = headerFor(mapping)
  const header = encode(`${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(delimiter)}\n`, encoding)
  if (!header) return undefined
  const mark = markLength(head, encoding)
  const { bytes, lines } = sizeOfHeader(head.subarray(mark), { delimiter, encoding, isComplete, hasHeader })
  return {
    file: new File([file.slice(0, mark), header, file.slice(mark + bytes)], file.name, { type: 'text/csv' }),
    query: { ...common, phone_column: phoneName, has_header: true },
    lineShift: lines - 1,
  }
}

/** The bytes and lines of what the new header replaces: the first record, and a line that states the delimiter. */
function sizeOfHeader(
  head: Uint8Array,
  { delimiter, encoding, isComplete, hasHeader }: Omit<FileOptions, 'sentEncoding'> & { isComplete: boolean },
) {
  const { text, bytesPerPosition } = decodePositions(head, encoding)
  const { records, start } = readCsv(text, { delimiter, isComplete })
  const end = hasHeader && records[0]?.cells ? records[0].end : start
  const lines = text.slice(0, end).match(/\r\n|\r|\n/g)?.length ?? 0
  return { bytes: end * bytesPerPosition, lines }
}
