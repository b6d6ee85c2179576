// Tells content that a script shows from content that stays hidden.
import { type Element, isTag, isText, type ParentNode } from 'domhandler'
import { elementsOf, isWithin } from './elements.ts'
import { styleOf } from './inline-text.ts'
import { bannerNames } from './navigation.ts'
import { inlineText } from './to-markdown.ts'

const hiddenStyle = /(?:^|;)(?:display:none|visibility:hidden|font-size:0(?:;|!|px|$))/
const transparentStyle = /(?:^|;)opacity:(?:0|0?\.0+)(?:;|!|$)/
/** Too small to see or outside the page, such as a form field that only spam programs fill in. */
const vanishedStyle =
  /(?:^|;)(?:(?:max-)?(?:width|height):[01](?:px)?(?:;|!|$)|(?:left|top|right|bottom|text-indent):-\d{3})/

const menuRoles = new Set(['navigation', 'menu', 'menubar', 'listbox', 'tree', 'tooltip'])
/** An element with so many links and hardly other text is a menu. */
const minMenuLinks = 3
const menuLinkShare = 0.5

export function isMenu(element: Element): boolean {
  if (element.name === 'nav' || menuRoles.has(element.attribs['role'] ?? '')) return true
  const links = elementsOf(element).filter(({ name }) => name === 'a')
  const linked = links.reduce((sum, link) => sum + inlineText(link).length, 0)
  return links.length >= minMenuLinks && linked > inlineText(element).length * menuLinkShare
}

/** Words of names of elements that appear above the page. */
const overlayNames =
  /(?<![a-z])(?:backdrop|consent|dialog|drawer|gdpr|lightbox|modal|nav|navbar|off-?canvas|pop-?up|toast|tooltip)(?![a-z])/
/** Words of names of elements that are shown in a state of the page, or that are no content. */
const stateNames =
  /(?<![a-z])(?:alert|cart|clones?|cloned|duplicate|errors?|failure|flyout|honeypot|loader|loading|login|message|mobile|newsletter|overlay|print|search|skeleton|snackbar|spinner|success|template|validation)(?![a-z])/
/** Words of names of elements that a script or a visitor shows. */
const revealedNames =
  /(?<![a-z])(?:accordions?|animate|animated|answers?|aos|carousel|cloak|collaps(?:e|ed|es|ible)|expand(?:ed|able)?|fade|faqs?|js|lazy|more|panels?|panes?|reveal|scroll|slides?|slider|spoiler|swiper|tabs?|toggle|wow)(?![a-z])/
const groupNames = /(?<![a-z])(?:accordions?|carousel|faqs?|slider|slides|swiper|tabs?)(?![a-z])/
const revealedAttributes =
  /^(?:v-show|v-cloak|x-show|x-cloak|x-collapse|ng-show|ng-cloak|data-(?:aos|sal|animate|animation|reveal|scroll|tab|tabs|panel|accordion|w-tab|w-id)|data-framer-.*)$/
const inlineNames = new Set('a abbr b button em i label small span strong sub sup svg'.split(' '))
const maxAncestors = 4

const namesOf = ({ attribs }: Element): string =>
  `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`
    .slice(0, 500)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** `overlay` is hidden, too, but is no content that a visitor could miss. */
export type Visibility = 'shown' | 'hidden' | 'overlay'

/** Returns a function that decides by the state of the page when this function was called. */
export function createVisibility(elements: readonly Element[]): (element: Element) => Visibility {
  const controlled = controlledIds(elements)
  const scripted = wordsOfScripts(elements)
  const hasScripts = elements.some(({ name }) => name === 'script')
  const groups = new Map<ParentNode, Map<string, Element[]>>()

  function visibilityOf(element: Element): Visibility {
    const style = styleOf(element)
    const { hidden } = element.attribs
    // Browsers find the text of an element that is hidden until found.
    const isOff = (hidden !== undefined && hidden !== 'until-found') || hiddenStyle.test(style)
    const isTransparent = transparentStyle.test(style)
    const isSilent = element.attribs['aria-hidden'] === 'true'
    if (!isOff && !isSilent && !isTransparent) return 'shown'
    if (isOverlay(element) || isMenu(element)) return 'overlay'
    if (controlled.has(element.attribs['id'] ?? '')) return 'shown'
    if (isTransparent && !isOff && !isSilent) return vanishedStyle.test(style) ? 'overlay' : 'shown'
    // Icons, and copies of text for the eye only.
    if (isSilent && !isOff && inlineNames.has(element.name)) return 'overlay'
    if (stateNames.test(`${namesOf(element)} ${parentNames(element)}`)) return 'overlay'
    return isRevealed(element, isSilent && !isOff) ? 'shown' : 'hidden'
  }

  function isRevealed(element: Element, isSilent: boolean): boolean {
    const names = namesOf(element)
    if (revealedNames.test(names) || element.attribs['role'] === 'tabpanel') return true
    if (Object.keys(element.attribs).some((name) => revealedAttributes.test(name))) return true
    if (element.name === 'body' || element.name === 'html') return true
    if (names.split(/\s+/).some((name) => scripted.has(name))) return true
    if (isBesideControl(element, hasScripts) || isOneOfGroup(element, isSilent)) return true
    return isInGroup(element) || containsContent(element)
  }

  /** Panels are siblings of the same class. A silent element can be a copy for the eye. */
  function isOneOfGroup(element: Element, isSilent: boolean): boolean {
    const { parent } = element
    const key = groupKey(element)
    if (!parent || key === undefined) return false
    let members = groups.get(parent)
    if (!members) {
      members = Map.groupBy(parent.children.filter(isTag), (sibling) => groupKey(sibling) ?? '')
      groups.set(parent, members)
    }
    const [first, second] = members.get(key) ?? []
    if (second === undefined) return false
    return !isSilent || inlineText(first === element ? second : first!) !== inlineText(element)
  }

  return visibilityOf
}

