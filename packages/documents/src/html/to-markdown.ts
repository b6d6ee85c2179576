// Converts a tree of HTML to Markdown for language models: headings, lists, tables and text.
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import { cleanText } from '../clean-text.ts'
import { DocumentError } from '../document-error.ts'
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
  const parts: string[] = []
  const visit = (node: AnyNode): void => {
    if (isText(node)) parts.push(node.data)
    const block = isTag(node) && (blocks.has(node.name) || node.name === 'br')
    if (block) parts.push(' ')
    if (hasChildren(node)) for (const child of node.children) visit(child)
    if (isTag(node) && node.name === 'a') parts.push(contactOf(node))
    if (block) parts.push(' ')
  }
  visit(root)
  return cleanText(parts.join('')).replace(/\s+/g, ' ').trim()
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
  #line: string[] = []
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
    if (isText(node)) this.#line.push(node.data.replace(/\s+/g, ' '))
    else if (isTag(node)) this.#writeElement(node, listDepth)
    else if (hasChildren(node)) this.#writeChildren(node, listDepth)
  }

  #writeElement(element: Element, listDepth: number): void {
    const { name } = element
    if (this.#options.isLeftOut(element)) return
    if (name === 'br') this.#line.push('\n')
    else if (name === 'a') this.#writeLink(element, listDepth)
    else if (!blocks.has(name)) this.#writeChildren(element, listDepth)
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
    let number = 1
    for (const child of list.children) {
      if (!isTag(child) || child.name !== 'li') {
        this.write(child, depth + 1)
        continue
      }
      this.#break()
      this.#indent = '  '.repeat(Math.min(depth, 8))
      this.#prefix = list.name === 'ol' ? `${number++}. ` : '- '
      this.#glue =
        this.#blocks.length > 0 && (number > 2 || child !== list.children.find(isTag) || depth > 0) ? '\n' : '\n\n'
      this.#writeChildren(child, depth + 1)
      this.#break()
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
    const text = cleanText(this.#line.join(''))
      .split('\n')
      .map((line) => escapeStart(line.replace(/\s+/g, ' ').trim()))
      .filter((line) => line !== '')
      .join('\n')
    this.#line = []
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
