// Writes the inline content of a page as text: what is struck through, raised, or beside each other.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'

/** Elements that change the look of a part of a word. */
const formatting = new Set(
  'b i em strong u mark font code kbd sub sup abbr small q cite dfn var samp tt big bdi bdo ruby rt rp'.split(' '),
)
/** Elements whose contents are words of a text, of which editors make several elements without a reason. */
const textBlocks = new Set('p h1 h2 h3 h4 h5 h6 dt blockquote figcaption caption summary pre'.split(' '))
const inlineParents = new Set([...formatting, 'span', 'a', 'slot', 'time', 'label'])
const revisions = new Set(['del', 'ins', 's', 'strike'])
const boxStyle = /(?:^|;)display:(?:block|inline-block|flex|inline-flex|grid|inline-grid|table-cell)/
const boxesStyle = /(?:^|;)display:(?:inline-)?(?:flex|grid)/
const boxesClass = /(?:^|\s)(?:flex|inline-flex|d-flex|grid|d-grid|row)(?:\s|$)/
const struckClass = /(?:^|\s)(?:text-decoration-)?(?:line-through|strike|strikethrough|strike-through)(?:\s|$)/i
const centClass = /(?:^|[\s_-])(?:cents?|decimals?|fraction)(?:\s|$)/i
const raisedClass = /(?:^|[\s_-])superscript(?:\s|$)/i

export const styleOf = ({ attribs }: Element): string => (attribs['style'] ?? '').toLowerCase().replace(/\s+/g, '')

/** Inline text in the order in which it is written. */
export class Line {
  #parts: string[] = []
  #end = ''

  push(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#end = (this.#end + text).slice(-maxContext)
  }

  /** The last characters. */
  end(): string {
    return this.#end
  }

  /** Returns the text, and begins another line. */
  take(): string {
    const text = this.#parts.join('').replaceAll('~~~~', '')
    this.#parts = []
    this.#end = ''
    return text
  }
}

const maxContext = 16

/** Writes white space in front of an element that does not continue the word before. */
export function separate(line: Line, element: Element): void {
  const end = line.end()
  if (end !== '' && !/\s$/.test(end) && isApart(element, end)) line.push(' ')
}

