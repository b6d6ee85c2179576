// Reads the pages of a website one after the other, and resumes where an earlier attempt stopped.
import type { Extractor } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import type { KnowledgeDocument } from '../../documents/document.ts'
import {
  beginPage,
  deleteWaitingLinks,
  failWaitingPages,
  insertFirstPages,
  insertLinks,
  type NewPage,
  summarizePages,
} from '../store-pages.ts'
import { attemptPage } from './attempt-page.ts'
import { PageFailure, pageFailures } from './page-failure.ts'
import { normalizeUrl, siteOf } from './page-url.ts'
import { createRobotsReader } from './robots-rules.ts'
import { createSiteFetcher } from './site-fetcher.ts'
import { findSitemapLinks } from './sitemap-links.ts'

export interface WebsiteOptions {
  extractor: Extractor
  signal: AbortSignal
  /** Throws `DocumentGone` if the document was deleted. */
  onProgress(done: number, known: number): Promise<void>
  /** Default: 10 minutes. */
  maxReadingMs?: number
}

/** Some pages fail or repeat another one, so more pages are tried than the limit of the document allows with text. */
const triesPerPage = 3

/**
 * Reads the pages of the document and stores their sections. Pages that were finished earlier are not requested again.
 * A page never fails the document. Throws `DocumentGone`, and the reason of the signal.
 */
export async function readWebsite(
  context: AppContext,
  document: KnowledgeDocument,
  options: WebsiteOptions,
): Promise<void> {
  const { db, fetcher } = context
  const { maxReadingMs = 10 * 60_000 } = options
  const timeLimit = new AbortController()
  const timer = setTimeout(() => timeLimit.abort(new PageFailure(pageFailures.outOfTime)), maxReadingMs)
  try {
    const signal = AbortSignal.any([options.signal, timeLimit.signal])
    const site = createSiteFetcher(context, signal)
    const sources = { fetcher, site, robots: createRobotsReader(site) }
    const wanted = (document.relativeLinksLimit ?? 0) + 1
    const maxFollowed = triesPerPage * wanted
    const { extractor, signal: stopping } = options
    const reading = { context, document, extractor, sources, maxFollowed, signal, stopping }
    let hasReadSitemap = document.url === null

    await insertFirstPages(db, document, firstPages(document))
    for (;;) {
      options.signal.throwIfAborted()
      const { finished, following, waiting, firstUrl } = await summarizePages(db, document)
      const missing = Math.max(0, wanted - following.read)
      const known = finished + waiting + Math.min(following.waiting, missing)
      await options.onProgress(finished, known)
      if (timeLimit.signal.aborted || missing === 0) await deleteWaitingLinks(db, document, missing)
      if (timeLimit.signal.aborted) {
        await failWaitingPages(db, document, pageFailures.outOfTime)
        return await options.onProgress(known, known)
      }
      const sites = sitesOf(document.url, firstUrl)
      const page = await beginPage(db, document)
      if (page) {
        await attemptPage(reading, page, sites)
      } else {
        if (hasReadSitemap || firstUrl === null || missing === 0) return
        hasReadSitemap = true
        await insertLinks(db, document, await findSitemapLinks(sources, firstUrl, sites), maxFollowed)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

function firstPages({ url, links }: KnowledgeDocument): NewPage[] {
  const first = url === null ? [] : [{ address: url, followsLinks: true }]
  return [...first, ...links.map((address) => ({ address, followsLinks: false }))].map(({ address, followsLinks }) => {
    const page = normalizeUrl(address)
    // Encoding can make an address too long, which also would not fit into an index.
    if (page === undefined) return { url: address.slice(0, 500), followsLinks, error: pageFailures.notAllowed }
    return { url: page, followsLinks, error: null }
  })
}

function sitesOf(...urls: (string | null)[]): Set<string> {
  return new Set(urls.filter((url) => url !== null && URL.canParse(url)).map((url) => siteOf(url!)))
}
