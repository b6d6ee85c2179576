// Detects the character encoding of plain text and decodes it in pieces.
import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { DocumentError } from '../document-error.ts'

const pieceBytes = 256 * 1024
const sampleBytes = 64 * 1024
const contextBytes = 1_024

/** Returns the encoding's name for `TextDecoder` or iconv-lite; undefined if the bytes are not text. */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const bom = encodingOfBom(bytes)
  if (bom) return bom
  const sample = bytes.subarray(0, sampleBytes)
  const nuls = countNuls(sample)
  if (nuls.even + nuls.odd > 0) {
    const half = sample.length / 2
    // Text in UTF-16 without a byte order mark: the high bytes of most characters are zero.
    if (nuls.odd > half * 0.4 && nuls.even < half * 0.02) return 'utf-16le'
    if (nuls.even > half * 0.4 && nuls.odd < half * 0.02) return 'utf-16be'
    return undefined
  }
  if (bytes.includes(0) || hasManyControls(sample)) return undefined
  if (isUtf8(bytes)) return 'utf-8'
  // The encoding only matters from the first byte on that is not ASCII.
  const start = bytes.findIndex((byte) => byte > 127)
  const special = bytes.subarray(Math.max(0, start - contextBytes), start + sampleBytes)
  return isDamagedUtf8(special) ? 'utf-8' : detectLegacyEncoding(special)
}

/** A file that was truncated, or joined from parts in different encodings. Other encodings contain hardly any UTF-8. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  const invalid = text.match(/\ufffd/g)?.length ?? 0
  const special = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return special - invalid > 2 * invalid
}

/** The detected legacy encoding, or Windows-1252. */
export function detectLegacyEncoding(sample: Uint8Array): string {
  const found = analyse(sample.subarray(0, sampleBytes)).find(
    ({ name }) => !/^(?:utf|ascii|iso-2022)/i.test(name) && iconv.encodingExists(name),
  )
  // Windows-1252 contains the printable characters of ISO 8859-1, and quotation marks.
  return !found || found.name === 'ISO-8859-1' ? 'windows-1252' : found.name
}

export function encodingOfBom(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function countNuls(bytes: Uint8Array): { even: number; odd: number } {
  const counts = { even: 0, odd: 0 }
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) counts[at % 2 === 0 ? 'even' : 'odd']++
  return counts
}

/** Text contains hardly any control characters except white space and escape sequences. */
function hasManyControls(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) controls++
  return controls > 2 + bytes.length / 100
}

/** Throws a `DocumentError` if the bytes are not text. */
export function* decodeText(bytes: Uint8Array): Generator<string> {
  const encoding = detectEncoding(bytes)
  if (!encoding) throw new DocumentError('wrong_format', 'The file is not a plain text file.')
  const unicode = encoding.startsWith('utf-')
  const [text, legacy] = [unicode ? new TextDecoder(encoding) : null, unicode ? null : iconv.getDecoder(encoding)]
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes)
    yield text ? text.decode(piece, { stream: true }) : legacy!.write(Buffer.from(piece))
  }
  yield text ? text.decode() : (legacy!.end() ?? '')
}
