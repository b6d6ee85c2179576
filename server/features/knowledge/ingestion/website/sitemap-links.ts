// Finds pages in the sitemaps of a website.
import { setImmediate } from 'node:timers/promises'
import { PageFailure } from './page-failure.ts'
import { isWorthFollowing, normalizeUrl, siteOf } from './page-url.ts'
import type { RobotsReader } from './robots-rules.ts'
import type { SiteFetcher } from './site-fetcher.ts'
import { maxSitemapBytes, parseSitemap, readSitemapText, type Sitemap } from './sitemap.ts'

/** The number of sitemaps that are read from an index. */
const maxSitemaps = 5
/** The number of addresses that are checked by the rules of robots.txt. */
const maxChecks = 1_000

/** Sitemaps are a hint: one that cannot be read has no links. Throws the reason of the signal. */
export async function findSitemapLinks(
  { site, robots }: { site: SiteFetcher; robots: RobotsReader },
  firstUrl: string,
  sites: ReadonlySet<string>,
): Promise<string[]> {
  const rules = URL.canParse(firstUrl) ? await robots.rulesFor(firstUrl) : undefined
  if (!rules) return []
  const { sitemaps, crawlDelayMs } = rules

  async function read(url: string): Promise<Sitemap> {
    const request = { url, maxBytes: maxSitemapBytes, maxRedirects: 5, crawlDelayMs, retries: 0 }
    const reply = await site.fetch(request).catch((error: unknown) => {
      if (error instanceof PageFailure) return undefined
      throw error
    })
    if (reply?.status !== 200) return { isIndex: false, locations: [] }
    const { isIndex, locations } = parseSitemap(await readSitemapText(reply.body, reply.headers['content-type']))
    return { isIndex, locations: locations.map((location) => normalizeUrl(location, url) ?? '') }
  }

  const links = new Set<string>()
  let checksLeft = maxChecks
  for (const address of sitemaps.length > 0 ? sitemaps : ['/sitemap.xml']) {
    const url = normalizeUrl(address, firstUrl)
    if (url === undefined || checksLeft === 0) continue
    const found = await read(url)
    const children = found.isIndex ? found.locations.slice(0, maxSitemaps) : []
    const pages = found.isIndex ? [] : found.locations
    // The list grows by the sitemaps of an index within an index.
    for (const child of children) {
      const inner = child === '' ? undefined : await read(child)
      if (inner?.isIndex) children.push(...inner.locations.slice(0, maxSitemaps - children.length))
      else if (inner) pages.push(...inner.locations)
    }
    for (const page of pages.slice(0, checksLeft)) {
      checksLeft--
      const link = normalizeUrl(page)
      if (link === undefined || !sites.has(siteOf(link)) || !isWorthFollowing(link)) continue
      // Checking the rules of a hostile file takes milliseconds.
      await setImmediate()
      if (rules.allows(link)) links.add(link)
    }
  }
  return [...links]
}
