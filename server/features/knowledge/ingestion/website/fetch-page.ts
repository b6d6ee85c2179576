// Fetches one page: robots.txt, redirects, status, type and size.
import { isContentTypeSupported, type WebResponse } from '@parley/documents'
import type { Fetcher, FetchReply } from '#server/ports/fetcher.ts'
import { maxPageBytes, PageFailure, pageFailures, statusFailure, typeFailure } from './page-failure.ts'
import { siteOf } from './page-url.ts'
import type { RobotsReader } from './robots-rules.ts'
import type { SiteFetcher } from './site-fetcher.ts'

export interface PageSources {
  fetcher: Pick<Fetcher, 'refuses'>
  robots: RobotsReader
  site: SiteFetcher
}

const maxRedirects = 5

/** The URL is that after redirects. With `sites`, those to other websites are not followed. Throws `PageFailure`. */
export async function fetchPage(
  sources: PageSources,
  address: string,
  sites: ReadonlySet<string> | undefined,
): Promise<WebResponse> {
  const reply = await followRedirects(sources, address, sites)
  if (reply.status < 200 || reply.status >= 300) throw new PageFailure(statusFailure(reply.status))
  const contentType = reply.headers['content-type'] ?? 'text/html'
  if (!isContentTypeSupported(contentType)) throw new PageFailure(typeFailure(contentType))
  if (reply.truncated) throw new PageFailure(pageFailures.tooLarge)
  return { url: reply.url, contentType, body: reply.body, refresh: reply.headers['refresh'] }
}

/**
 * Follows redirects itself, because each target has rules of its own. An address can be requested again once the website
 * has set a cookie: many websites check in this way whether cookies work.
 */
async function followRedirects(
  { fetcher, robots, site }: PageSources,
  address: string,
  sites: ReadonlySet<string> | undefined,
): Promise<FetchReply> {
  const visited = new Set<string>()
  const visit = (url: string): string => `${url} ${URL.canParse(url) ? site.cookiesFor(url) : ''}`
  for (let url = address; visited.size <= maxRedirects && !visited.has(visit(url)); ) {
    visited.add(visit(url))
    if (fetcher.refuses(url, { readsFile: true }) !== undefined) throw new PageFailure(pageFailures.notAllowed)
    const { crawlDelayMs } = await robots.check(url)
    const reply = await site.fetch({ url, maxBytes: maxPageBytes, crawlDelayMs })
    const target = redirectTarget(reply)
    if (target === undefined) return reply
    if (sites && !(URL.canParse(target) && sites.has(siteOf(target)))) {
      throw new PageFailure(pageFailures.redirectsElsewhere)
    }
    url = target
  }
  throw new PageFailure(pageFailures.redirectsTooOften)
}

function redirectTarget({ url, status, headers }: FetchReply): string | undefined {
  const location = headers['location']
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  const target = URL.parse(location, url)
  if (!target) return location
  target.hash = ''
  return target.href
}
