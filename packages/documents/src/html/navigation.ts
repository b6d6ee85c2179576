// Recognizes the parts of a page that lead elsewhere: menus, lists of links, permalinks and cookie banners.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import { elementsOf } from './elements.ts'
import { inlineText } from './to-markdown.ts'

const minLinks = 3
/** Lists of links contain hardly other text. */
const linkShare = 0.8
const maxBannerCharacters = 3_000

const menuNames = /(?<![a-z])(?:breadcrumbs?|pagination|pager|toc|share|sharing|social)(?![a-z])/i
/** Within the content, these can be links that answer a question. */
const outerMenuNames = /(?<![a-z])(?:nav|navbar|navigation|submenu|sidebar|tags|related|links|footer|legal)(?![a-z])/i
/** Under a heading, these can be dishes and spoken languages. */
const ambiguousMenuNames = /(?<![a-z])(?:menu|languages?)(?![a-z])/i
/** A bakery can sell cookies, and a wrapper of the page can tell that it has a banner. */
export const bannerNames =
  /(?<!(?:has|with|no)[-_])(?:cookie[-_ ]?(?:alert|banner|bar|consent|dialog|disclaimer|hint|info|law|message|modal|notice|notification|overlay|popup|settings|wrapper)|consent[-_ ]?(?:banner|bar|dialog|manager|modal|overlay|popup)|onetrust|usercentrics|cookiebot|borlabs|(?<![a-z])(?:cmplz|didomi|gdpr|klaro)(?![a-z]))/i
/** An element with more of the page's text is a wrapper of the page. */
const maxBannerShare = 0.9
/** Elements that contain the page or its content, whatever their names say. */
const containers = new Set(['html', 'body', 'main', 'article'])
const skipNames = /(?<![a-z])skip(?:link|nav|to|[-_ ]|$)/i

interface Measure {
  characters: number
  links: number
  linkedCharacters: number
  /** Links to places that the page has. */
  fragments: number
  /** Places to which such links lead. */
  targets: number
  headings: number
  /** Elements that banners do not contain. */
  contents: number
  contacts: number
  buttons: number
  /** Digits outside of links, for example of prices. */
  digits: number
}

export const isContactLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && /^(?:mailto|tel):/i.test(attribs['href']?.trim() ?? '')

/** A link beside a heading that leads to it, or one that skips the menu. */
export function isPermalink(element: Element): boolean {
  const href = element.attribs['href'] ?? ''
  if (element.name !== 'a' || !href.includes('#') || isTab(element)) return false
  if (skipNames.test(element.attribs['class'] ?? '') && href.startsWith('#')) return true
  return !/[\p{L}\p{N}]/u.test(inlineText(element))
}

/** Returns a function that tells whether an element below the root is navigation. Takes linear time. */
export function findNavigation(root: AnyNode): (element: Element) => boolean {
  const measures = new Map<AnyNode, Measure>()
  const page = measure(root, { measures, targets: findTargets(root) })
  return (element) => {
    const found = measures.get(element)
    if (!found || containers.has(element.name)) return false
    const names = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    if (bannerNames.test(names) && isBanner(found, page)) return true
    const isList = found.links >= minLinks && found.linkedCharacters >= found.characters * linkShare
    if (!isList || found.contacts > 0 || found.digits > 0) return false
    const isContents = found.fragments === found.links && found.targets === 0 && found.headings === 0
    if (isContents || menuNames.test(names)) return true
    const isMenu = outerMenuNames.test(names) || (ambiguousMenuNames.test(names) && !hasHeading(element, found))
    return isMenu && !isInContent(element)
  }
}

const isBanner = (found: Measure, page: Measure): boolean =>
  found.buttons > 0 &&
  found.contents === 0 &&
  found.characters <= Math.min(maxBannerCharacters, page.characters * maxBannerShare)

/** The name of a site is often an `h1` before its menu. */
function hasHeading(element: Element, { headings }: Measure): boolean {
  let before = element.prev
  while (before && !isTag(before)) before = before.prev
  return headings > 0 || (before !== null && before.name !== 'h1' && isHeading(before))
}

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name)

/** The ids of elements to which links on the page lead. */
function findTargets(root: AnyNode): Set<string> {
  const elements = elementsOf(root)
  const links = new Set(elements.filter(({ name }) => name === 'a').map(({ attribs }) => fragmentOf(attribs['href'])))
  return new Set(elements.flatMap(idsOf).filter((id) => links.has(id)))
}

const idsOf = ({ name, attribs }: Element): string[] =>
  [attribs['id'], name === 'a' ? attribs['name'] : undefined].filter((id) => id !== undefined && id !== '') as string[]

/** Undefined if the link leads to another page, or to the top of the page. */
function fragmentOf(href: string | undefined): string | undefined {
  if (!href?.startsWith('#') || href === '#') return undefined
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}

interface Page {
  measures: Map<AnyNode, Measure>
  targets: ReadonlySet<string>
}

function measure(node: AnyNode, page: Page): Measure {
  const own: Measure = {
    characters: 0,
    links: 0,
    linkedCharacters: 0,
    fragments: 0,
    targets: 0,
    headings: 0,
    contents: 0,
    contacts: 0,
    buttons: 0,
    digits: 0,
  }
  if (isText(node)) {
    own.characters = node.data.replace(/\s+/g, '').length
    own.digits = node.data.replace(/\D+/g, '').length
  }
  if (hasChildren(node))
    for (const child of node.children) {
      const inner = measure(child, page)
      for (const key of Object.keys(own) as (keyof Measure)[]) own[key] += inner[key]
    }
  if (!isTag(node)) return own
  const href = node.attribs['href']
  if (node.name === 'a' && href !== undefined && !isTab(node)) {
    own.links++
    own.linkedCharacters = own.characters
    own.digits = 0
    own.fragments += page.targets.has(fragmentOf(href) ?? '') ? 1 : 0
    own.contacts += isContactLink(node) ? 1 : 0
  }
  if (node.name === 'address') own.contacts++
  if (isHeading(node)) own.headings++
  if (node.name === 'h1' || isMain(node)) own.contents++
  if (idsOf(node).some((id) => page.targets.has(id))) own.targets++
  if (node.name === 'button' || node.attribs['role'] === 'button') own.buttons++
  page.measures.set(node, own)
  return own
}

/** Tabs name the panels that they show. */
const isTab = ({ attribs }: Element): boolean =>
  attribs['role'] === 'tab' || attribs['data-toggle'] !== undefined || attribs['data-bs-toggle'] !== undefined

function isInContent(element: Element): boolean {
  for (let parent = element.parent; parent && isTag(parent); parent = parent.parent) if (isMain(parent)) return true
  return false
}

const isMain = ({ name, attribs }: Element): boolean =>
  name === 'main' || name === 'article' || attribs['role'] === 'main'
