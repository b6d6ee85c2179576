// Answers requests for a stored file, whole or in part, and reads the file while it is sent.
// https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FileStore, StoredFile } from '#server/ports/file-store.ts'

/** A handler of the contract or of a callback returns it in place of its usual reply. */
export class FileReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Readable

  constructor(status: number, headers: Record<string, string>, body = Readable.from([])) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export interface FileRequest {
  method: string
  headers: IncomingHttpHeaders
}

/** What a response holds in memory, twice at most. */
const chunkBytes = 1024 * 1024
const longestTransferMs = 15 * 60_000

/**
 * Undefined if the file does not exist. The entity tag depends on the key and the size only, because files that are
 * served are written once. Several ranges in one request are answered with the whole file.
 */
export async function replyWithFile(
  files: FileStore,
  key: string,
  { method, headers: requested }: FileRequest,
  extraHeaders: Record<string, string> = {},
): Promise<FileReply | undefined> {
  const stored = await files.find(key)
  if (!stored) return undefined
  const { sizeBytes } = stored
  const etag = etagOf(key, stored)
  const headers = {
    'content-type': stored.contentType,
    'accept-ranges': 'bytes',
    etag,
    // Keeps a file from running as a page of this origin in a browser.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    ...extraHeaders,
  }
  if (matches(requested['if-none-match'], etag)) return new FileReply(304, headers)
  const whole = { start: 0, end: sizeBytes }
  const isConditionMet = requested['if-range'] === undefined || requested['if-range'] === etag
  const range = method === 'GET' && isConditionMet ? rangeOf(requested.range, sizeBytes) : undefined
  if (range === 'unsatisfiable')
    return new FileReply(416, { ...headers, 'content-range': `bytes */${sizeBytes}`, 'content-length': '0' })
  const { start, end } = range ?? whole
  const lengths = {
    'content-length': String(end - start),
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${sizeBytes}` }),
  }
  const body = method === 'HEAD' ? undefined : readInChunks(files, key, start, end)
  return new FileReply(range ? 206 : 200, { ...headers, ...lengths }, body)
}

/** Undefined if the header is missing or is to be ignored: another unit, several ranges, or invalid. */
function rangeOf(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) }
}

function etagOf(key: string, { sizeBytes }: StoredFile): string {
  return `"${createHash('sha256').update(`${key} ${sizeBytes}`).digest('base64url').slice(0, 22)}"`
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.slice(0, 1_000).split(',') ?? []
  return tags.some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

function readInChunks(files: FileStore, key: string, start: number, end: number): Readable {
  return limitTransfer(Readable.from(chunksOf(files, key, start, end), { objectMode: false, highWaterMark: 1 }))
}

/** A client that stops reading keeps its connection only for so long. */
export function limitTransfer(stream: Readable): Readable {
  const timer = setTimeout(() => stream.destroy(new Error('The client reads too slowly.')), longestTransferMs).unref()
  stream.once('close', () => clearTimeout(timer))
  return stream
}

async function* chunksOf(files: FileStore, key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let from = start; from < end; from += chunkBytes) {
    const to = Math.min(from + chunkBytes, end)
    const chunk = await files.readRange(key, { start: from, end: to })
    if (chunk.length !== to - from) throw new Error('The file has changed while it was sent.')
    yield chunk
  }
}
