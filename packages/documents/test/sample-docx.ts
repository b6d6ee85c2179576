// Writes small Word documents for tests.
import { zipSync } from 'fflate'

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relationships = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

export const documentXml = (body: string, prolog = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`

const styles = `<?xml version="1.0" encoding="UTF-8"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`

export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`

export const table = (rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

type Files = Record<string, string | Uint8Array>

export function zipOf(files: Files): Buffer {
  const contents = Object.entries(files).map(([path, content]) => [path, new Uint8Array(Buffer.from(content))])
  return Buffer.from(zipSync(Object.fromEntries(contents)))
}

/** A Word document with the XML of its main part and further files. */
export function sampleDocx(xml: string, files: Files = {}, mainPart = 'document'): Buffer {
  const named = (text: string): string => text.replace('word/document.xml', `word/${mainPart}.xml`)
  return zipOf({
    '[Content_Types].xml': named(contentTypes),
    '_rels/.rels': named(relationships),
    'word/styles.xml': styles,
    [`word/${mainPart}.xml`]: xml,
    ...files,
  })
}
