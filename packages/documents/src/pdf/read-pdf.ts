// Reads the text of a PDF with its page numbers.
import { fileURLToPath } from 'node:url'
import { AnnotationType, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
import { isPageNumber } from '../page-number.ts'
import type { Section } from '../split/passage.ts'
import { arrangeRows } from './arrange-rows.ts'
import { dropRepeatedRows } from './drop-repeated-rows.ts'
import type { PdfRow } from './make-row.ts'
import { pageMarkdown } from './page-markdown.ts'
import { type PdfAnnotation, placeAnnotations } from './place-annotations.ts'
import { type PdfText, readRows } from './read-rows.ts'

const maxPages = 2_000
const maxCharacters = 10_000_000
const headerBytes = 1_024
const progressPages = 20
/** Other annotations, such as links, take most of the time. */
const annotationTypes = new Set([AnnotationType.FREETEXT, AnnotationType.WIDGET])
/** The predefined encodings of Chinese, Japanese and Korean fonts. */
const characterMaps = fileURLToPath(import.meta.resolve('pdfjs-dist/cmaps/')).replaceAll('\\', '/')

type OnProgress = (done: number, known: number) => Promise<void>

export interface PdfContent {
  title: string | null
  /** The pages with text. */
  sections: Section[]
  /** The numbers of the other pages, for example of scanned ones. */
  pagesWithoutText: number[]
}

/** Throws a `DocumentError`. */
export async function readPdf(bytes: Uint8Array, onProgress: OnProgress): Promise<PdfContent> {
  if (bytes.length === 0) throw new DocumentError('empty', 'The file is empty.')
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerBytes)).includes('%PDF-'))
    throw new DocumentError('wrong_format', 'The file is not a PDF.')
  const document = await openPdf(bytes)
  try {
    return await readDocument(document, onProgress)
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readDocument(document: PDFDocumentProxy, onProgress: OnProgress): Promise<PdfContent> {
  if (document.numPages > maxPages)
    throw new DocumentError('too_large', `The PDF has more than ${maxPages.toLocaleString('en')} pages. Split it.`)
  const pages = await readPages(document, onProgress)
  const rows = dropRepeatedRows(pages).map((page) => (page.every(({ text }) => isPageNumber(text)) ? [] : page))
  const markdown = pageMarkdown(rows.map(arrangeRows))
  const sections: Section[] = []
  const pagesWithoutText: number[] = []
  for (const [index, text] of markdown.entries()) {
    if (text.trim() === '') pagesWithoutText.push(index + 1)
    else sections.push({ markdown: text, page: index + 1 })
  }
  if (sections.length === 0)
    throw new DocumentError('no_text', 'The PDF contains no text. Scanned pages need text recognition (OCR) first.')
  return { title: await titleOf(document), sections, pagesWithoutText }
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      cMapUrl: characterMaps,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      useWorkerFetch: false,
      useWasm: false,
      disableAutoFetch: true,
      stopAtErrors: false,
      maxImageSize: 1,
      verbosity: 0,
    }).promise
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new DocumentError('encrypted', 'The PDF is encrypted. Remove the password and upload it again.')
    throw new DocumentError('damaged', 'The PDF is damaged and cannot be read.')
  }
}

async function readPages(document: PDFDocumentProxy, onProgress: OnProgress): Promise<PdfRow[][]> {
  const pages: PdfRow[][] = []
  const otherPages = new Set(Array.from({ length: document.numPages }, (_, index) => index))
  let [characters, readable] = [0, 0]
  for (let number = 1; number <= document.numPages; number++) {
    const texts = await readTexts(document, number, otherPages)
    if (texts) readable++
    const rows = readRows(texts ?? [])
    characters += rows.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > maxCharacters)
      throw new DocumentError('too_large', 'The PDF contains more than 10 MB of text. Split it.')
    pages.push(rows)
    if (number % progressPages === 0 || number === document.numPages) await onProgress(number, document.numPages)
  }
  if (readable === 0) throw new DocumentError('damaged', 'The PDF is damaged and cannot be read.')
  return pages
}

/** Undefined if the page is damaged: the other pages are read nevertheless. */
async function readTexts(
  document: PDFDocumentProxy,
  number: number,
  otherPages: Set<number>,
): Promise<PdfText[] | undefined> {
  try {
    const page = await document.getPage(number)
    const { items, styles } = await page.getTextContent({ disableNormalization: false })
    otherPages.delete(number - 1)
    const annotations: PdfAnnotation[] =
      (await document.getAnnotationsByType(annotationTypes, otherPages).catch(() => null)) ?? []
    otherPages.add(number - 1)
    page.cleanup()
    const texts = items
      .filter((item): item is Extract<typeof item, { str: string }> => 'str' in item)
      .map((item) => ({ ...item, vertical: styles[item.fontName]?.vertical === true }))
    return annotations.length === 0 ? texts : placeAnnotations(texts, annotations)
  } catch {
    return undefined
  }
}

async function titleOf(document: PDFDocumentProxy): Promise<string | null> {
  const info: { Title?: unknown } = await document.getMetadata().then(
    (metadata) => metadata.info as { Title?: unknown },
    () => ({}),
  )
  const title = typeof info.Title === 'string' ? cleanText(info.Title.slice(0, 300)).trim() : ''
  return title === '' ? null : title
}
