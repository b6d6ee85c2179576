// Reads the documents and questions that measure knowledge search.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

export interface Question {
  id: string
  question: string
  /** ISO 639-1. */
  language: string
  /** The name of a file in the folder of documents. */
  document: string
  /** Every correct passage contains this phrase. */
  answer: string
  /** A paraphrase shares no word with the paragraph that answers it. */
  kind: 'direct' | 'paraphrase'
}

const documentsFolder = new URL('documents/', import.meta.url)
/** The texts from which the PDF and DOCX files were made. */
const sourcesFolder = new URL('sources/', import.meta.url)

export async function readQuestions(): Promise<Question[]> {
  return JSON.parse(await readFile(new URL('questions.json', import.meta.url), 'utf8')) as Question[]
}

export async function listDocuments(): Promise<string[]> {
  return (await readdir(documentsFolder)).sort()
}

export const readDocument = (name: string): Promise<Buffer> => readFile(new URL(name, documentsFolder))

/** Returns the text, in which a blank line separates blocks and a heading begins with `#`. */
export async function readText(name: string): Promise<string> {
  const ending = extname(name)
  if (ending === '.pdf' || ending === '.docx')
    return readFile(new URL(`${name.slice(0, -ending.length)}.md`, sourcesFolder), 'utf8')
  const text = (await readDocument(name)).toString('utf8')
  if (ending === '.html') return textOfPage(text)
  return ending === '.txt' ? markHeadings(text) : text
}

/** Headings of plain text are underlined. */
const markHeadings = (text: string): string =>
  text.replace(/^(.+)\n={3,}$/gm, '# $1').replace(/^(.+)\n-{3,}$/gm, '## $1')

const entities: Record<string, string> = { '&#39;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const textOfPage = (html: string): string =>
  html
    .replace(/<summary>/g, '<h3>')
    .replace(/<h([1-6])>/g, (_, level) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<\/(?:h[1-6]|summary|p|ul|ol|table|div|header|footer)>/g, '\n\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#39|quot|lt|gt|amp);/g, (entity) => entities[entity]!)

/** Removes the syntax of Markdown, and line breaks, so that passages of all formats can be compared. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[|*_`#\\<>]/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
