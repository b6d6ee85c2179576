// Reads a response of a web server: HTML, text, Markdown or PDF.

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import iconv from 'iconv-lite'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
import { mediaTypeOf } from '../file-format.ts'
import { detectLanguage } from '../language.ts'
import type { Section } from '../split/passage.ts'
import { decodeText, detectLegacyEncoding, encodingOfBom } from '../text/decode-text.ts'
import { readHtml } from './read-html.ts'
import type { WebPage } from './web-page.ts'

/** Bounds the work of the parent with one message. */
const maxCharacters = 2_000_000
const maxErrorPageWords = 150
const maxUnrenderedWords = 20
const languageCharacters = 4_000

const errorTitle =
  /(?<![\p{L}\p{N}])(?:404|page not found|not found|(?:does not|doesn['’]t) exist|error 5\d\d|server error|access denied|nicht gefunden|existiert nicht|zugriff verweigert|introuvable|n['’]existe pas|no encontrad[ao]|no existe|non trovat[ao]|não encontrad[ao]|niet gevonden|nie znaleziono|bulunamadı|hittades inte|ikke fundet|ikke funnet|ei löydy|не найден[ао]?|не знайдено)(?![\p{L}\p{N}])|找不到|見つかりません|찾을 수 없/iu

type Content = Omit<WebPage, 'wordCount' | 'contentHash' | 'problem'> & { usesScripts: boolean }

export async function readPage(page: { body: Uint8Array; contentType: string; url: string }): Promise<WebPage> {
  const { usesScripts, ...content } = await readContent(page)
  const markdown = content.sections.map((section) => section.markdown).join('\n\n')
  if (markdown.length > maxCharacters)
    throw new DocumentError('too_large', 'The page contains more than 2 MB of text. Upload it as a file.')
  const wordCount = countWords(markdown)
  return {
    ...content,
    language: content.language ?? detectLanguage(markdown.slice(0, languageCharacters)),
    wordCount,
    contentHash: createHash('sha256').update(markdown).digest('hex'),
    problem: problemOf(content.title, markdown, wordCount, usesScripts),
  }
}

async function readContent({ body, contentType, url }: Parameters<typeof readPage>[0]): Promise<Content> {
  const type = mediaTypeOf(contentType)
  const content = { title: null, language: null, canonicalUrl: null, links: [], usesScripts: false }
  if (type === 'application/pdf') {
    const { readPdf } = await import('../pdf/read-pdf.ts')
    const { title, sections } = await readPdf(body, async () => {})
    return { ...content, title, sections }
  }
  if (type.startsWith('text/') && type !== 'text/html') {
    const markdown = body.length === 0 ? '' : cleanText([...decodeText(body)].join(''))
    return { ...content, title: firstHeading(markdown), sections: sectionsOf(markdown) }
  }
  if (type !== 'text/html' && type !== 'application/xhtml+xml')
    throw new DocumentError('unsupported_type', 'The page is not HTML, text or PDF.')
  const { markdown, ...html } = readHtml(decodeHtml(body, contentType), url)
  return { ...html, sections: markdown.flatMap(sectionsOf) }
}

const sectionsOf = (markdown: string): Section[] => (markdown === '' ? [] : [{ markdown, page: null }])

/** Words of scripts without spaces count as one for two characters. */
function countWords(markdown: string): number {
  const words = markdown.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.reduce(
    (count, word) =>
      count + (/^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff]/.test(word) ? Math.ceil(word.length / 2) : 1),
    0,
  )
}

function problemOf(title: string | null, markdown: string, words: number, usesScripts: boolean): WebPage['problem'] {
  const heading = firstHeading(markdown) ?? ''
  if (words < maxErrorPageWords && (errorTitle.test(title ?? '') || errorTitle.test(heading))) return 'error_page'
  if (words < maxUnrenderedWords && usesScripts) return 'needs_javascript'
  return words === 0 ? 'no_text' : null
}

function firstHeading(markdown: string): string | null {
  const line = /^#{1,6} (.{1,300})/m.exec(markdown)
  return line ? line[1]!.trim() : null
}

const metaBytes = 4_096
const charset = /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i

/** Never fails: bytes that the encoding does not contain become replacement characters. */
function decodeHtml(body: Uint8Array, contentType: string): string {
  const encoding = encodingOfBom(body) ?? known(charset.exec(contentType.slice(0, 500))) ?? encodingWithin(body)
  if (encoding.startsWith('utf-')) return new TextDecoder(encoding).decode(body)
  return iconv.decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength), encoding)
}

function encodingWithin(body: Uint8Array): string {
  const meta = known(charset.exec(Buffer.from(body.subarray(0, metaBytes)).toString('latin1')))
  // A meta element in ASCII cannot be in UTF-16.
  if (meta && !meta.startsWith('utf-16')) return meta
  return isUtf8(body) ? 'utf-8' : detectLegacyEncoding(body)
}

function known(match: RegExpExecArray | null): string | undefined {
  const name = match?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  if (name === 'utf-8' || name === 'utf8') return 'utf-8'
  if (name.startsWith('utf-16')) return name === 'utf-16be' ? 'utf-16be' : 'utf-16le'
  if (name === 'iso-8859-1' || name === 'latin1' || name === 'us-ascii') return 'windows-1252'
  return iconv.encodingExists(name) ? name : undefined
}
