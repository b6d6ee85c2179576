// Converts a tree of HTML to Markdown for language models: headings, lists, tables and text.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
import { formatNumber, lettersOfHtml, type NumberFormat } from '../list-number.ts'
import { isStruck, Line, separate, shiftedText, strike } from './inline-text.ts'
import { isDataTable, tableToMarkdown } from './table-to-markdown.ts'

const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre search section summary table ' +
    'tbody td tfoot th thead tr ul'
  ).split(' '),
)

/** Characters of all repeated cells together, which could make the text 50 times as long as the document. */
const maxRepetition = 10_000_000

export interface MarkdownOptions {
  /** Elements that are left out with their contents. */
  isLeftOut(element: Element): boolean
}

/**
 * The depth of the tree must be bounded. Takes linear time. Throws `too_large` if cells that span rows repeat too much
 * text.
 */
export function toMarkdown(root: AnyNode, options: MarkdownOptions = { isLeftOut: () => false }): string {
  const writer = new Writer(options)
  writer.write(root, 0)
  return writer.end()
}

/** The text of a tree on one line. */
export function inlineText(root: AnyNode): string {
  const line = new Line()
  const visit = (node: AnyNode, isGone: boolean): void => {
    if (isText(node)) line.push(isGone ? strike(node.data) : node.data)
    else if (isTag(node)) visitElement(node, isGone || isStruck(node))
    else if (hasChildren(node)) for (const child of node.children) visit(child, isGone)
  }
  const visitElement = (element: Element, isGone: boolean): void => {
    const isBlock = blocks.has(element.name) || element.name === 'br'
    if (isBlock) line.push(' ')
    else separate(line, element)
    const shifted = shiftedText(element, line.end())
    if (shifted !== undefined) line.push(shifted)
    else if (element.name === 'input') line.push(checkbox(element))
    else for (const child of element.children) visit(child, isGone)
    if (element.name === 'a') line.push(contactOf(element))
    if (isBlock) line.push(' ')
  }
  visit(root, false)
  return cleanText(line.take()).replace(/\s+/g, ' ').trim()
}

/** A disabled checkbox shows a state. Others are form fields and are left out. */
function checkbox({ attribs }: Element): string {
  if (attribs['type'] !== 'checkbox' || attribs['disabled'] === undefined) return ''
  return attribs['checked'] === undefined ? ' [ ] ' : ' [x] '
}

/** The mail address or telephone number of a link if its text is different. Addresses of pages are no content. */
function contactOf(link: Element): string {
  const address = /^(?:mailto|tel):([^?]{1,100})/i.exec(link.attribs['href']?.trim() ?? '')?.[1]
  if (address === undefined) return ''
  const text = rawText(link)
  const same = address.includes('@') ? text.includes(address) : digits(text).endsWith(digits(address).slice(-5))
  return same ? '' : ` (${decode(address)})`
}

class Writer {
  readonly #options: MarkdownOptions
  readonly #blocks: string[] = []
  /** The unfinished block. */
  readonly #line = new Line()
  /** Whether the text is no longer valid. */
  #isGone = false
  #prefix = ''
  #indent = ''
  #glue = '\n\n'
  #repetition = 0

  constructor(options: MarkdownOptions) {
    this.#options = options
  }

  end(): string {
    this.#break()
    return this.#blocks.join('').trim()
  }

  write(node: AnyNode, listDepth: number): void {
    if (isText(node)) {
      const text = node.data.replace(/\s+/g, ' ')
      this.#line.push(this.#isGone ? strike(text) : text)
    } else if (isTag(node)) this.#writeElement(node, listDepth)
    else if (hasChildren(node)) this.#writeChildren(node, listDepth)
  }

