// Reads the addresses in a sitemap (sitemaps.org), a feed or a list, which can be compressed with gzip.
import { createGunzip } from 'node:zlib'
import { decodeEntities, decodeResponse } from '@parley/documents'

export const maxSitemapBytes = 5 * 2 ** 20
const maxLocations = 1_000
const maxLocationLength = 5_000

export interface Sitemap {
  /** The locations are those of further sitemaps. */
  isIndex: boolean
  locations: string[]
}

/** Returns the text of a sitemap, at most 5 MB. Of a damaged one, the part before the damage. */
export async function readSitemapText(body: Uint8Array, contentType?: string): Promise<string> {
  const isCompressed = body[0] === 0x1f && body[1] === 0x8b
  const bytes = isCompressed ? await decompress(body) : body
  return decodeResponse(bytes.subarray(0, maxSitemapBytes), isCompressed ? 'text/xml' : contentType)
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

const rootStart = /<(?:([\w.-]{1,50}):)?(urlset|sitemapindex|rss|feed|rdf)(?=[\s/>])/i
const headCharacters = 10_000

/**
 * Searches for the elements with addresses only: an XML parser would have to be protected against entities, depth and
 * size. Elements of extensions, such as addresses of images, have another prefix than the root element.
 */
export function parseSitemap(text: string): Sitemap {
  if (!text.trimStart().startsWith('<')) return { isIndex: false, locations: linesOf(text) }
  const xml = withoutComments(text)
  const [, prefix, root = 'urlset'] = rootStart.exec(xml.slice(0, headCharacters)) ?? []
  const name = root.toLowerCase()
  const isFeed = name === 'rss' || name === 'feed' || name === 'rdf'
  // The prefix of RDF is that of its root only.
  const element = `${prefix === undefined || name === 'rdf' ? '' : `${prefix}:`}${isFeed ? 'link' : 'loc'}`
  return { isIndex: name === 'sitemapindex', locations: [...locationsIn(xml, element).take(maxLocations)] }
}

function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    const address = line[0].trim()
    if (/^https?:\/\/\S+$/i.test(address) && address.length <= maxLocationLength) lines.push(address)
    if (lines.length === maxLocations) break
  }
  return lines
}

function withoutComments(xml: string): string {
  const parts: string[] = []
  let position = 0
  for (let start = xml.indexOf('<!--'); start >= 0; start = xml.indexOf('<!--', position)) {
    parts.push(xml.slice(position, start))
    const end = xml.indexOf('-->', start)
    if (end < 0) return parts.join('')
    position = end + '-->'.length
  }
  return parts.join('') + xml.slice(position)
}

/** The texts of elements, or the addresses in their `href`, as in feeds of Atom. */
function* locationsIn(xml: string, name: string): Generator<string> {
  let open = -1
  for (let start = xml.indexOf(`<${name}`); start >= 0; start = xml.indexOf(`<${name}`, start + 1)) {
    const position = start + name.length + 1
    if (!/[\s/>]/.test(xml[position] ?? '')) continue
    if (open < position) open = xml.indexOf('>', position)
    if (open < 0) return
    if (open - position > maxLocationLength) continue
    const attributes = xml.slice(position, open)
    const href = /\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/.exec(attributes)
    if (href) {
      if (!/\srel\s{0,9}=\s{0,9}["']?(?!alternate)\w/.test(attributes)) yield decode((href[1] ?? href[2])!)
      continue
    }
    if (attributes.endsWith('/')) continue
    const end = xml.indexOf(`</${name}`, open)
    if (end < 0) return
    if (end - open <= maxLocationLength) yield decode(xml.slice(open + 1, end))
    start = end
  }
}

function decode(text: string): string {
  // Each second part is the content of a CDATA section.
  const parts = text.split(/<!\[CDATA\[|\]\]>/)
  return parts
    .map((part, index) => (index % 2 === 1 ? part : decodeEntities(part)))
    .join('')
    .trim()
}
