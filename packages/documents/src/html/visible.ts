// Removes the elements of a page that a visitor cannot see.
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler'
import { elementsOf } from './elements.ts'
import { createVisibility } from './hidden.ts'
import { isPermalink } from './navigation.ts'
import { isPicture } from './pictures.ts'
import { setChildren } from './shadow-trees.ts'
import { inlineText } from './to-markdown.ts'

const invisibleElements = new Set(
  'script style template head math iframe object embed canvas audio video map select textarea datalist noframes'.split(
    ' ',
  ),
)
const dialogRoles = new Set(['dialog', 'alertdialog'])
/** What a page says to visitors without scripts about scripts. */
const noScriptNotice = /javascript|java script|enable scripts|browser/i
/** A page that hides more characters than it shows, and at least so many, hides content. */
const minHiddenCharacters = 100

/** Returns the number of characters that were hidden, without menus and what appears above the page. */
export function removeInvisible(root: AnyNode): number {
  const visibilityOf = createVisibility(elementsOf(root))
  let hidden = 0
  const isRemoved = (element: Element): boolean => {
    if (isNeverShown(element)) return true
    const visibility = visibilityOf(element)
    if (visibility === 'hidden') hidden += inlineText(element).length
    return visibility !== 'shown'
  }
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!hasChildren(node)) continue
    const kept = node.children.filter((child) => !isTag(child) || !isRemoved(child))
    if (isTag(node)) setChildren(node, kept)
    else node.children = kept as typeof node.children
    for (const child of kept) if (hasChildren(child)) stack.push(child)
  }
  return hidden
}

export const hidesMost = (hidden: number, shown: number): boolean => hidden > shown && hidden >= minHiddenCharacters

function isNeverShown(element: Element): boolean {
  const { name, attribs } = element
  if (invisibleElements.has(name)) return true
  if (name === 'svg') return !isPicture(element)
  if (name === 'noscript') return !isContentWithoutScripts(element)
  if (name === 'dialog' && attribs['open'] === undefined) return true
  return dialogRoles.has(attribs['role'] ?? '') || isPermalink(element)
}

/** Content that a script replaces by the same or more. Pictures that load late are in the page a second time. */
function isContentWithoutScripts(element: Element): boolean {
  const text = inlineText(element)
  return /[\p{L}\p{N}]/u.test(text) && !noScriptNotice.test(text)
}
