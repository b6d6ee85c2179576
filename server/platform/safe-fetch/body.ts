// Reads and decodes a response body up to a size limit.
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { OutsideError } from '#server/platform/outside-error.ts'

/** Like in browsers, a truncated stream yields the data it contained. */
const lenientZlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: () => createGunzip(lenientZlib),
  'x-gzip': () => createGunzip(lenientZlib),
  deflate: () => createInflate(lenientZlib),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  // RFC 9659 limits the window to 8 MiB. A larger one would let a response use 128 MiB of memory.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** More layers are only used by compression bombs. */
const maxEncodings = 2

export async function readBody(decoded: Readable, maxBytes: number): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let remainingBytes = maxBytes
  for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, remainingBytes))
    if (chunk.length > remainingBytes) return { body: Buffer.concat(chunks), truncated: true }
    remainingBytes -= chunk.length
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

/** Returns the decoded stream. Destroying it destroys `source`. */
export function decodeBody(source: Readable, contentEncoding: string, maxBytes: number): Readable {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
  if (encodings.length === 0) return source
  const steps = encodings
    .reverse()
    .map((encoding) => (Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined))
  if (steps.length > maxEncodings || steps.includes(undefined)) {
    source.destroy()
    throw new OutsideError('protocol_error', 'The response has an unknown encoding.', { retryable: false })
  }
  const streams = [source, boundedTo(2 * maxBytes + 2 ** 20), ...steps.map((step) => step!())]
  // The reader gets errors from the last stream.
  return pipeline(streams as [Readable, NodeJS.ReadWriteStream], () => {}) as unknown as Readable
}

/** Limits the encoded bytes too, because an endless stream can decode to nothing. */
function boundedTo(limit: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let left = limit
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) throw new Error('The encoded body exceeds its limit.')
      yield chunk
    }
  }
}
