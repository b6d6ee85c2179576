// Answers with a CSV file whose lines are read while it is sent.

import { Readable } from 'node:stream'
import { type CsvValue, csvLine } from '@parley/rules'
import { FileReply, type FileRequest, limitTransfer } from './file-reply.ts'

/** Whether the client prefers CSV to JSON. `format` takes precedence over the header. */
export function wantsCsv({ headers }: Pick<FileRequest, 'headers'>, format: 'json' | 'csv' | undefined): boolean {
  if (format !== undefined) return format === 'csv'
  const accepted = headers.accept?.slice(0, 1_000).split(',') ?? []
  const types = accepted.map((type) => type.split(';')[0]!.trim().toLowerCase())
  const [csv, json] = ['text/csv', 'application/json'].map((type) => types.indexOf(type))
  return csv !== -1 && (json === -1 || csv! < json!)
}

/** A row that cannot be read ends the connection, so that the client does not take the file for complete. */
export function replyWithCsv<T>(
  { method }: Pick<FileRequest, 'method'>,
  file: { name: string; columns: readonly string[]; rows: AsyncIterable<readonly T[]>; valuesOf(row: T): CsvValue[] },
): FileReply {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    vary: 'accept',
  }
  if (method === 'HEAD') return new FileReply(200, headers)
  return new FileReply(
    200,
    headers,
    limitTransfer(Readable.from(linesOf(file), { objectMode: false, highWaterMark: 1 })),
  )
}

async function* linesOf<T>({
  columns,
  rows,
  valuesOf,
}: {
  columns: readonly string[]
  rows: AsyncIterable<readonly T[]>
  valuesOf(row: T): CsvValue[]
}): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(columns))
  for await (const part of rows) {
    if (part.length > 0) yield Buffer.from(part.map((row) => csvLine(valuesOf(row))).join(''))
  }
}
