// Converts tables of HTML to tables of GitHub Flavored Markdown.
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler'

const maxColumns = 50
const maxSpan = 50
const maxRepeatedCharacters = 200
const layoutElements = new Set('table h1 h2 h3 h4 h5 h6 section article main nav header footer form'.split(' '))

interface Cell {
  text: string
  header: boolean
}

/** Tables that arrange other elements are no data. */
export function isDataTable(table: Element): boolean {
  if (table.attribs['role'] === 'presentation') return false
  const rows = rowsOf(table)
  return rows.some((row) => cellsOf(row).length > 1) && !containsLayout(table)
}

/**
 * Returns a caption and rows. The first row is the header if it consists of header cells, or if no cell of three or
 * more columns is a header cell. Tables of two columns often are lists of names and values without a header.
 * `onRepeated` is called with the number of characters whenever a cell is repeated.
 */
export function tableToMarkdown(
  table: Element,
  textOf: (node: AnyNode) => string,
  onRepeated: (characters: number) => void,
): string {
  const rows = readCells(table, textOf, onRepeated)
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const marked = rows.some((row) => row.some(({ header }) => header))
  const isHeader = marked ? rows[0]!.every(({ header }) => header) : columns > 2
  const header = isHeader ? rows[0]! : []
  const body = (isHeader ? rows.slice(1) : rows).filter((row) => row.some(({ text }) => text !== ''))
  const line = (cells: Cell[]): string =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index]?.text ?? '').join(' | ')} |`
  const delimiter = `|${' --- |'.repeat(columns)}`
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption')
  const markdown = [line(header), delimiter, ...body.map(line)].join('\n')
  return caption ? `${textOf(caption)}\n\n${markdown}` : markdown
}

/** Cells that span rows or columns are repeated in the rows and leave columns empty. */
function readCells(
  table: Element,
  textOf: (node: AnyNode) => string,
  onRepeated: (characters: number) => void,
): Cell[][] {
  const spanning = new Map<number, { cell: Cell; rows: number }>()
  return rowsOf(table).map((row) => {
    const cells: Cell[] = []
    const fill = (): void => {
      for (let span = spanning.get(cells.length); span && span.rows > 0; span = spanning.get(cells.length)) {
        span.rows--
        onRepeated(span.cell.text.length)
        cells.push(span.cell)
      }
    }
    for (const element of cellsOf(row).slice(0, maxColumns)) {
      fill()
      const cell = { text: textOf(element).replaceAll('|', '\\|'), header: element.name === 'th' }
      const rows = span(element, 'rowspan')
      const repeated = cell.text.length <= maxRepeatedCharacters ? cell : { ...cell, text: '' }
      if (rows > 1) spanning.set(cells.length, { cell: repeated, rows: rows - 1 })
      else spanning.delete(cells.length)
      cells.push(cell)
      const empty = Math.min(span(element, 'colspan') - 1, maxColumns - cells.length)
      for (let count = 0; count < empty; count++) cells.push({ text: '', header: cell.header })
    }
    fill()
    return cells
  })
}

function span({ attribs }: Element, name: string): number {
  const value = Number.parseInt(attribs[name] ?? '1', 10)
  return value > 1 ? Math.min(value, maxSpan) : 1
}

function rowsOf(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((child) => {
    if (child.name === 'tr') return [child]
    return /^t(?:head|body|foot)$/.test(child.name)
      ? child.children.filter(isTag).filter(({ name }) => name === 'tr')
      : []
  })
}

const cellsOf = (row: Element): Element[] =>
  row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th')

function containsLayout(node: Element): boolean {
  return node.children.some(
    (child) => isTag(child) && (layoutElements.has(child.name) || (hasChildren(child) && containsLayout(child))),
  )
}
