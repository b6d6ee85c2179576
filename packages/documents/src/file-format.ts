// Recognizes the formats of files by their first bytes, and supported content types.
import { mediaTypeOf } from './media-type.ts'
import { detectEncoding } from './text/decode-text.ts'

export type FileFormat = 'pdf' | 'docx' | 'txt'

const headBytes = 4_096
/** Readers of PDF accept a header within the first kilobyte. */
const pdfHeaderBytes = 1_024

/** Whether a file that begins with these bytes can be of the format. An empty file is of no format. */
export function looksLike(format: FileFormat, head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, headBytes))
  const isPdf = bytes.subarray(0, pdfHeaderBytes).includes('%PDF-')
  if (format === 'pdf') return isPdf
  if (format === 'docx') return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
  return bytes.length > 0 && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && isText(bytes)
}

function isText(bytes: Buffer): boolean {
  // A character at the end may be incomplete; legacy encodings have no such restriction.
  return detectEncoding(bytes) !== undefined
}

const contentTypes = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/pdf']

/** Whether `readPage` understands the media type of a Content-Type header. */
export function isContentTypeSupported(contentType: string): boolean {
  return contentTypes.includes(mediaTypeOf(contentType))
}