function isApart(element: Element, end: string): boolean {
  const before = elementBefore(element)
  const inBoxes = isTag(element.parent!) && hasBoxes(element.parent)
  if (!before) return inBoxes && element.prev !== null && startOf(element) !== ''
  const [left, right] = [startOf(before), startOf(element)]
  if (left === '' || right === '') return false
  const isShort = (text: string): boolean => [...text].length === 1
  if (isShort(left) && isShort(right)) return false
  if (inBoxes || isBox(before) || isBox(element)) return true
  if (revisions.has(before.name) || revisions.has(element.name)) return true
  const last = end.at(-1)!
  const first = right[0]!
  if (isDigit(last) && isDigit(first)) return !isRaised(element)
  if (!/^su[bp]$/.test(element.name) && isDigit(first) && /\p{L}/u.test(last) && !isShort(left)) return true
  if (isDigit(last) && /\p{L}/u.test(first) && [...right].length > 2) return true
  if (formatting.has(before.name) || formatting.has(element.name)) return false
  if ((isShort(left) && !isWord(left)) || (isShort(right) && !isWord(right))) return false
  if (/[,.;:!?%)\]’”]/.test(first) || (/[(["“„/@#$€£-]/.test(last) && !/\d\s?[$€£]$/.test(end))) return false
  if (isShort(left) && /\p{Lu}/u.test(left) && /\p{Ll}/u.test(first)) return false
  if (!isInTextBlock(element)) return element.parent !== null && !isCode(element.parent)
  return (
    (/[\p{Ll}\p{N}]/u.test(last) && /\p{Lu}/u.test(first)) ||
    (/\p{Ll}/u.test(last) && isDigit(first)) ||
    (isDigit(last) && [...right].length > 2 && isWord(first))
  )
}

const isDigit = (character: string): boolean => /\p{N}/u.test(character)
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
const isCode = (node: AnyNode): boolean => isTag(node) && /^(?:code|kbd|pre|samp)$/.test(node.name)
const isBox = (element: Element): boolean => boxStyle.test(styleOf(element))
const hasBoxes = (element: Element): boolean =>
  boxesStyle.test(styleOf(element)) || boxesClass.test(element.attribs['class'] ?? '')

const maxEmpty = 5

/** The element directly before one, without text between them. Empty elements and comments are skipped. */
function elementBefore(element: Element): Element | undefined {
  let before = element.prev
  for (let skipped = 0; before && !isText(before) && skipped < maxEmpty; skipped++, before = before.prev)
    if (isTag(before) && startOf(before) !== '') return before
  return undefined
}

/** The first characters of a tree, at most four: enough to tell a word from a letter. */
function startOf(root: AnyNode): string {
  let text = ''
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node && text.length < 4; node = stack.pop()) {
    if (isText(node)) text += node.data.trim()
    else if (hasChildren(node)) for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!)
  }
  return text.slice(0, 4).toWellFormed()
}

function isInTextBlock(element: Element): boolean {
  let node = element.parent
  while (node && isTag(node) && inlineParents.has(node.name)) node = node.parent
  return node !== null && isTag(node) && textBlocks.has(node.name)
}

/** Classes that inline style sheets give a line through the text. */
export function struckClasses(styleSheets: string): Set<string> {
  const classes = new Set<string>()
  for (const rule of styleSheets.split('}')) {
    const [selectors = '', declarations] = rule.split('{').slice(-2)
    if (!declarations?.includes('line-through')) continue
    for (const selector of selectors.split(',')) {
      const name = /\.([\w-]{1,100})$/.exec(selector.slice(-200).trim())?.[1]
      if (name !== undefined) classes.add(name)
    }
  }
  return classes
}

const mark = 'data-struck'

/** Marks the elements whose class a style sheet strikes through, so that `isStruck` needs no style sheets. */
export function markStruck(elements: readonly Element[], classes: ReadonlySet<string>): void {
  if (classes.size === 0) return
  for (const { attribs } of elements)
    if (attribs['class']?.split(/\s+/).some((name) => classes.has(name))) attribs[mark] = ''
}

/** Whether the text is no longer valid, for example a former price. */
export function isStruck(element: Element): boolean {
  if (revisions.has(element.name)) return element.name !== 'ins'
  if (element.attribs[mark] !== undefined || struckClass.test(element.attribs['class'] ?? '')) return true
  return /(?:^|;)text-decoration(?:-line)?:[^;]*line-through/.test(styleOf(element))
}

export const strike = (text: string): string => {
  const content = text.trim()
  return content === '' ? text : text.replace(content, () => `~~${content}~~`)
}

const isRaised = (element: Element): boolean =>
  element.name === 'sup' ||
  /(?:^|;)vertical-align:(?:super|text-top|top)/.test(styleOf(element)) ||
  [raisedClass, centClass].some((classes) => classes.test(element.attribs['class'] ?? ''))

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const subscripts = '₀₁₂₃₄₅₆₇₈₉₊₋'
const hasDecimals = /[.,]\d{1,2}$/
const currencyAfter = /^\s?(?:[€$£¥₹₺₽₴]|zł|kr|CHF|EUR|USD|GBP|Fr\.|,-|Kč|Ft|lei|R\$)/i
const currencyBefore = /(?:[€$£¥₹₺₽₴]|zł|kr|CHF|EUR|USD|GBP|Fr\.|Kč|Ft|lei)\s?[\d.,']{1,9}$/i

/**
 * The text of raised or lowered digits, which must not join a number: cents follow a decimal point, others are written
 * with their own characters. Undefined if the element is an ordinary one.
 */
export function shiftedText(element: Element, end: string): string | undefined {
  const isLow = element.name === 'sub'
  if (!isLow && !isRaised(element)) return undefined
  const text = textOf(element)
  if (!/^[\d+−-]/.test(text) || text.length > 20) return undefined
  const after = textAfter(element)
  if (isLow && !/\d$/.test(end) && !/^\d/.test(after)) return undefined
  if (element.name !== 'sup' && !isLow && !/\d$/.test(end)) return undefined
  const isPrice =
    currencyAfter.test(after) || currencyBefore.test(end) || centClass.test(element.attribs['class'] ?? '')
  if (!isLow && isPrice && /^\d\d$/.test(text) && /\d$/.test(end) && !hasDecimals.test(end)) return `.${text}`
  return text.replace(/[\d+−-]/g, (one) => (isLow ? subscripts : superscripts)['0123456789+-'.indexOf(one)] ?? '⁻')
}

function textOf(root: AnyNode): string {
  if (isText(root)) return root.data.trim()
  return hasChildren(root) ? root.children.map(textOf).join('') : ''
}

/** The first characters behind an element, wherever they are in the tree. */
function textAfter(element: Element): string {
  for (let node: AnyNode | null = element; node; node = node.parent)
    for (let next = node.next; next; next = next.next) {
      const start = isText(next) ? next.data.slice(0, 8) : startOf(next)
      if (start.trim() !== '') return start
    }
  return ''
}
