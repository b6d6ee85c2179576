// Reads a Word document as Markdown.
import mammoth from 'mammoth'
import { DocumentError } from '../document-error.ts'
import { isPermalink } from '../html/navigation.ts'
import { parseHtml } from '../html/parse-html.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import { isPageNumber } from '../page-number.ts'
import { type DocxFiles, readArchive } from './read-archive.ts'
import { surroundingDocument } from './surrounding-text.ts'

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

/** The text of a Word document as Markdown. */
export interface DocxContent {
  main: string
  /** Headers and footers. */
  surrounding: string
}

/** Throws a `DocumentError`. */
export async function readDocx(bytes: Uint8Array): Promise<DocxContent> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) throw new DocumentError('empty', 'The file is empty.')
  if (isEncryptedOffice(file))
    throw new DocumentError('encrypted', 'The Word document is encrypted. Remove the password and upload it again.')
  if (file.toString('latin1', 0, 4) !== 'PK\x03\x04')
    throw new DocumentError('wrong_format', 'The file is not a Word document (docx).')
  const files = await readArchive(file)
  const main = await convert(files)
  const surrounding = await readSurrounding(files)
  if (main.length + surrounding.length > maxCharacters)
    throw new DocumentError('too_large', 'The Word document contains more than 10 MB of text. Split it.')
  return { main, surrounding }
}

/** Empty if these parts are damaged. */
async function readSurrounding(files: DocxFiles): Promise<string> {
  const document = surroundingDocument(files)
  const markdown = document ? await convert(document).catch(() => '') : ''
  return markdown
    .split('\n')
    .filter((line) => !isPageNumber(line.trim()))
    .join('\n')
}

/** Mammoth unpacks archives without limits, so it gets the files that were checked. Its types do not mention this input. */
async function convert(files: DocxFiles): Promise<string> {
  const file = {
    exists: (path: string) => files.has(path),
    read: async (path: string, encoding: string) => new TextDecoder(encoding).decode(files.get(path)),
  }
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ file } as never, { convertImage: noImages, styleMap: styles })
    // Footnotes contain links back to the text.
    return toMarkdown(parseHtml(value), { isLeftOut: isPermalink })
  } catch (error) {
    if (error instanceof DocumentError) throw error
    throw new DocumentError('damaged', 'The Word document is damaged and cannot be read.')
  }
}

/** A document with a password is an OLE file with this stream. */
function isEncryptedOffice(file: Buffer): boolean {
  return file.toString('hex', 0, 4) === 'd0cf11e0' && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
