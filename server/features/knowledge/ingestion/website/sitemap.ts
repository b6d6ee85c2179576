// Reads the addresses in a sitemap (sitemaps.org), which can be compressed with gzip.
import { createGunzip } from 'node:zlib'

export const maxSitemapBytes = 5 * 2 ** 20
const maxLocations = 1_000
const maxLocationLength = 5_000

export interface Sitemap {
  /** The locations are those of further sitemaps. */
  isIndex: boolean
  locations: string[]
}

/** Returns the text of a sitemap, at most 5 MB. Of a damaged one, the part before the damage. */
export async function readSitemapText(body: Uint8Array): Promise<string> {
  const isCompressed = body[0] === 0x1f && body[1] === 0x8b
  const bytes = isCompressed ? await decompress(body) : body
  return new TextDecoder().decode(bytes.subarray(0, maxSitemapBytes))
}

async function decompress(body: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    const gunzip = createGunzip()
    gunzip.end(body)
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxSitemapBytes) break
    }
  } catch {}
  return Buffer.concat(chunks)
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
