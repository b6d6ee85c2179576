// Reads an answer's body: decodes it while it comes in and stops at the limit, whatever was promised.
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { OutsideError } from '#server/platform/outside-error.ts'

/** As browsers do, a stream that ends early gives what it had. */
const lenientZlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: () => createGunzip(lenientZlib),
  'x-gzip': () => createGunzip(lenientZlib),
  deflate: () => createInflate(lenientZlib),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  // RFC 9659: no window above 8 MiB, or one answer could ask for 128 MiB of our memory.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** More layers than this serve only to multiply. */
const maxEncodings = 2

export async function readBody(decoded: Readable, maxBytes: number): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let room = maxBytes
  for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, room))
    if (chunk.length > room) return { body: Buffer.concat(chunks), truncated: true }
    room -= chunk.length
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

/** The plain content of `source`; destroying the result destroys the source. */
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
    throw new OutsideError('protocol_error', 'The answer has an unknown encoding.', { retryable: false })
  }
  const streams = [source, boundedTo(2 * maxBytes + 2 ** 20), ...steps.map((step) => step!())]
  // Errors reach the reader through the last stream.
  return pipeline(streams as [Readable, NodeJS.ReadWriteStream], () => {}) as unknown as Readable
}

/** Encoded bytes are bounded too: a stream can go on for ever and decode to nothing. */
function boundedTo(limit: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let left = limit
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) throw new Error('The encoded body outgrew its limit.')
      yield chunk
    }
  }
}