  #writeElement(element: Element, listDepth: number): void {
    const { name } = element
    if (this.#options.isLeftOut(element)) return
    const isBlock = blocks.has(name)
    if (!isBlock) separate(this.#line, element)
    const shifted = shiftedText(element, this.#line.end())
    const wasGone = this.#isGone
    this.#isGone ||= isStruck(element)
    if (shifted !== undefined) this.#line.push(shifted)
    else if (name === 'br') this.#line.push('\n')
    else if (name === 'input') this.#line.push(checkbox(element))
    else if (name === 'a') this.#writeLink(element, listDepth)
    else if (!isBlock) this.#writeChildren(element, listDepth)
    else if (name === 'table' && isDataTable(element)) this.#table(element)
    else if (name === 'pre') this.#block(fenced(rawText(element)))
    else if (/^h[1-6]$/.test(name)) this.#heading(element)
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#list(element, listDepth)
    else {
      this.#break()
      if (name === 'dt' || name === 'summary') this.#prefix = '**'
      if (name === 'dd') this.#glue = '\n'
      this.#writeChildren(element, listDepth)
      this.#break()
    }
    this.#isGone = wasGone
  }

  #table(table: Element): void {
    const markdown = tableToMarkdown(table, inlineText, (characters) => {
      this.#repetition += characters
      if (this.#repetition > maxRepetition)
        throw new DocumentError('too_large', 'The cells that span rows contain too much text.')
    })
    this.#block(markdown)
  }

  #writeChildren(node: AnyNode, listDepth: number): void {
    if (hasChildren(node)) for (const child of node.children) this.write(child, listDepth)
  }

  #writeLink(element: Element, listDepth: number): void {
    this.#writeChildren(element, listDepth)
    this.#line.push(contactOf(element))
  }

  #heading(element: Element): void {
    const text = inlineText(element)
    if (text !== '') this.#block(`${'#'.repeat(Number(element.name[1]))} ${text}`)
  }

  #list(list: Element, depth: number): void {
    this.#break()
    const first = list.children.find(isTag)
    const numberOf = numbersOf(list)
    for (const child of list.children) {
      if (!isTag(child) || child.name !== 'li') {
        this.write(child, depth + 1)
        continue
      }
      this.#break()
      this.#indent = '  '.repeat(Math.min(depth, 8))
      this.#prefix = list.name === 'ol' ? numberOf(child) : '- '
      this.#glue = this.#blocks.length > 0 && (child !== first || depth > 0) ? '\n' : '\n\n'
      const wasGone = this.#isGone
      this.#isGone ||= isStruck(child)
      this.#writeChildren(child, depth + 1)
      this.#break()
      this.#isGone = wasGone
      this.#prefix = ''
    }
    this.#indent = ''
    this.#break()
  }

  #block(text: string): void {
    this.#break()
    if (text === '') return
    this.#push(text)
  }

  #break(): void {
    const text = cleanText(this.#line.take())
      .split('\n')
      .map((line) => escapeStart(line.replace(/\s+/g, ' ').trim()))
      .filter((line) => line !== '')
      .join('\n')
    if (text === '') return
    const prefix = this.#prefix
    this.#push(prefix === '**' ? `**${text}**` : `${this.#indent}${prefix}${text}`)
  }

  #push(text: string): void {
    this.#blocks.push(this.#blocks.length > 0 ? this.#glue : '', text)
    this.#prefix = ''
    this.#glue = '\n\n'
  }
}

const formats: Record<string, NumberFormat> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}

/** Returns a function that gives what is in front of each next item of an ordered list. */
function numbersOf({ attribs, children }: Element): (item: Element) => string {
  const isReversed = attribs['reversed'] !== undefined
  const format = formats[attribs['type'] ?? ''] ?? 'decimal'
  let next =
    integer(attribs['start']) ?? (isReversed ? children.filter((one) => isTag(one) && one.name === 'li').length : 1)
  return (item) => {
    // A document format that numbers its paragraphs itself.
    const given = item.attribs['data-number']
    if (given !== undefined) return given === '' ? '' : `${given} `
    const number = integer(item.attribs['value']) ?? next
    next = isReversed ? number - 1 : number + 1
    return `${formatNumber(number, format, lettersOfHtml)}. `
  }
}

function integer(text: string | undefined): number | undefined {
  const number = /^\s*(-?\d{1,9})/.exec(text ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Text must not look like a heading, a table or a fence. */
function escapeStart(line: string): string {
  return /^(?:#{1,6} |\||```|~~~)/.test(line) ? `\\${line}` : line
}

function rawText(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!hasChildren(node)) return ''
  return node.children.map((child) => (isTag(child) && child.name === 'br' ? '\n' : rawText(child))).join('')
}

function fenced(text: string): string {
  const clean = cleanText(text).replaceAll('```', "'''").replace(/^\n/, '').trimEnd()
  return clean.trim() === '' ? '' : `\`\`\`\n${clean}\n\`\`\``
}

const digits = (text: string): string => text.replace(/\D/g, '')

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
