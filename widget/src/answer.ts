// Draws an answer in Markdown as elements, without HTML strings.
import { element } from './dom.ts'
import { type Block, readMarkdown } from './markdown.ts'
import type { Inline } from './markdown-inline.ts'

export const drawAnswer = (text: string): Node[] => readMarkdown(text).map(drawBlock)

function drawBlock(block: Block): Node {
  switch (block.kind) {
    case 'text':
      return element('div', {}, ...block.parts.map(drawInline))
    case 'heading':
      return element('div', {}, element('strong', {}, ...block.parts.map(drawInline)))
    case 'code':
      return element('pre', {}, element('code', {}, block.text))
    case 'quote':
      return element('blockquote', {}, ...block.blocks.map(drawBlock))
    case 'table': {
      const [head = [], ...body] = block.rows
      const row = (cells: Inline[][], name: 'th' | 'td') =>
        element('tr', {}, ...cells.map((cell) => element(name, {}, ...cell.map(drawInline))))
      const rows = element('tbody', {}, ...body.map((cells) => row(cells, 'td')))
      return element('table', {}, element('thead', {}, row(head, 'th')), rows)
    }
    default: {
      const items = block.items.map(({ number, blocks }) =>
        element('li', number === undefined ? {} : { value: String(number) }, ...blocks.map(drawBlock)),
      )
      return element(block.isOrdered ? 'ol' : 'ul', {}, ...items)
    }
  }
}

function drawInline(part: Inline): Node | string {
  if (typeof part === 'string') return part
  if (part.kind === 'code') return element('code', {}, part.text)
  const parts = part.parts.map(drawInline)
  return part.kind === 'link' ? drawLink(part.href, ...parts) : element(part.kind, {}, ...parts)
}

export const drawLink = (href: string, ...parts: (Node | string)[]): HTMLAnchorElement =>
  element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...parts)
