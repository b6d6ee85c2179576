// A file that is served from memory, compressed and with an ETag.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface File {
  type: string
  gzipped: Buffer
  /** Smaller, for the browsers that accept it. */
  brotli: Buffer | undefined
  etag: string
}

export function createFile(type: string, content: string | Uint8Array, brotli?: Buffer): File {
  return createGzippedFile(type, gzipSync(content, { level: 9 }), brotli)
}

export function createGzippedFile(type: string, gzipped: Buffer, brotli?: Buffer): File {
  const hash = createHash('sha256').update(gzipped).digest('base64url').slice(0, 27)
  return { type: `${type}; charset=utf-8`, gzipped, brotli, etag: `W/"${hash}"` }
}

export interface FileResponse {
  /** 304 without a body, if the browser has this version of the file. */
  status: 200 | 304
  headers: Record<string, string>
  body?: Buffer
}

/** The response in the best encoding that the request accepts. */
export function responseWith(
  { type, gzipped, brotli, etag }: File,
  request: IncomingHttpHeaders,
  cacheControl = 'no-cache',
): FileResponse {
  const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
  const known = request['if-none-match']?.split(',').map((tag) => tag.trim())
  if (known?.includes(etag)) return { status: 304, headers }
  const [encoding, body] =
    brotli && accepts(request, 'br')
      ? (['br', brotli] as const)
      : accepts(request, 'gzip')
        ? (['gzip', gzipped] as const)
        : ([undefined, gunzipSync(gzipped)] as const)
  return {
    status: 200,
    headers: { ...headers, 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    body,
  }
}

/** A quality of 0 refuses an encoding (RFC 9110, 12.5.3). */
const encodings = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

const accepts = (
  { 'accept-encoding': accepted = '' }: IncomingHttpHeaders,
  encoding: keyof typeof encodings,
): boolean => encodings[encoding].test(String(accepted))

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
  cacheControl?: string,
): FastifyReply {
  const { status, headers, body } = responseWith(file, request.headers, cacheControl)
  // A page that is missing keeps its own status.
  return (status === 304 ? reply.code(304) : reply).headers(headers).send(body)
}
