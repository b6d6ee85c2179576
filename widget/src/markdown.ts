// Reads the Markdown of an answer into blocks. A parser of all of CommonMark would double the size of the widget.
import { type Inline, readInline } from './markdown-inline.ts'

export interface Item {
  /** Set in numbered lists. */
  number: number | undefined
  blocks: Block[]
}

export type Block =
  | { kind: 'text' | 'heading'; parts: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; items: Item[] }
  | { kind: 'table'; rows: Inline[][][] }

/** Deeper lists and quotes are text. */
const maxDepth = 6

const marker = /^( *)([-*+•]|\d{1,9}[.)])(?: +|$)/
const rule = /^ *(?:-(?: *-){2,}|\*(?: *\*){2,}|_(?: *_){2,}) *$/
const quote = /^ {0,3}> ?/

export const readMarkdown = (text: string): Block[] => readBlocks(text.split(/\r\n?|\n/), 0)

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (belongs: (line: string) => boolean): string[] => {
    const from = at
    do at++
    while (at < lines.length && belongs(lines[at]!))
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const fence = /^ *(`{3,}|~{3,})[^`]*$/.exec(line)?.[1]
    const heading = /^ {0,3}#{1,6} +(.*)$/.exec(line)?.[1]
    if (line.trim() === '' || rule.test(line)) at++
    else if (fence !== undefined) {
      const [, ...code] = takeWhile((next) => !next.trimStart().startsWith(fence))
      at++
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (heading !== undefined) {
      at++
      blocks.push({ kind: 'heading', parts: readInline(withoutClosing(heading)) })
    } else if (depth < maxDepth && quote.test(line)) {
      const inner = takeWhile((next) => quote.test(next)).map((each) => each.replace(quote, ''))
      blocks.push({ kind: 'quote', blocks: readBlocks(inner, depth + 1) })
    } else if (depth < maxDepth && marker.test(line)) {
      blocks.push(readList(takeWhile(belongsToList(line)), depth))
    } else if (line.includes('|') && isDelimiterRow(lines[at + 1])) {
      const [head, , ...body] = takeWhile((next) => next.includes('|'))
      blocks.push({ kind: 'table', rows: [head!, ...body].map((row) => cellsOf(row).map((cell) => readInline(cell))) })
    } else blocks.push({ kind: 'text', parts: readInline(takeWhile((next) => !beginsBlock(next)).join('\n')) })
  }
  return blocks

  /** Items of the same kind, what is indented, and lines that follow directly. */
  function belongsToList(first: string): (line: string) => boolean {
    const isOrdered = isNumbered(first)
    const continues = (line: string): boolean =>
      /^(?: {2}|\t)/.test(line) || (marker.test(line) && isNumbered(line) === isOrdered && !rule.test(line))
    return (line) => {
      if (line.trim() === '') return continues(lines[at + 1] ?? '')
      return continues(line) || (lines[at - 1]!.trim() !== '' && !beginsBlock(line))
    }
  }
}

const isNumbered = (line: string): boolean => /^ *\d/.test(line)

const beginsBlock = (line: string): boolean =>
  line.trim() === '' || marker.test(line) || /^ {0,3}(?:#{1,6} |>|`{3}|~{3})/.test(line) || rule.test(line)

function readList(lines: readonly string[], depth: number): Block {
  const indent = marker.exec(lines[0]!)![1]!.length
  const items: { number: number | undefined; lines: string[] }[] = []
  for (const line of lines) {
    const found = marker.exec(line)
    if (found && found[1]!.length < indent + 2) {
      const number = isNumbered(line) ? Number.parseInt(found[2]!, 10) : undefined
      items.push({ number, lines: [line.slice(found[0].length)] })
    } else items.at(-1)!.lines.push(line.replace(/^(?:\t| {1,4})/, ''))
  }
  // "1." before every item means ascending numbers.
  const isCounted = items.every(({ number }) => number === items[0]!.number)
  return {
    kind: 'list',
    isOrdered: isNumbered(lines[0]!),
    items: items.map((item, index) => ({
      number: isCounted && index > 0 ? undefined : item.number,
      blocks: readBlocks(item.lines, depth + 1),
    })),
  }
}

const isDelimiterRow = (line = ''): boolean => line.includes('-') && line.includes('|') && /^[ |:-]+$/.test(line)

function cellsOf(row: string): string[] {
  const cells = row.trim().split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.map((cell) => cell.trim())
}

function withoutClosing(heading: string): string {
  let end = heading.trimEnd().length
  while (heading[end - 1] === '#') end--
  return heading.slice(0, end).trimEnd()
}

/** Closes what the rest of a streamed answer will close, so that its marks do not show for a moment. */
export function withoutOpenMarks(text: string): string {
  if ((text.match(/^ *```/gm)?.length ?? 0) % 2 === 1) return text
  const start = Math.max(text.lastIndexOf('\n') + 1, text.length - 1_000)
  const line = text
    .slice(start)
    .replace(/!?\[([^\][]{0,200})(?:\](?:\([^()\s]{0,500})?)?$/, '$1')
    .replace(/[*_~`]{1,2}$/, '')
  const open = ['`', '**', '~~'].find((mark) => line.split(mark).length % 2 === 0) ?? ''
  return text.slice(0, start) + (open === '' ? line : line.trimEnd() + open)
}
