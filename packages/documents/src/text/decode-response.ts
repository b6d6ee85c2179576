// Decodes the body of an HTTP response as a browser does, and corrects a wrong declaration of its encoding.
import { isUtf8 } from 'node:buffer'
import { Parser } from 'htmlparser2'
import iconv from 'iconv-lite'
import { mediaTypeOf } from '../media-type.ts'
import { detectEncoding, detectLegacyEncoding, encodingOfBom } from './decode-text.ts'

/** Browsers find a declaration within the first kilobyte, and one that comes later once they have parsed up to it. */
const headBytes = 64 * 1024

/**
 * Never fails: bytes that the encoding does not contain become U+FFFD. A byte order mark decides and is removed; then the
 * Content-Type header; of HTML and XML, the declaration within the text. Bytes that are evidently UTF-8 are UTF-8
 * whatever is declared, and bytes that are not valid UTF-8 are never decoded as such unless they are damaged UTF-8.
 */
export function decodeResponse(body: Uint8Array, contentType: string | undefined): string {
  return decode(body, encodingOfResponse(body, contentType))
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding.startsWith('utf-') || !iconv.encodingExists(encoding)) return new TextDecoder(encoding).decode(bytes)
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
}

function encodingOfResponse(body: Uint8Array, contentType = ''): string {
  const bom = encodingOfBom(body)
  if (bom) return bom
  const isValid = isUtf8(body)
  const detected = isValid ? 'utf-8' : (detectEncoding(body) ?? detectLegacyEncoding(body))
  for (const declared of [declaredIn(contentType.slice(0, 500)), declaredWithin(body, contentType)]) {
    if (declared === undefined || (declared === 'utf-8' && detected !== 'utf-8')) continue
    return isValid && isEvidentlyUtf8(body, declared) ? 'utf-8' : declared
  }
  return detected
}

const charset = /(?:^|[\s;,])charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i
const declaredIn = (text: string): string | undefined => known(charset.exec(text)?.[1])

/** The encoding that a `meta` element or an XML declaration names. */
function declaredWithin(body: Uint8Array, contentType: string): string | undefined {
  const type = mediaTypeOf(contentType)
  if (type !== '' && !/html|xml/.test(type)) return undefined
  const head = Buffer.from(body.subarray(0, headBytes)).toString('latin1')
  const declaration = /^\s{0,50}<\?xml\b[^>]{0,200}?\bencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/.exec(head)?.[1]
  let found = known(declaration)
  if (found === undefined && !/[/+]xml$/.test(type)) found = metaCharset(head)
  // A declaration in ASCII cannot be in UTF-16.
  return found?.startsWith('utf-16') ? 'utf-8' : found
}

function metaCharset(head: string): string | undefined {
  let found: string | undefined
  const parser = new Parser({
    onopentag(name, { charset: own, content, 'http-equiv': header }) {
      if (name !== 'meta' || found !== undefined) return
      found = known(own) ?? (/^content-type$/i.test(header?.trim() ?? '') ? declaredIn(content ?? '') : undefined)
    },
  })
  parser.write(head)
  return found
}

/** Names that no document on the web means, which iconv-lite takes for encodings. */
const transfer = /^(?:utf-?(?:7|32)|base64|hex|binary)/

/** The encoding of a label, as the Encoding Standard of browsers and iconv-lite know it. */
function known(label: string | undefined): string | undefined {
  const name = label?.trim().toLowerCase() ?? ''
  try {
    const { encoding } = new TextDecoder(name)
    return encoding === 'x-user-defined' ? 'windows-1252' : encoding
  } catch {
    return name !== '' && !transfer.test(name) && iconv.encodingExists(name) ? name : undefined
  }
}

const wide = /^(?:big5|euc|gb|iso-2022|shift)/
/** Not a capital letter with an accent before a symbol, as in `CAFÉ™`, which is one character of UTF-8. */
const character = /[\xc2\xc3\xe0-\xff]|[\x80-\xbf][\xc4-\xdf]|[a-z][\xc4-\xdf]|[\xc4-\xdf][\x80-\xbf][a-z]/

/** Fewer characters can be valid UTF-8 by accident in an encoding of two bytes. */
const minCharacters = 3

/** Whether bytes that are valid UTF-8 are hardly meant in the declared encoding. Takes linear time. */
function isEvidentlyUtf8(body: Uint8Array, declared: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (declared.startsWith('utf-16')) return !bytes.includes(0)
  if (!wide.test(declared)) return character.test(bytes.toString('latin1'))
  if (bytes.reduce((count, byte) => (byte >= 0xc2 ? count + 1 : count), 0) >= minCharacters) return true
  return decode(bytes, declared).includes('\ufffd')
}
