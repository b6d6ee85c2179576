// Recognizes the parts of a page that lead elsewhere: menus, lists of links, permalinks and cookie banners.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import { inlineText } from './to-markdown.ts'

const minLinks = 3
/** Lists of links contain hardly other text. */
const linkShare = 0.8
const maxBannerCharacters = 3_000

const menuNames = /(?<![a-z])(?:breadcrumbs?|pagination|pager|toc|share|sharing|social)(?![a-z])/i
/** Within the content, these can be the menu of a restaurant, or links that answer a question. */
const outerMenuNames =
  /(?<![a-z])(?:nav|navbar|navigation|menu|submenu|sidebar|tags|related|links|footer|legal|languages?)(?![a-z])/i
/** A bakery can sell cookies. */
const bannerNames =
  /cookie[-_ ]?(?:alert|banner|bar|consent|dialog|disclaimer|hint|info|law|message|modal|notice|notification|overlay|popup|settings|wrapper)|consent[-_ ]?(?:banner|bar|dialog|manager|modal|overlay|popup)|gdpr|onetrust|usercentrics|cmplz|cookiebot|didomi|borlabs|klaro/i
/** Elements that contain the page or its content, whatever their names say. */
const containers = new Set(['html', 'body', 'main', 'article'])

interface Measure {
  characters: number
  links: number
  linkedCharacters: number
  /** Links to places on the same page. */
  fragments: number
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
  if (/skip/i.test(element.attribs['class'] ?? '') && href.startsWith('#')) return true
  return !/[\p{L}\p{N}]/u.test(inlineText(element))
}

/** Returns a function that tells whether an element below the root is navigation. Takes linear time. */
export function findNavigation(root: AnyNode): (element: Element) => boolean {
  const measures = new Map<AnyNode, Measure>()
  measure(root, measures)
  return (element) => {
    const found = measures.get(element)
    if (!found || containers.has(element.name)) return false
    const names = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    const isBanner = bannerNames.test(names) && found.buttons > 0 && found.characters <= maxBannerCharacters
    if (isBanner) return true
    const isList = found.links >= minLinks && found.linkedCharacters >= found.characters * linkShare
    if (!isList || found.contacts > 0 || found.digits > 0) return false
    return (
      found.fragments === found.links || menuNames.test(names) || (outerMenuNames.test(names) && !isInContent(element))
    )
  }
}

function measure(node: AnyNode, measures: Map<AnyNode, Measure>): Measure {
  const own = { characters: 0, links: 0, linkedCharacters: 0, fragments: 0, contacts: 0, buttons: 0, digits: 0 }
  if (isText(node)) {
    own.characters = node.data.replace(/\s+/g, '').length
    own.digits = node.data.replace(/\D+/g, '').length
  }
  if (hasChildren(node))
    for (const child of node.children) {
      const inner = measure(child, measures)
      for (const key of Object.keys(own) as (keyof Measure)[]) own[key] += inner[key]
    }
  if (!isTag(node)) return own
  const href = node.attribs['href']
  if (node.name === 'a' && href !== undefined && !isTab(node)) {
    own.links++
    own.linkedCharacters = own.characters
    own.digits = 0
    own.fragments += href.startsWith('#') ? 1 : 0
    own.contacts += isContactLink(node) ? 1 : 0
  }
  if (node.name === 'address') own.contacts++
  if (node.name === 'button' || node.attribs['role'] === 'button') own.buttons++
  measures.set(node, own)
  return own
}

/** Tabs name the panels that they show. */
const isTab = ({ attribs }: Element): boolean =>
  attribs['role'] === 'tab' || attribs['data-toggle'] !== undefined || attribs['data-bs-toggle'] !== undefined

function isInContent(element: Element): boolean {
  for (let parent = element.parent; parent && isTag(parent); parent = parent.parent)
    if (parent.name === 'main' || parent.name === 'article' || parent.attribs['role'] === 'main') return true
  return false
}
