// Reads the files of a tar archive, plain or compressed with gzip or bzip2.
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { otherFileKind } from '@parley/rules'
import { bunzip2 } from './bunzip2.ts'
import { PackError } from './pack-error.ts'

export interface TarEntry {
  /** As in the archive: it can lead anywhere. */
  path: string
  type: 'file' | 'folder' | 'other'
  bytes: number
}

/** Called for each entry in order; a file is skipped if nothing is returned. */
export type TarReader = (entry: TarEntry) => Promise<((chunk: Uint8Array) => Promise<void>) | undefined>

const blockBytes = 512
/** A long path, or extended attributes. */
const maxHeaderBytes = 64 * 1024

const expected = 'a pack is a .tar, .tar.gz or .tar.bz2 file'
const noTar = `The file is not a tar archive; ${expected}.`

const invalid = (message: string, cause?: unknown) => new PackError('invalid_pack', message, { cause })

/** Throws a `PackError` if the file is not such an archive, is damaged, or ends too early. */
export async function readTar(archive: string, read: TarReader): Promise<void> {
  const source = new ByteSource(decompressed(archive))
  try {
    await readEntries(source, read)
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_'))
      throw invalid('The archive is damaged or incomplete.', error)
    throw error
  } finally {
    await source.close()
  }
}

async function* decompressed(archive: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(archive, { highWaterMark: 2 ** 18 })
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const { value: first = new Uint8Array(0) } = await chunks.next()
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const begins = (...bytes: number[]) => bytes.every((byte, index) => first[index] === byte)
  const other = first.length === 0 ? 'an empty file' : otherFileKind(first)
  try {
    if (begins(0x1f, 0x8b)) yield* gunzip(all())
    else if (begins(0x42, 0x5a, 0x68)) yield* bunzip2(all())
    else if (other !== undefined) throw invalid(`This is ${other}; ${expected}.`)
    else if (first.length < blockBytes) throw invalid(noTar)
    else yield* all()
  } finally {
    stream.destroy()
  }
}

function gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // The reader of the result receives the error.
  return pipeline(Readable.from(chunks), createGunzip(), () => {})
}

async function readEntries(source: ByteSource, read: TarReader): Promise<void> {
  let longPath: string | undefined
  for (;;) {
    const header = await source.take(blockBytes)
    if (header.every((byte) => byte === 0)) return
    if (checksumOf(header) !== Number.parseInt(textAt(header, 148, 8).trim(), 8)) throw invalid(noTar)
    const bytes = numberAt(header, 124, 12)
    const padding = (blockBytes - (bytes % blockBytes)) % blockBytes
    const flag = String.fromCharCode(header[156]!)
    if ('LxgK'.includes(flag)) {
      if (bytes > maxHeaderBytes) throw invalid('The archive has a header that is too long.')
      const content = await source.take(bytes)
      await source.skip(padding)
      if (flag === 'L') longPath = textAt(content, 0, bytes)
      if (flag === 'x') longPath = pathOf(content) ?? longPath
      continue
    }
    const path = longPath ?? pathIn(header)
    longPath = undefined
    const type = flag === '5' ? 'folder' : flag === '0' || flag === '\0' ? 'file' : 'other'
    const write = await read({ path, type, bytes })
    await source.pass(bytes, write)
    await source.skip(padding)
  }
}

const textAt = (bytes: Uint8Array, start: number, length: number): string => {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return Buffer.from(end < 0 ? field : field.subarray(0, end)).toString()
}

function pathIn(header: Uint8Array): string {
  const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : ''
  const name = textAt(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Octal digits, or a binary number if the first bit is set. */
function numberAt(header: Uint8Array, start: number, length: number): number {
  const field = header.subarray(start, start + length)
  const value =
    field[0]! & 0x80
      ? field.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & 0x7f : byte), 0)
      : Number.parseInt(textAt(header, start, length).trim() || '0', 8)
  if (!Number.isSafeInteger(value)) throw invalid('The archive has a size that is not valid.')
  return value
}

const checksumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

/** The path in the records of an extended header, each `LENGTH KEY=VALUE\n`. */
function pathOf(records: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(Buffer.from(records).toString())?.[1]
}

class ByteSource {
  #chunks: AsyncIterator<Uint8Array>
  #current: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks
  }

  async #some(most: number): Promise<Uint8Array> {
    while (this.#current.length === 0) {
      const next = await this.#chunks.next()
      if (next.done) throw new RangeError('The archive ends too early.')
      this.#current = next.value
    }
    const part = this.#current.subarray(0, most)
    this.#current = this.#current.subarray(part.length)
    return part
  }

  async pass(bytes: number, write: ((chunk: Uint8Array) => Promise<void>) | undefined): Promise<void> {
    for (let left = bytes; left > 0; ) {
      const part = await this.#some(left)
      left -= part.length
      await write?.(part)
    }
  }

  skip(bytes: number): Promise<void> {
    return this.pass(bytes, undefined)
  }

  async take(bytes: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    await this.pass(bytes, async (part) => void parts.push(part))
    return Buffer.concat(parts)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
