// Splits a passage in Markdown into its statements: sentences, list items and table rows, each with its headings.
import type { Passage } from '#server/ports/language-model.ts'

/** Something that a passage says. */
export interface Statement {
  /** Without Markdown. */
  text: string
  /** Headings, the question that it answers, and the header of its table. */
  context: string
  /** The question before it, as in lists of frequent questions; otherwise its heading. */
  subject: string
  passage: Passage
}

const maxLength = 400
/** Items of a list are joined with the line that introduces them up to this length. */
const maxListLength = 300
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

const heading = /^\s{0,3}#{1,6}\s+(\S.*)$/
const boldLine = /^\s*(?:\*\*|__)([^*_]{1,200})(?:\*\*|__):?\s*$/
const listItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/
const tableRow = /^\s*\|(.+)\|\s*$/
const separator = /^[\s|:-]+$/
/** A line of a table in a PDF: short, and not a part of a longer sentence. */
const rowOfTable = /^[\p{Lu}\p{N}].{0,58}[^.,;:!?]$/u

export function statementsOf(passage: Passage): Statement[] {
  const { document, headings = [] } = passage.source
  const statements: Statement[] = []
  let title = ''
  let question = ''
  let lead = ''
  let items: string[] = []
  let header: string[] | undefined
  let paragraph: string[] = []

  const add = (text: string, ...extra: string[]): void => {
    const plain = withoutMarkdown(text)
    if (!/[\p{L}\p{N}]/u.test(plain)) return
    const context = [document, ...headings, title, question, ...extra].filter(Boolean).join(' · ')
    statements.push({ text: shortened(plain), context, subject: question || title, passage })
  }
  const addProse = (text: string, ...extra: string[]): void => {
    for (const trimmed of sentencesOf(text)) {
      if (withoutMarkdown(trimmed).endsWith('?')) question = withoutMarkdown(trimmed)
      else add(trimmed, ...extra)
    }
  }
  const endList = (): void => {
    const list = `${withoutMarkdown(lead)} ${items.map(withoutMarkdown).join('; ')}`
    if (lead !== '' && items.length > 0 && list.length <= maxListLength) add(`${list}.`)
    else if (lead !== '' && items.length === 0) add(lead)
    lead = ''
    items = []
  }
  const endParagraph = (): void => {
    const lines = paragraph
    const text = lines.join(' ').trim()
    paragraph = []
    if (text === '') return
    endList()
    if (lines.length > 1 && lines.every((line) => rowOfTable.test(line))) for (const line of lines) add(line)
    else if (text.endsWith(':')) lead = text
    else addProse(text)
  }

  for (const line of passage.text.split('\n')) {
    const titled = heading.exec(line) ?? boldLine.exec(line)
    const item = listItem.exec(line)
    const row = tableRow.exec(line)
    if (titled || item || row || line.trim() === '') endParagraph()
    if (!row) header = undefined
    if (titled) {
      endList()
      title = withoutMarkdown(titled[1]!)
      question = ''
    } else if (item) {
      items.push(item[1]!)
      addProse(item[1]!, lead)
    } else if (row && !separator.test(row[1]!)) {
      const cells = row[1]!.split('|').map((cell) => cell.trim())
      if (header) add(rowText(cells, header), header.join(' '))
      else header = cells
    } else if (!row && line.trim() !== '') paragraph.push(line.trim())
  }
  endParagraph()
  endList()
  return statements
}

const abbreviation =
  /(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Tel|ca|z\.\s?B|d\.\s?h|e\.g|i\.e|etc|bzw|inkl|min|max|Sr|Sra|Mme|M|Sig|av|vs)\.$/u

/** A dot after an abbreviation does not end a sentence, and neither do the marks within an address of a page. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let begun = ''
  for (const { segment } of segmenter.segment(text)) {
    begun += segment
    if (abbreviation.test(begun.trimEnd()) || /[.?!]$/.test(begun)) continue
    sentences.push(begun.trim())
    begun = ''
  }
  return begun.trim() === '' ? sentences : [...sentences, begun.trim()]
}

/** "Monday: 9 to 5", or with more columns "Parcel: Price 5 €, Time 2 days". */
function rowText([name = '', ...values]: string[], [, ...columns]: string[]): string {
  const named = values.length === 1 ? values : values.map((value, index) => `${columns[index] ?? ''} ${value}`.trim())
  return `${name}: ${named.join(', ')}.`
}

/** Underscores of a mailbox are no Markdown. */
const marks = /([\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])|\*\*|__|`/gu
const emphasis =
  /([\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu

export function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,1000}\)/g, '$1')
    .replace(marks, '$1')
    .replace(emphasis, '$1')
    .replace(/\\([\\*_|#[\]()-])/g, '$1')
    .replace(/<br\s?\/?>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const shortened = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text
