// Reads the addresses in a sitemap.
const maxLocations = 1_000
const maxLocationLength = 5_000

export interface Sitemap {
  /** The locations are those of further sitemaps. */
  isIndex: boolean
  locations: string[]
}

/** Searches for `<loc>` only: an XML parser would have to be protected against entities, depth and size. */
export function parseSitemap(xml: string): Sitemap {
  return { isIndex: /<sitemapindex\b/.test(xml.slice(0, 10_000)), locations: [...locationsIn(xml).take(maxLocations)] }
}

function* locationsIn(xml: string): Generator<string> {
  for (let position = 0; ; ) {
    const start = xml.indexOf('<loc>', position)
    const end = start < 0 ? -1 : xml.indexOf('</loc>', start)
    if (end < 0) return
    if (end - start <= maxLocationLength) yield decode(xml.slice(start + '<loc>'.length, end).trim())
    position = end
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  const cdata = /^<!\[CDATA\[(.*)\]\]>$/s.exec(text)
  return cdata ? cdata[1]!.trim() : text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!)
}
