// Reads the dimensions of a picture from its header, without decoding it.
import type { FileHandle } from 'node:fs/promises'
import type { PictureType } from './content-types.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Undefined if the header is damaged. */
export async function readPictureSize(handle: FileHandle, type: PictureType): Promise<PictureSize | undefined> {
  if (type === 'image/jpeg') return readJpeg(handle)
  const head = await readAt(handle, 0, 30)
  if (head.length < 24) return undefined
  if (type === 'image/png')
    return head.toString('latin1', 12, 16) === 'IHDR'
      ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
      : undefined
  if (type === 'image/gif') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  return head.length < 30 ? undefined : readWebP(head)
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebP(head: Buffer): PictureSize | undefined {
  const format = head.toString('latin1', 12, 16)
  if (format === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (format === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (format !== 'VP8L' || head[20] !== 0x2f) return undefined
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Metadata and colour profiles can have many segments before the one with the dimensions. */
const maxSegments = 1_000

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1 */
async function readJpeg(handle: FileHandle): Promise<PictureSize | undefined> {
  let at = 2
  for (let segment = 0; segment < maxSegments; segment++) {
    const head = await readAt(handle, at, 9)
    if (head.length < 9 || head[0] !== 0xff) return undefined
    const marker = head[1]!
    if (marker === 0xff) at++
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isFrame(marker)) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    else at += 2 + Math.max(2, head.readUInt16BE(2))
  }
  return undefined
}

/** Start of frame; the others in its range define tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

async function readAt(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}
