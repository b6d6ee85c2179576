// Loads a page as a browser shows it: follows pages that only forward, and adds the pages in its frames.
import { createHash } from 'node:crypto'
import { DocumentError, type Extractor, type WebPage } from '@parley/documents'
import { fetchPage, type PageSources } from './fetch-page.ts'
import { PageFailure, pageFailures } from './page-failure.ts'
import { siteOf } from './page-url.ts'

interface Loading {
  extractor: Extractor
  sources: PageSources
  signal: AbortSignal
}

/** The URL is that after redirects. */
export type LoadedPage = WebPage & { url: string }

const maxForwards = 5

/** With `sites`, pages of other websites are not loaded. Throws `PageFailure` and `DocumentError`. */
export async function loadPage(
  loading: Loading,
  address: string,
  sites: ReadonlySet<string> | undefined,
): Promise<LoadedPage> {
  const { site } = loading.sources
  const visited = new Set<string>()
  let page = await load(loading, address, sites)
  // A page can forward to its own address once it has set a cookie.
  for (let target = page.forwardUrl; target !== null; target = page.forwardUrl) {
    if (sites && !sites.has(siteOf(target))) throw new PageFailure(pageFailures.redirectsElsewhere)
    const visit = `${target} ${site.cookiesFor(target)}`
    if (visited.size === maxForwards || visited.has(visit)) throw new PageFailure(pageFailures.redirectsTooOften)
    visited.add(visit)
    page = await load(loading, target, sites)
  }
  return page.frameUrls.length === 0 ? page : await addFrames(loading, page)
}

async function load(
  { extractor, sources, signal }: Loading,
  address: string,
  sites: ReadonlySet<string> | undefined,
): Promise<LoadedPage> {
  const response = await fetchPage(sources, address, sites)
  return { ...(await extractor.readPage(response, { signal })), url: response.url }
}

/** Frames of other websites, and frames that cannot be read, are left out. */
async function addFrames(loading: Loading, page: LoadedPage): Promise<LoadedPage> {
  const sites = new Set([siteOf(page.url)])
  const frames: LoadedPage[] = []
  for (const url of page.frameUrls) {
    if (!sites.has(siteOf(url))) continue
    const frame = await load(loading, url, sites).catch((error: unknown) => {
      if (error instanceof PageFailure || (error instanceof DocumentError && error.isFinal)) return undefined
      throw error
    })
    if (frame?.problem === null) frames.push(frame)
  }
  const [first] = frames
  if (!first) return page
  const hash = createHash('sha256')
  for (const { contentHash } of [page, ...frames]) hash.update(contentHash)
  return {
    ...page,
    title: page.title ?? first.title,
    language: first.language ?? page.language,
    links: [...new Set([page, ...frames].flatMap(({ links }) => links))],
    sections: [page, ...frames].flatMap(({ sections }) => sections),
    contentHash: hash.digest('hex'),
    problem: null,
  }
}
