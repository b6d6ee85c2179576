// Writes small PDF files.

/** Each page has one line of ASCII. Readers rebuild the missing table of the objects. */
export function pdfOf(pages: readonly string[]): Buffer {
  const pageIds = pages.map((_, index) => 4 + 2 * index)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((line, index) => {
      const content = line === '' ? '' : `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
      const resources = '/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>'
      return [
        `<</Type/Page/Parent 2 0 R/Contents ${pageIds[index]! + 1} 0 R${resources}>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]
    }),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF\n`)
}
