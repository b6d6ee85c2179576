// Reads the links of a page.
import type { Element } from 'domhandler'

const maxLinks = 1_000
const maxUrlCharacters = 2_000

/** Absolute HTTP addresses without fragments, in order and without repetitions. */
export function readLinks(elements: readonly Element[], base: string): string[] {
  const links = new Set<string>()
  for (const { name, attribs } of elements) {
    if (links.size === maxLinks) break
    if (name !== 'a' && name !== 'area') continue
    const link = resolve(attribs['href'], base)
    if (link) links.add(link)
  }
  return [...links]
}

/** Returns undefined if the address is absent, invalid, too long, or not of HTTP. */
export function resolve(address: string | undefined, base: string): string | undefined {
  if (address === undefined || address.length > maxUrlCharacters) return undefined
  const url = URL.parse(address.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}
