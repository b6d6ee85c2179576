// Makes a Word document of the headers and footers of another one. Comments are left out, because they are internal.
import type { DocxFiles } from './read-archive.ts'

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const maxParts = 100
const headerOrFooter = /^word\/(header|footer)\d{0,4}\.xml$/
/** They belong to other files of the document, such as images. */
const relationship = /\sr:(?:id|embed|link)="[^"]{0,200}"/g

/** The files of a Word document, or null if it has no such parts. Equal headers, for example of sections, are kept once. */
export function surroundingDocument(files: DocxFiles): DocxFiles | null {
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
