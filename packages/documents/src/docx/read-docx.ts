// Reads a Word document as Markdown.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import mammoth from 'mammoth'
import { DocumentError } from '../document-error.ts'
import { isPermalink } from '../html/navigation.ts'
import { parseHtml } from '../html/parse-html.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import { isPageNumber } from '../page-number.ts'
import { readNumbering } from './numbering.ts'
import { prepareText } from './prepare-text.ts'
import { type DocxFiles, readArchive } from './read-archive.ts'
import { readStyles } from './styles.ts'

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
  /** Whether more than half of the text is hidden, and therefore missing. */
  hidesMost: boolean
}

/** Throws a `DocumentError`. */
export async function readDocx(bytes: Uint8Array): Promise<DocxContent> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) throw new DocumentError('empty', 'The file is empty.')
  if (isEncryptedOffice(file))
    throw new DocumentError('encrypted', 'The Word document is encrypted. Remove the password and upload it again.')
  if (file.toString('latin1', 0, 4) !== 'PK\x03\x04')
    throw new DocumentError('wrong_format', 'The file is not a Word document (docx).')
  const { files, hidesMost } = prepare(await readArchive(file))
  const main = await convert(files)
  const surrounding = await readSurrounding(files)
  if (main.length + surrounding.length > maxCharacters)
    throw new DocumentError('too_large', 'The Word document contains more than 10 MB of text. Split it.')
  return { main, surrounding, hidesMost }
}

const withText = /^word\/(?:document|footnotes|endnotes|header|footer)\d{0,4}\.xml$/
const minHiddenCharacters = 100

/** Prepares all parts with text, and tells whether most of it is hidden. */
function prepare(files: DocxFiles): { files: DocxFiles; hidesMost: boolean } {
  const textOf = (path: string): string => new TextDecoder().decode(files.get(path))
  const wordStyles = readStyles(textOf('word/styles.xml'))
  const startNumbers = readNumbering(textOf('word/numbering.xml'), wordStyles)
  const prepared = new Map(files)
  let [hidden, shown] = [0, 0]
  for (const path of files.keys()) {
    if (!withText.test(path)) continue
    const { xml, hiddenCharacters, shownCharacters } = prepareText(textOf(path), wordStyles, startNumbers())
    prepared.set(path, Buffer.from(xml))
    hidden += hiddenCharacters
    shown += shownCharacters
  }
  return { files: prepared, hidesMost: hidden > shown && hidden >= minHiddenCharacters }
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
    const root = parseHtml(value)
    placeNumbers(root)
    return toMarkdown(root, { isLeftOut: isPermalink })
  } catch (error) {
    if (error instanceof DocumentError) throw error
    throw new DocumentError('damaged', 'The Word document is damaged and cannot be read.')
  }
}

const numberMark = /\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g

/** Writes the numbers of Word in front of list items and other paragraphs, and checkboxes as text. */
function placeNumbers(root: AnyNode): void {
  const stack: { node: AnyNode; item: Element | undefined }[] = [{ node: root, item: undefined }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node } = entry
    const item = isTag(node) && node.name === 'li' ? node : entry.item
    if (isTag(node) && node.name === 'input') node.attribs['disabled'] = ''
    if (isText(node))
      node.data = node.data.replace(numberMark, (_, number: string) => {
        if (!item || item.attribs['data-number'] !== undefined) return number === '' ? '' : `${number} `
        item.attribs['data-number'] = number
        return ''
      })
    if (hasChildren(node)) for (const child of node.children.toReversed()) stack.push({ node: child, item })
  }
}

/** A document with a password is an OLE file with this stream. */
function isEncryptedOffice(file: Buffer): boolean {
  return file.toString('hex', 0, 4) === 'd0cf11e0' && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const maxParts = 100
const headerOrFooter = /^word\/(header|footer)\d{0,4}\.xml$/
/** They belong to other files of the document, such as images. */
const relationship = /\sr:(?:id|embed|link)="[^"]{0,200}"/g

/** The files of a Word document, or null if it has no such parts. Equal headers, for example of sections, are kept once. */
function surroundingDocument(files: DocxFiles): DocxFiles | null {
  const paths = [...files.keys()].filter((path) => headerOrFooter.test(path))
  const margins = paths
    .slice(0, maxParts)
    .map((path) => contentOf(files.get(path)!, path.startsWith('word/h') ? 'hdr' : 'ftr'))
  const distinct = new Map(margins.map((xml) => [xml.replace(/<[^<>]*>/g, ''), xml])).values()
  const parts = [...distinct].filter((xml) => xml !== '')
  if (parts.length === 0) return null
  const xml = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${namespace}"><w:body>${parts.join('')}</w:body></w:document>`
  const styles = files.get('word/styles.xml')
  return new Map([['word/document.xml', Buffer.from(xml)], ...(styles ? [['word/styles.xml', styles] as const] : [])])
}

/** The content of the root element, in an element with its namespaces. Empty if the root has another name. */
function contentOf(file: Uint8Array, name: string): string {
  const xml = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('utf8')
  const start = xml.indexOf(`<w:${name}`)
  const open = xml.indexOf('>', start)
  const end = xml.lastIndexOf(`</w:${name}>`)
  if (start === -1 || open === -1 || end < open) return ''
  const attributes = xml.slice(start + `<w:${name}`.length, open)
  const content = xml.slice(open + 1, end).replace(relationship, '')
  return `<w:sdt${attributes}><w:sdtContent>${content}</w:sdtContent></w:sdt>`
}
