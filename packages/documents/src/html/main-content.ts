// Selects the main content of a page: without navigation, and with the contact data of its footer.
import { type AnyNode, type Element, isTag, type ParentNode } from 'domhandler'
import { elementsOf } from './elements.ts'
import { isMenu } from './hidden.ts'
import { findNavigation, isContactLink } from './navigation.ts'
import { inlineText, toMarkdown } from './to-markdown.ts'

const surroundingElements = new Set(['nav', 'aside', 'footer', 'header', 'search'])
const surroundingRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'menubar', 'menu'])
/** If the main element contains less of the text, the author uses it for something else. */
const minShare = 0.3
const maxContacts = 20
/** Each one takes time that depends on the page. */
const maxCandidates = 200
const copyright = /©|\(c\)|copyright|all rights reserved/i
const year = /\b(?:19|20)\d\d\b/g
const blockNames = new Set(
  'address div dl dd dt footer h1 h2 h3 h4 h5 h6 li ol p section table tbody td tr ul'.split(' '),
)
/** Larger footers contain more than opening hours and addresses. */
const maxFooter = { characters: 1_000, elements: 1_000 }

/** Returns the Markdown of the content, and of the contact data around it. The tree contains only visible elements. */
export function mainContent(root: AnyNode): string[] {
  const elements = elementsOf(root)
  const body = elements.find(({ name }) => name === 'body') ?? root
  const isNavigation = findNavigation(root)
  const whole = toMarkdown(body, { isLeftOut: (element) => isSurrounding(element) || isNavigation(element) })
  const mains = elements.filter(({ name, attribs }) => name === 'main' || attribs['role'] === 'main')
  const main =
    mains.length === 1 ? toMarkdown(mains[0]!, { isLeftOut: (node) => isNav(node) || isNavigation(node) }) : ''
  const content = main.length >= whole.length * minShare && main !== '' ? main : whole
  // Some pages consist of a header or a footer only.
  if (content === '') return [toMarkdown(body)]
  return [content, surroundingText(elements, content).join('\n\n')]
}

const isNav = ({ name, attribs }: Element): boolean => name === 'nav' || attribs['role'] === 'navigation'

function isSurrounding(element: Element): boolean {
  if (surroundingRoles.has(element.attribs['role'] ?? '')) return true
  if (!surroundingElements.has(element.name)) return false
  if (element.name === 'nav') return true
  // Articles and sections have headers and footers of their own.
  for (let parent = element.parent; parent && isTag(parent); parent = parent.parent)
    if (parent.name === 'main' || parent.name === 'article' || parent.name === 'section') return false
  return true
}

/** The text of footers, and addresses, telephone numbers and mail addresses that are not in the content. */
function surroundingText(elements: readonly Element[], content: string): string[] {
  const found = new Set(elements.filter(isFooter).slice(0, maxContacts).map(footerText).filter(Boolean))
  const blocks = new Set<AnyNode>()
  for (const element of elements) {
    const block = element.name === 'address' ? element : isContactLink(element) ? element.parent : null
    if (!block || blocks.has(block)) continue
    if (blocks.add(block).size > maxCandidates) break
    const markdown = isTag(block) && inlineText(block).length < 500 ? toMarkdown(block) : toMarkdown(element)
    if (markdown === '' || content.includes(markdown.split('\n', 1)[0]!)) continue
    if ([...found].some((text) => text.includes(markdown))) continue
    found.add(markdown)
    if (found.size >= maxContacts) break
  }
  return [...found]
}

const isFooter = (element: Element): boolean =>
  (element.name === 'footer' || element.attribs['role'] === 'contentinfo') && isSurrounding(element)

/** Contact data, opening hours and other text without links. Empty if the footer is large. */
function footerText(footer: Element): string {
  if (elementsOf(footer).length > maxFooter.elements) return ''
  const markdown = toMarkdown(footer, { isLeftOut: (element) => isMenu(element) || isFooterLink(element) })
  const blocks = markdown
    .split('\n\n')
    .map((block) => block.split('\n').filter(isFooterLine).join('\n'))
    .filter((block) => block !== '')
  const text = blocks.filter((block, index) => !isFooterHeading(block) || !isFooterHeading(blocks[index + 1] ?? '#'))
  return text.join('\n\n').length <= maxFooter.characters ? text.join('\n\n') : ''
}

/** A line with links to other pages and without numbers, or a link beside lines. Addresses can link to maps. */
function isFooterLink(element: Element): boolean {
  const links = elementsOf(element).filter(({ name, attribs }) => name === 'a' && attribs['href'] !== undefined)
  if (links.length === 0 || links.some(isContactLink) || isInAddress(element)) return false
  const isLine = blockNames.has(element.name) ? !containsBlock(element) : containsBlock(element.parent)
  return isLine && !hasNumber(inlineText(element))
}

const containsBlock = (node: ParentNode | null): boolean =>
  node?.children.some((child) => isTag(child) && blockNames.has(child.name)) === true

function isInAddress(element: Element): boolean {
  for (let node: AnyNode | null = element; node && isTag(node); node = node.parent)
    if (node.name === 'address') return true
  return false
}

/** Street numbers, telephone numbers and opening hours, but not the year of a copyright. */
const hasNumber = (text: string): boolean => /\d/.test(text.replace(year, ''))
const isFooterLine = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && (!copyright.test(line) || hasNumber(line))
const isFooterHeading = (block: string): boolean => /^(?:#{1,6} |\*\*)/.test(block) && !block.includes('\n')
