// Decodes web pages: by header, byte order mark, meta element, or detection.
import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { detectLegacyEncoding, encodingOfBom } from '../text/decode-text.ts'

const metaBytes = 4_096
const charset = /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i

/** Never fails: bytes that the encoding does not contain become replacement characters. */
export function decodeHtml(body: Uint8Array, contentType: string): string {
  const encoding = encodingOfBom(body) ?? known(charset.exec(contentType.slice(0, 500))) ?? encodingWithin(body)
  if (encoding.startsWith('utf-')) return new TextDecoder(encoding).decode(body)
  return iconv.decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength), encoding)
}

function encodingWithin(body: Uint8Array): string {
  const meta = known(charset.exec(Buffer.from(body.subarray(0, metaBytes)).toString('latin1')))
  // A meta element in ASCII cannot be in UTF-16.
  if (meta && !meta.startsWith('utf-16')) return meta
  return isUtf8(body) ? 'utf-8' : detectLegacyEncoding(body)
}

function known(match: RegExpExecArray | null): string | undefined {
  const name = match?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  if (name === 'utf-8' || name === 'utf8') return 'utf-8'
  if (name.startsWith('utf-16')) return name === 'utf-16be' ? 'utf-16be' : 'utf-16le'
  if (name === 'iso-8859-1' || name === 'latin1' || name === 'us-ascii') return 'windows-1252'
  return iconv.encodingExists(name) ? name : undefined
}
