// Reads a response of a web server: HTML, text, Markdown or PDF.

import { createHash } from 'node:crypto'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
import { detectLanguage } from '../language.ts'
import { mediaTypeOf } from '../media-type.ts'
import type { Section } from '../split/passage.ts'
import { decodeResponse } from '../text/decode-response.ts'
import { detectEncoding } from '../text/decode-text.ts'
import { readHtml } from './read-html.ts'
import type { WebPage, WebResponse } from './web-page.ts'

/** Bounds the work of the parent with one message. */
const maxCharacters = 2_000_000
const maxErrorPageWords = 150
const maxUnrenderedWords = 20
/** A page with fewer words than this only says that it forwards. */
const maxNoticeWords = 50
const maxNoticeSeconds = 60
const maxForwardSeconds = 5
const languageCharacters = 4_000

const errorTitle =
  /(?<![\p{L}\p{N}])(?:404|page not found|not found|(?:does not|doesn['’]t) exist|error 5\d\d|server error|access denied|nicht gefunden|existiert nicht|zugriff verweigert|introuvable|n['’]existe pas|no encontrad[ao]|no existe|non trovat[ao]|não encontrad[ao]|niet gevonden|nie znaleziono|bulunamadı|hittades inte|ikke fundet|ikke funnet|ei löydy|не найден[ао]?|не знайдено)(?![\p{L}\p{N}])|找不到|見つかりません|찾을 수 없/iu

type Content = Pick<
  WebPage,
  'title' | 'description' | 'business' | 'language' | 'canonicalUrl' | 'links' | 'sections'
> & {
  html?: Omit<ReturnType<typeof readHtml>, 'markdown'>
}

export async function readPage(page: WebResponse): Promise<WebPage> {
  const { html, ...content } = await readContent(page)
  const markdown = content.sections.map((section) => section.markdown).join('\n\n')
  if (markdown.length > maxCharacters)
    throw new DocumentError('too_large', 'The page contains more than 2 MB of text. Upload it as a file.')
  const wordCount = countWords(markdown)
  const forwardUrl = (html && forwardOf(html, wordCount, page.url)) ?? null
  const unfollowed = html?.refresh?.url
  const links = forwardUrl === null && unfollowed && unfollowed !== page.url ? [unfollowed] : []
  return {
    ...content,
    links: [...new Set([...links, ...content.links])],
    language: content.language ?? detectLanguage(markdown.slice(0, languageCharacters)),
    forwardUrl,
    frameUrls: html && (html.isFrameset || wordCount < maxUnrenderedWords) ? html.frameUrls : [],
    wordCount,
    contentHash: createHash('sha256').update(markdown).digest('hex'),
    problem: problemOf(content.title, markdown, wordCount, html),
    hidesMost: html?.hidesMost ?? false,
  }
}

/** A page with text that forwards after more than a few seconds, for example to reload itself, is read instead. */
function forwardOf(
  { refresh, scripted }: NonNullable<Content['html']>,
  wordCount: number,
  ownUrl: string,
): string | undefined {
  const isNotice = wordCount < maxNoticeWords
  if (refresh?.url !== undefined) {
    const { url, delay, isForNoScript } = refresh
    // Browsers follow it only if they run no scripts, so text of the page itself comes first.
    if (isForNoScript) return wordCount < maxUnrenderedWords && delay <= maxForwardSeconds ? url : undefined
    if (isNotice && delay <= maxNoticeSeconds) return url
    return delay <= maxForwardSeconds && url !== ownUrl ? url : undefined
  }
  return wordCount < maxUnrenderedWords ? scripted : undefined
}

async function readContent({ body, contentType, url, refresh }: WebResponse): Promise<Content> {
  const type = mediaTypeOf(contentType)
  const content = { title: null, description: null, business: null, language: null, canonicalUrl: null, links: [] }
  if (type === 'application/pdf') {
    const { readPdf } = await import('../pdf/read-pdf.ts')
    const { title, sections } = await readPdf(body, async () => {})
    return { ...content, title, sections }
  }
  if (type.startsWith('text/') && type !== 'text/html') {
    if (body.length > 0 && detectEncoding(body) === undefined)
      throw new DocumentError('wrong_format', 'The page is not text, although its content type says so.')
    const markdown = cleanText(decodeResponse(body, contentType))
    return { ...content, title: firstHeading(markdown), sections: sectionsOf(markdown) }
  }
  if (type !== 'text/html' && type !== 'application/xhtml+xml')
    throw new DocumentError('unsupported_type', 'The page is not HTML, text or PDF.')
  const { markdown, ...html } = readHtml(decodeResponse(body, contentType), url, refresh)
  const { title, description, business, language, canonicalUrl, links } = html
  return { title, description, business, language, canonicalUrl, links, html, sections: markdown.flatMap(sectionsOf) }
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

function problemOf(title: string | null, markdown: string, words: number, html: Content['html']): WebPage['problem'] {
  const heading = firstHeading(markdown) ?? ''
  if (words < maxErrorPageWords && (errorTitle.test(title ?? '') || errorTitle.test(heading))) return 'error_page'
  if (words === 0 && html?.hidesMost) return 'hidden_text'
  if (words < maxUnrenderedWords && html?.usesScripts) return 'needs_javascript'
  return words === 0 ? 'no_text' : null
}

function firstHeading(markdown: string): string | null {
  const line = /^#{1,6} (.{1,300})/m.exec(markdown)
  return line ? line[1]!.trim() : null
}
