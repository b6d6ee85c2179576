// A file that is served from memory, compressed and with an ETag.
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface File {
  type: string
  gzipped: Buffer
  etag: string
}

export function createFile(type: string, content: string | Uint8Array): File {
  return createGzippedFile(type, gzipSync(content, { level: 9 }))
}

export function createGzippedFile(type: string, gzipped: Buffer): File {
  const hash = createHash('sha256').update(gzipped).digest('base64url').slice(0, 27)
  return { type: `${type}; charset=utf-8`, gzipped, etag: `W/"${hash}"` }
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, gzipped, etag }: File,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (known?.includes(etag)) return reply.code(304).send()
  reply.type(type)
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(gzipped)
  return reply.send(gunzipSync(gzipped))
}
