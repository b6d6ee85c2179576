// Reads the beginning of a file that was chosen, and says why a file cannot be imported.
import { columnNames, type Delimiter, type Encoding, otherFileKind, readCsv } from '@parley/rules'
import { decode, detectEncoding } from './encoding.ts'
import { initialMapping, looksLikeHeader, type Mapping } from './mapping.ts'
import { headBytes } from './prepared-file.ts'

/** As the API states them. */
const maxBytes = 2 ** 30
export const previewRows = 20

export type FileFault = 'empty' | 'large' | 'binary' | { kind: string }

export interface Head {
  file: File
  bytes: Uint8Array
  detected: Encoding
  /** False if the encoding is better left to the API, which reads the whole file. */
  isCertain: boolean
}

export async function readHead(file: File): Promise<Head | FileFault> {
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'large'
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const kind = otherFileKind(bytes)
  if (kind !== undefined) return { kind }
  const { encoding, isCertain } = detectEncoding(bytes)
  if (decode(bytes, encoding).includes('\0')) return 'binary'
  return { file, bytes, detected: encoding, isCertain }
}

export interface ReadOptions {
  encoding: Encoding
  /** By default detected. */
  delimiter?: Delimiter | undefined
  hasHeader?: boolean | undefined
}

export interface Sheet {
  encoding: Encoding
  delimiter: Delimiter
  hasHeader: boolean
  names: string[]
  /** The first rows without the header. Undefined for a line with a faulty quotation mark. */
  rows: { line: number; cells?: string[] | undefined }[]
  /** Estimated from the beginning, unless all of it was read. */
  rowCount: number
  isExact: boolean
  mapping: Mapping
  /** The headings of columns whose name got a number, because another column has the same heading. */
  repeatedHeadings: ReadonlyMap<number, string>
  /** The rows that were read. */
  read: readonly (readonly string[])[]
}

/** Returns undefined if the first line cannot be read. */
export function readSheet({ file, bytes }: Head, { encoding, delimiter, hasHeader }: ReadOptions): Sheet | undefined {
  const text = decode(bytes, encoding)
  const isComplete = bytes.length >= file.size
  const read = readCsv(text, { delimiter, isComplete })
  const first = read.records[0]?.cells
  if (!first) return undefined
  const isHeader = hasHeader ?? looksLikeHeader(first)
  const records = read.records.slice(isHeader ? 1 : 0)
  const values = records.flatMap(({ cells }) => (cells ? [cells] : []))
  const names = columnNames(first, isHeader)
  const lines = text.match(/(?:\r\n|\r|\n)(?=[^\r\n])/g)?.length ?? 0
  const known = lines + (isHeader ? 0 : 1) - (read.start > 0 ? 1 : 0)
  return {
    encoding,
    delimiter: read.delimiter,
    hasHeader: isHeader,
    names,
    rows: records.slice(0, previewRows),
    rowCount: isComplete ? known : Math.round((known * file.size) / bytes.length),
    isExact: isComplete,
    mapping: initialMapping(names, values, isComplete),
    repeatedHeadings: new Map(
      isHeader
        ? first.flatMap((cell, index) => {
            const heading = cell.trim()
            return heading !== '' && names[index] !== heading && names.includes(heading)
              ? [[index, heading] as const]
              : []
          })
        : [],
    ),
    read: values,
  }
}
