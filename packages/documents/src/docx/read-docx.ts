// Reads a Word document as Markdown.
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { DocumentError } from '../document-error.ts'
import { parseHtml } from '../html/parse-html.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import { readArchive } from './read-archive.ts'

const maxCharacters = 10_000_000
/** The title is above all headings, so these are one level lower than in Word. Names are compared without case. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  ...[1, 2, 3, 4, 5, 6].flatMap((level) =>
    [`p[style-name='heading ${level}']`, `p.Heading${level}`].map(
      (style) => `${style} => h${Math.min(level + 1, 6)}:fresh`,
    ),
  ),
]

/** Throws a `DocumentError`. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) throw new DocumentError('empty', 'The file is empty.')
  if (isEncryptedOffice(file))
    throw new DocumentError('encrypted', 'The Word document is encrypted. Remove the password and upload it again.')
  if (file.toString('latin1', 0, 4) !== 'PK\x03\x04')
    throw new DocumentError('wrong_format', 'The file is not a Word document (docx).')
  // Mammoth has no limits of its own, so it gets a new archive of the files that were checked.
  const archive = zipSync(await readArchive(file), { level: 0 })
  const html = await convert(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))
  const markdown = toMarkdown(parseHtml(html))
  if (markdown.length > maxCharacters)
    throw new DocumentError('too_large', 'The Word document contains more than 10 MB of text. Split it.')
  return markdown
}

async function convert(buffer: Buffer): Promise<string> {
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: noImages, styleMap: styles })
    return value
  } catch {
    throw new DocumentError('damaged', 'The Word document is damaged and cannot be read.')
  }
}

/** A document with a password is an OLE file with this stream. */
function isEncryptedOffice(file: Buffer): boolean {
  return file.toString('hex', 0, 4) === 'd0cf11e0' && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
