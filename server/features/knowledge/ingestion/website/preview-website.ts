// Reads the first pages of a website while a person waits, with the bounds of documents, and stores nothing.
import { type Business, DocumentError, openExtractor } from '@parley/documents'
import type { AccountContext } from '#server/platform/context/context.ts'
import { createKeyedSlots, createSlots } from '#server/platform/slots.ts'
import { type LoadedPage, loadPage } from './load-page.ts'
import { PageFailure, pageFailures } from './page-failure.ts'
import { isWorthFollowing, normalizeUrl, siteOf } from './page-url.ts'
import { createRobotsReader } from './robots-rules.ts'
import { createSiteFetcher } from './site-fetcher.ts'

export interface PreviewedPage {
  url: string
  title: string | null
  description: string | null
  business: Business | null
  /** ISO 639-1. */
  language: string | null
  /** Markdown. */
  text: string
}

interface PreviewOptions {
  maxPages: number
  signal: AbortSignal
  /** Called when a page has been read. */
  onPage(read: number): void
  /** Default: 25 seconds. The pages that have been read until then are returned. */
  maxReadingMs?: number
}

/** Of this process: each preview has a child process of its own. An account takes half of them at most. */
const previews = createSlots(4)
const previewsOfAccounts = createKeyedSlots<number>(2)
/** Some pages fail, so more pages are tried than are wanted. */
const triesPerPage = 2

/** The first page and pages that it links to. Throws `PageFailure` if the first has no text, and the reason of the signal. */
export function previewWebsite(
  ctx: AccountContext,
  address: string,
  options: PreviewOptions,
): Promise<PreviewedPage[]> {
  const { signal } = options
  const preview = () => previews.run(() => readPages(ctx, address, options), signal)
  return previewsOfAccounts.run(ctx.account.id, preview, signal)
}

async function readPages(
  ctx: AccountContext,
  address: string,
  { maxPages, signal, onPage, maxReadingMs = 25_000 }: PreviewOptions,
): Promise<PreviewedPage[]> {
  const timeLimit = new AbortController()
  using _timer = setTimeout(() => timeLimit.abort(new PageFailure(pageFailures.tooSlow)), maxReadingMs)
  const either = AbortSignal.any([signal, timeLimit.signal])
  await using extractor = openExtractor()
  const site = createSiteFetcher(ctx, either)
  const sources = { fetcher: ctx.fetcher, site, robots: createRobotsReader(site) }
  const read = async (url: string, sites?: ReadonlySet<string>): Promise<LoadedPage> => {
    const page = await loadPage({ extractor, sources, signal: either }, url, sites)
    if (page.problem !== null) throw new PageFailure(pageFailures[page.problem])
    return page
  }
  const first = await read(normalizeUrl(address) ?? address).catch((error: unknown) => {
    throw error instanceof DocumentError ? new PageFailure(error.message) : error
  })
  const pages = [first]
  onPage(pages.length)
  for (const url of linksOf(first).slice(0, triesPerPage * maxPages)) {
    if (pages.length === maxPages) break
    const page = await read(url, new Set([siteOf(first.url)])).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof PageFailure || error instanceof DocumentError) return undefined
      throw error
    })
    if (timeLimit.signal.aborted) break
    if (page === undefined || pages.some(({ contentHash }) => contentHash === page.contentHash)) continue
    pages.push(page)
    onPage(pages.length)
  }
  return pages.map(({ url, title, description, business, language, sections }) => {
    const text = sections.map(({ markdown }) => markdown).join('\n\n')
    return { url, title, description, business, language, text }
  })
}

/** What customers ask about most, as addresses write it in English, German and French. */
const worthReading =
  /contact|kontakt|hours|zeiten|horaires|about|ueber|uber|propos|service|leistung|prestation|price|preis|tarif|menu|speise|carte|faq|fragen|questions|shop|team/i

/** Links to pages of the same website, those that probably answer questions of customers first. */
function linksOf({ url, links }: LoadedPage): string[] {
  const pages = links
    .map((link) => normalizeUrl(link))
    .filter((link) => link !== undefined && link !== url && siteOf(link) === siteOf(url) && isWorthFollowing(link))
  const isWorth = (link: string) => worthReading.test(new URL(link).pathname)
  return [...new Set(pages as string[])].toSorted((a, b) => Number(isWorth(b)) - Number(isWorth(a)))
}
