// Writes small PDF files for tests.

export interface PdfOptions {
  /**
   * The text of one page per entry; line feeds begin a new line, tabs a new column, and form feeds return to the top. A
   * line that begins with `# ` has a large font.
   */
  pages: string[]
  columnWidth?: number
  title?: string
  /** Further entries of the trailer. */
  trailer?: string
}

/** Returns the bytes of a PDF with the characters of Latin-1. */
export function samplePdf({ pages, title, trailer = '', columnWidth = 150 }: PdfOptions): Buffer {
  const objects: string[] = []
  const pageIds = pages.map((_, index) => 4 + index * 2)
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[2] = `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  for (const [index, text] of pages.entries()) {
    const content = contentOf(text, columnWidth)
    objects[4 + index * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`
    objects[5 + index * 2] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  }
  const info = objects.length
  objects[info] = title ? `<< /Title (${title}) >>` : '<< >>'
  return assemble(objects, `/Root 1 0 R /Info ${info} 0 R ${trailer}`)
}

function contentOf(text: string, columnWidth: number): string {
  return text
    .split('\f')
    .flatMap((part) => {
      let y = 800
      return part.split('\n').flatMap((line) => {
        const size = line.startsWith('# ') ? 20 : 10
        y -= size * 1.2
        const cells = line.replace(/^# /, '').split('\t')
        return cells.map((cell, column) => textAt(cell, 50 + column * columnWidth, y, size))
      })
    })
    .join('\n')
}

const textAt = (text: string, x: number, y: number, size: number): string =>
  text === '' ? '' : `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`

/** Objects begin with index 1. */
export function assemble(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.7\n'
  const offsets: number[] = []
  for (let id = 1; id < objects.length; id++) {
    offsets.push(file.length)
    file += `${id} 0 obj\n${objects[id]}\nendobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const xref = `xref\n0 ${objects.length}\n0000000000 65535 f \n${rows}`
  const end = `trailer\n<< /Size ${objects.length} ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + xref + end, 'latin1')
}
