// Reads the content, the links and the metadata of a web page.
import { type Element, isText } from 'domhandler'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
import { normalizeLanguage } from '../language.ts'
import { businessOf, descriptionOf } from './business.ts'
import { elementsOf } from './elements.ts'
import { findFrames, findRefresh, findScriptedForward, parseRefresh, type Refresh } from './forward.ts'
import { markStruck, struckClasses } from './inline-text.ts'
import { mainContent } from './main-content.ts'
import { parseHtml } from './parse-html.ts'
import { replacePictures } from './pictures.ts'
import { showShadowTrees } from './shadow-trees.ts'
import { inlineText } from './to-markdown.ts'
import { hidesMost, removeInvisible } from './visible.ts'

const maxHtmlCharacters = 5 * 2 ** 20
const maxTitleCharacters = 300

export function readHtml(html: string, url: string, refreshHeader: string | undefined) {
  if (html.length > maxHtmlCharacters) throw new DocumentError('too_large', 'The page is larger than 5 MB.')
  const root = parseHtml(html)
  showShadowTrees(root)
  const elements = elementsOf(root)
  const find = (matches: (element: Element) => boolean): Element | undefined => elements.find(matches)
  const base = resolve(
    find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined)?.attribs['href'],
    url,
  )
  const canonical = resolve(
    find(({ name, attribs }) => name === 'link' && /\bcanonical\b/i.test(attribs['rel'] ?? ''))?.attribs['href'],
    base ?? url,
  )
  const found = findRefresh(elements)
  const resolved = ({ address, delay }: Refresh) => ({ url: resolve(address, base ?? url), delay })
  const refresh = (refreshHeader === undefined ? undefined : parseRefresh(refreshHeader)) ?? found
  const scripted = findScriptedForward(elements)
  const frames = findFrames(elements)
  const frameUrls = frames.addresses.flatMap((address) => resolve(address, base ?? url) ?? [])
  const usesScripts = elements.some(
    ({ name, attribs, children }) =>
      name === 'script' || (/^(?:root|app|__next|__nuxt)$/.test(attribs['id'] ?? '') && children.length === 0),
  )
  const styles = elements.filter(({ name }) => name === 'style').flatMap(({ children }) => children)
  markStruck(elements, struckClasses(styles.map((node) => (isText(node) ? node.data : '')).join('\n')))
  const hidden = removeInvisible(root)
  replacePictures(root)
  return {
    title: titleOf(elements),
    description: descriptionOf(elements),
    business: businessOf(elements),
    language: normalizeLanguage(find(({ name }) => name === 'html')?.attribs['lang'] ?? null),
    canonicalUrl: canonical && new URL(canonical).origin === new URL(url).origin ? canonical : null,
    links: readLinks(elementsOf(root), base ?? url),
    /** The content, and the contact data around it. */
    markdown: mainContent(root),
    /** Whether the page runs scripts or contains the empty element of an application. */
    usesScripts,
    /** Forwards in the order of preference; the second kind is for pages without text. */
    refresh: refresh && { ...resolved(refresh), isForNoScript: refresh === found && found.isForNoScript },
    scripted: scripted && resolved(scripted).url,
    frameUrls: frameUrls.filter((frame) => frame !== url),
    isFrameset: frames.isFrameset,
    hidesMost: hidesMost(hidden, inlineText(root).length),
  }
}

function titleOf(elements: readonly Element[]): string | null {
  const meta = (property: string): string | undefined =>
    elements.find(({ name, attribs }) => name === 'meta' && attribs['property'] === property)?.attribs['content']
  const text = (name: string): string => {
    const element = elements.find((node) => node.name === name)
    return element ? inlineText(element) : ''
  }
  const title = text('title') || cleanText(meta('og:title') ?? '').trim() || text('h1')
  return title === '' ? null : title.slice(0, maxTitleCharacters).toWellFormed()
}

const maxLinks = 1_000
const maxUrlCharacters = 2_000

/** Absolute HTTP addresses without fragments, in order and without repetitions. */
function readLinks(elements: readonly Element[], base: string): string[] {
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
function resolve(address: string | undefined, base: string): string | undefined {
  if (address === undefined || address.length > maxUrlCharacters) return undefined
  const url = URL.parse(address.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}
