// Converts the Markdown of a language model into the formatting of the channel that shows it.
import type { Channel } from '#server/ports/carrier.ts'
import { type ChannelFormat, inlineText } from './inline-text.ts'
import { attributeOf, type Block, type Markdown, parseMarkdown } from './markdown.ts'

/** https://faq.whatsapp.com/539178204879377 */
const chatappFormat: ChannelFormat = {
  marks: { bold: '*', italic: '_', struck: '~' },
  code: '`',
  codeBlock: '```',
}
/** A struck price must not look like a valid one. */
const plainFormat: ChannelFormat = { marks: { bold: '', italic: '', struck: '~' }, code: '', codeBlock: '' }
const formats: Readonly<Record<Channel, ChannelFormat>> = { chatapp: chatappFormat, sms: plainFormat }

/** Parsing takes quadratic time at worst: less than half a second for this length. */
const longestText = 20_000
const mayBeMarkdown = /[*_~`[\]<&\\#|]|^[ \t>]*(?:--|==)/m

/** Text without Markdown stays as it is. Lists and quotes are already written as channels show them. */
export function channelText(markdown: string, channel: Channel): string {
  if (markdown.length > longestText || !mayBeMarkdown.test(markdown)) return markdown
  const parsed = parseMarkdown(markdown)
  const renderer = createRenderer(parsed, formats[channel])
  const text = [renderer(parsed.blocks), ...unusedDefinitions(parsed)].join('\n').trim()
  // A text of nothing but rules and comments would be an empty message.
  return text === '' ? markdown : text
}

type Renderer = (blocks: readonly Block[]) => string

function createRenderer({ lines }: Markdown, format: ChannelFormat): Renderer {
  const inline = ({ children }: Block, boldens = false): string =>
    children.map(({ token }) => inlineText(token.children ?? [], format, boldens)).join('\n')

  function render(blocks: readonly Block[]): string {
    let out = ''
    let isAfterRule = false
    for (const block of blocks) {
      const text = renderBlock(block)
      if (block.token.type === 'hr') isAfterRule = true
      if (text === '') continue
      const blankLines = blankLinesBefore(block.token.map?.[0] ?? 0)
      if (out !== '') out += '\n'.repeat(1 + Math.max(blankLines, isAfterRule ? 1 : 0))
      out += text
      isAfterRule = false
    }
    return out
  }

  function blankLinesBefore(line: number): number {
    let count = 0
    while (line - count > 0 && /^[\s>]*$/.test(lines[line - count - 1]!)) count++
    return count
  }

  function renderBlock(block: Block): string {
    const { token, children } = block
    switch (token.type) {
      case 'heading_open':
        return inline(block, isHeading(block))
      case 'fence':
        return codeBlock(token.content)
      case 'hr':
        return ''
      case 'blockquote_open':
        return prefixed(render(children), '> ', '> ')
      case 'bullet_list_open':
      case 'ordered_list_open':
        return list(block)
      case 'table_open':
        return table(block)
      default:
        return trimmedLines(inline(block))
    }
  }

  function list({ children: items }: Block): string {
    const numbers = items.map(({ token }) => token.info)
    // "1." before every item means ascending numbers. Other numbers are those that are written: "5. May", "12. May".
    const isCounted = items.length > 1 && numbers.every((number) => number === numbers[0])
    const first = Number(numbers[0])
    const texts = items.map(({ token, children }, index) => {
      const number = token.info === '' ? '' : isCounted ? String(first + index) : token.info
      const blank = index === 0 ? 0 : blankLinesBefore(token.map![0])
      return '\n'.repeat(blank) + prefixed(render(children), `${number}${token.markup} `, '  ')
    })
    return texts.join('\n')
  }

  /** One line for each row, with the heading of each column. */
  function table({ children: parts }: Block): string {
    const rows = parts.flatMap(({ token, children }) =>
      children.map((row) => ({
        isHead: token.type === 'thead_open',
        cells: row.children.map((cell) => trimmedLines(inline(cell)).replaceAll('\n', ' ').trim()),
      })),
    )
    const headings = rows.find(({ isHead }) => isHead)?.cells ?? []
    const body = rows.filter(({ isHead }) => !isHead)
    if (body.length === 0) return headings.filter(Boolean).join('; ')
    return body
      .map(({ cells }) =>
        cells
          .map((cell, index) => (cell && headings[index] ? `${headings[index]}: ${cell}` : cell))
          .filter(Boolean)
          .join('; '),
      )
      .join('\n')
  }

  function codeBlock(content: string): string {
    const code = content.endsWith('\n') ? content.slice(0, -1) : content
    const mark = code.trim() === '' ? '' : format.codeBlock
    return mark === '' ? code : `${mark}\n${code}\n${mark}`
  }

  return render
}

/** A paragraph of several lines before a line of dashes is no heading. */
function isHeading({ token, children }: Block): boolean {
  const tokens = children[0]?.token.children ?? []
  return token.markup.startsWith('#') || !tokens.some(({ type }) => type === 'softbreak' || type === 'hardbreak')
}

/** `first` comes before the first line, `other` before the others. */
function prefixed(text: string, first: string, other: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : line === '' ? other.trimEnd() : other) + line).trimEnd())
    .join('\n')
}

/** Tags and breaks leave spaces and empty lines at the edges. */
const trimmedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()

function unusedDefinitions({ blocks, definitions }: Markdown): string[] {
  if (definitions.length === 0) return []
  const used = new Set<string>()
  const visit = ({ token, children }: Block): void => {
    for (const inner of token.children ?? []) used.add(attributeOf(inner, 'href') || attributeOf(inner, 'src'))
    children.forEach(visit)
  }
  blocks.forEach(visit)
  return definitions.filter(({ href }) => !used.has(href)).map(({ label, href }) => `[${label}]: ${href}`)
}
