// Sends a file, or the part of it that the request asks for: browsers seek in recordings with such requests.
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, bytes.length)
  if (!range) return reply.send(bytes)
  const [start, end] = range
  if (start >= end) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end - 1}/${bytes.length}`)
    .send(bytes.subarray(start, end))
}

/** The first byte, and the one after the last. Undefined for the whole file, and if the header is invalid or has several ranges. */
function rangeOf(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : [Math.max(0, size - Number(last)), size]
  if (last !== '' && Number(last) < Number(first)) return undefined
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
}
