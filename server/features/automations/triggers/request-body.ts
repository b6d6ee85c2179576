// Reads the body of a request to a webhook: JSON of any media type, forms, and text in any encoding.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { decodeResponse } from '@parley/documents'
import { sanitizeJson } from '#server/features/conversations/index.ts'
import { hasTooManyFields } from '#server/platform/http/bodies/form-body.ts'
import { TooLargeBody, UnreadableBody } from '#server/platform/http/bodies/json-body.ts'
import { readParts } from '#server/platform/http/bodies/multipart.ts'
import { parseBoundedJson } from '#server/platform/text/json-depth.ts'
import { valuesByName } from './request-data.ts'

export const maxBodyBytes = 2 ** 20
const maxParts = 200

export type RequestBody = { value: unknown } | { status: number; message: string }

export async function readRequestBody(raw: Buffer, headers: IncomingHttpHeaders): Promise<RequestBody> {
  const body = await readBody(raw, headers)
  return 'value' in body ? { value: sanitizeJson(body.value) } : body
}

async function readBody(raw: Buffer, headers: IncomingHttpHeaders): Promise<RequestBody> {
  const decompressed = await decompress(raw, headers['content-encoding'])
  if ('status' in decompressed) return decompressed
  const { bytes } = decompressed
  const { 'content-type': contentType = '' } = headers
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  const fields = type === 'multipart/form-data' ? await readMultipart(bytes, headers) : undefined
  if (fields) return { value: fields }
  const text = decodeResponse(bytes, contentType || 'text/plain')
  if (text.trim() === '') return { value: {} }
  const isJson = /[/+]json$/.test(type)
  // `curl -d` declares JSON as a form, and Amazon SNS as text.
  if (isJson || type === '' || /^\s*[[{]/.test(text)) {
    const value = parseBoundedJson(text)
    if (value !== undefined) return { value }
    if (isJson) return { status: 400, message: 'The body must be JSON.' }
  }
  if (type === 'application/x-www-form-urlencoded') {
    if (hasTooManyFields(text)) return { status: 413, message: 'The form has too many fields.' }
    return { value: readForm(bytes, contentType) }
  }
  return { value: { body: isBinary(text, type) ? { type, size: bytes.length } : text } }
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: promisify<Buffer, object, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, object, Buffer>(gunzip),
  deflate: promisify<Buffer, object, Buffer>(inflate),
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
  zstd: promisify<Buffer, object, Buffer>(zstdDecompress),
}

type Decompressed = { bytes: Buffer } | { status: number; message: string }

async function decompress(raw: Buffer, encoding = ''): Promise<Decompressed> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || raw.length === 0) return { bytes: raw }
  const decompressor = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined
  if (!decompressor) return { status: 415, message: 'The content encoding of the body is not supported.' }
  try {
    return { bytes: await decompressor(raw, { maxOutputLength: maxBodyBytes }) }
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      return { status: 413, message: 'The body is too large.' }
    // Some senders and proxies declare an encoding that the body does not have.
    return { bytes: raw }
  }
}

/** Texts that are not in UTF-8 are in the encoding that the header or a field of the form names. */
function readForm(bytes: Buffer, contentType: string): Record<string, unknown> {
  const fields = bytes
    .toString('latin1')
    .split('&')
    .filter((field) => field !== '')
    .map((field): [Buffer, Buffer] => {
      const at = field.indexOf('=')
      return at < 0
        ? [unescaped(field), Buffer.alloc(0)]
        : [unescaped(field.slice(0, at)), unescaped(field.slice(at + 1))]
    })
  const named = fields.find(([name]) => /^(?:_charset_|charset)$/.test(name.toString('latin1')))?.[1].toString('latin1')
  const type = `text/plain; ${contentType.slice(contentType.indexOf(';') + 1)}; charset=${named}`
  return valuesByName(fields.map(([name, value]) => [decodeResponse(name, type), decodeResponse(value, type)]))
}

const unescaped = (field: string): Buffer =>
  Buffer.from(
    field
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )

/** Fields as text, files as their name, type and size. Undefined if the body is malformed or has too many parts. */
async function readMultipart(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): Promise<Record<string, unknown> | undefined> {
  const fields: [string, unknown][] = []
  try {
    await readParts(Object.assign(Readable.from(chunksOf(bytes)), { headers }), {
      maxBodyBytes,
      maxPartBytes: maxBodyBytes,
      maxParts,
      async read({ name, file, content }) {
        const place = fields.push([name, undefined]) - 1
        const chunks: Buffer[] = []
        for await (const chunk of content) chunks.push(chunk)
        const value = Buffer.concat(chunks)
        fields[place]![1] = file
          ? { name: file.name, type: file.contentType, size: value.length }
          : decodeResponse(value, 'text/plain')
      },
    })
  } catch (error) {
    if (error instanceof UnreadableBody || error instanceof TooLargeBody) return undefined
    throw error
  }
  return valuesByName(fields)
}

const chunkBytes = 16 * 1024

/** The parser ends between chunks when a limit is exceeded. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

/** Text that is declared as such can have damaged characters. */
const isBinary = (text: string, type: string): boolean =>
  !/^text\/|[/+](?:xml|json)$/.test(type) && /[\0\ufffd]/.test(text)