function groupKey({ name, attribs }: Element): string | undefined {
  const first = attribs['class']?.trim().split(/\s+/, 1)[0]
  return first === undefined || first === '' || inlineNames.has(name) ? undefined : `${name} ${first}`
}

const parentNames = ({ parent }: Element): string => (parent && isTag(parent) ? namesOf(parent) : '')

function isOverlay(element: Element): boolean {
  const names = `${namesOf(element)} ${parentNames(element)}`
  if (overlayNames.test(names) || bannerNames.test(names)) return true
  return names.includes('cookie') && elementsOf(element).some(({ name }) => name === 'button')
}

/** The answer to a question, or the rest of a text. */
function isBesideControl(element: Element, hasScripts: boolean): boolean {
  const before = neighbour(element, 'prev')
  if (before && (before.name === 'dt' || before.name === 'summary' || isControl(before))) return true
  if (before && hasScripts && /^(?:h[2-6]|label)$/.test(before.name)) return true
  const after = neighbour(element, 'next')
  return after !== undefined && isControl(after) && !isWithin(element, 'form')
}

const maxSkipped = 5

function neighbour(element: Element, side: 'prev' | 'next'): Element | undefined {
  let node = element[side]
  for (let skipped = 0; node && skipped < maxSkipped; skipped++, node = node[side]) {
    if (isTag(node)) return node
    if (isText(node) && node.data.trim() !== '') return undefined
  }
  return undefined
}

/** Also an element that contains nothing but a control. */
function isControl(element: Element): boolean {
  const { name, attribs } = element
  if ((attribs['aria-haspopup'] ?? 'false') !== 'false') return false
  if (name === 'button' || attribs['role'] === 'button' || attribs['onclick'] !== undefined) return true
  if (attribs['aria-expanded'] !== undefined || attribs['tabindex'] !== undefined) return true
  const children = element.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''))
  const [only] = children
  return children.length === 1 && isTag(only!) && isControl(only)
}

function isInGroup(element: Element): boolean {
  let node = element.parent
  for (let depth = 0; node && isTag(node) && depth < maxAncestors; depth++, node = node.parent)
    if (groupNames.test(namesOf(node))) return true
  return false
}

/** Wrappers of the content are hidden until a script has run. */
const containsContent = (element: Element): boolean =>
  elementsOf(element).some(({ name, attribs }) => /^(?:main|article|h1)$/.test(name) || attribs['role'] === 'main')

/** The ids of elements that a control shows within the page, such as the answers of an accordion, and not above it. */
function controlledIds(elements: readonly Element[]): Set<string> {
  const ids = new Set<string>()
  for (const { name, attribs } of elements) {
    if ((attribs['aria-haspopup'] ?? 'false') !== 'false') continue
    for (const id of attribs['aria-controls']?.split(/\s+/) ?? []) ids.add(id)
    const isTab = name === 'a' && (attribs['role'] === 'tab' || attribs['data-toggle'] !== undefined)
    for (const target of [attribs['data-bs-target'], attribs['data-target'], isTab ? attribs['href'] : undefined])
      if (target?.startsWith('#')) ids.add(target.slice(1))
  }
  return ids
}

const maxScriptCharacters = 200_000

/** The words of scripts within the page, which can be the names of elements that they show. */
function wordsOfScripts(elements: readonly Element[]): Set<string> {
  let text = ''
  for (const { name, attribs, children } of elements) {
    if (text.length > maxScriptCharacters) break
    if (name === 'script' && !/json/i.test(attribs['type'] ?? ''))
      text += children.map((child) => (isText(child) ? child.data : '')).join('')
    text += ` ${attribs['onclick'] ?? ''}`
  }
  return new Set(
    text
      .slice(0, maxScriptCharacters)
      .toLowerCase()
      .match(/[a-z][\w-]{2,60}/g),
  )
}
