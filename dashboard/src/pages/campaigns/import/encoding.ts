// Detects the encoding of a text file, and converts between its bytes and text.
import { type Encoding, encodingOfMark, proposeEncoding } from '@parley/rules'

export interface Detected {
  encoding: Encoding
  /** False if the bytes are ASCII only, so that later ones can decide otherwise. */
  isCertain: boolean
}

/**
 * A byte order mark decides; without one, the text is UTF-8, or windows-1252 if it is not valid UTF-8, unless it makes no
 * sense in it.
 */
export function detectEncoding(bytes: Uint8Array): Detected {
  const marked = encodingOfMark(bytes)
  if (marked) return { encoding: marked, isCertain: true }
  if (bytes.every((byte) => byte < 0x80)) return { encoding: 'utf-8', isCertain: false }
  try {
    // A character that is cut off at the end is no fault.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return { encoding: 'utf-8', isCertain: true }
  } catch {
    return { encoding: proposeEncoding(bytes) ?? 'windows-1252', isCertain: true }
  }
}

/** The number of bytes of the byte order mark at the beginning. */
export function markLength(bytes: Uint8Array, encoding: Encoding): number {
  if (encodingOfMark(bytes) !== encoding) return 0
  return encoding === 'utf-8' ? 3 : 2
}

/** Without the byte order mark. A character that is cut off at the end is left out. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })

const isWide = (encoding: Encoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be'

/** The text in which each position is that of a byte, or of two bytes of UTF-16. Quotes and delimiters are as they are. */
export const decodePositions = (bytes: Uint8Array, encoding: Encoding) => ({
  text: isWide(encoding) ? decode(bytes, encoding) : new TextDecoder('windows-1252').decode(bytes),
  bytesPerPosition: isWide(encoding) ? 2 : 1,
})

const bytesByCharacter = new Map<Encoding, Map<string, number[]>>()

/** The characters of an encoding that have one or two bytes. */
function tableOf(encoding: Encoding): Map<string, number[]> {
  const known = bytesByCharacter.get(encoding)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding)
  const add = (...bytes: number[]): boolean => {
    const text = decoder.decode(Uint8Array.from(bytes))
    const isCharacter = [...text].length === 1 && text !== '\ufffd'
    if (isCharacter && !table.has(text)) table.set(text, bytes)
    return isCharacter
  }
  for (let byte = 0; byte < 256; byte++) if (!add(byte)) for (let trail = 0x40; trail < 0xff; trail++) add(byte, trail)
  bytesByCharacter.set(encoding, table)
  return table
}

/** Returns undefined if the encoding lacks a character. */
export function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (isWide(encoding)) {
    const view = new DataView(new ArrayBuffer(text.length * 2))
    for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le')
    return new Uint8Array(view.buffer)
  }
  const table = tableOf(encoding)
  const bytes = Array.from(text, (one) => table.get(one))
  return bytes.includes(undefined) ? undefined : Uint8Array.from((bytes as number[][]).flat())
}
