// Decides which elements of a page a visitor can see.
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler'
import { elementsOf } from './elements.ts'
import { isPermalink } from './navigation.ts'
import { inlineText } from './to-markdown.ts'

const invisibleElements = new Set(
  'script style noscript template head svg math iframe object embed canvas audio video map select textarea datalist'.split(
    ' ',
  ),
)
const hiddenStyle = /(?:^|;)(?:display:none|visibility:hidden|opacity:0(?:;|!|$)|font-size:0(?:;|!|px|$))/

const menuRoles = new Set(['navigation', 'menu', 'menubar', 'listbox', 'tree', 'tooltip'])
/** An element with so many links and hardly other text is a menu. */
const minMenuLinks = 3
const menuLinkShare = 0.5

/** The ids of elements that a control shows within the page, such as the answers of an accordion, and not above it. */
export function controlledIds(elements: readonly Element[]): Set<string> {
  const ids = new Set<string>()
  for (const { attribs } of elements) {
    if ((attribs['aria-haspopup'] ?? 'false') !== 'false') continue
    for (const id of attribs['aria-controls']?.split(/\s+/) ?? []) ids.add(id)
    for (const name of ['data-bs-target', 'data-target']) {
      const target = attribs[name]
      if (target?.startsWith('#')) ids.add(target.slice(1))
    }
  }
  return ids
}

function isVisible(element: Element, controlled: ReadonlySet<string>): boolean {
  const { name, attribs } = element
  if (invisibleElements.has(name)) return false
  if (name === 'dialog' && attribs['open'] === undefined) return false
  if (attribs['role'] === 'dialog' || attribs['role'] === 'alertdialog' || isPermalink(element)) return false
  const hidden =
    // Browsers find the text of an element that is hidden until found.
    (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    hiddenStyle.test((attribs['style'] ?? '').toLowerCase().replace(/\s+/g, ''))
  return !hidden || (controlled.has(attribs['id'] ?? '') && !isMenu(element))
}

export function isMenu(element: Element): boolean {
  if (element.name === 'nav' || menuRoles.has(element.attribs['role'] ?? '')) return true
  const links = elementsOf(element).filter(({ name }) => name === 'a')
  const linked = links.reduce((sum, link) => sum + inlineText(link).length, 0)
  return links.length >= minMenuLinks && linked > inlineText(element).length * menuLinkShare
}

/** Removes the elements that a visitor cannot see. */
export function removeInvisible(root: AnyNode, controlled: ReadonlySet<string>): void {
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!hasChildren(node)) continue
    const kept = node.children.filter((child) => !isTag(child) || isVisible(child, controlled))
    node.children = kept as typeof node.children
    stack.push(...kept.filter(hasChildren))
  }
}
