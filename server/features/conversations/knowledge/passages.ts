// Selects the passages of a search that a language model reads, within a budget.
import type { FoundPassage } from '#server/features/knowledge/index.ts'
import { cleanValue } from '#server/platform/text/render-template.ts'
import type { Passage } from '#server/ports/language-model.ts'
import { tokensOf } from './tokens.ts'

const maxNameLength = 255
const maxHeadings = 3
const maxHeadingLength = 100
const maxUrlLength = 300

/** The best passages whose JSON fits into the budget. Only if not even one fits, the first one is shortened. */
export function fitPassages(found: readonly FoundPassage[], budget: { count: number; tokens: number }): Passage[] {
  const fitting: Passage[] = []
  const passages = found.map(toPassage).filter(({ text }) => text !== '')
  let left = budget.tokens
  for (const passage of passages) {
    const cost = costOf(passage)
    if (cost > left || fitting.length >= budget.count) continue
    left -= cost
    fitting.push(passage)
  }
  const [first] = passages
  return fitting.length > 0 || !first || budget.count < 1 ? fitting : shorten(first, budget.tokens)
}

function toPassage({ text, headings, page, url, document }: FoundPassage): Passage {
  const around = headings.slice(-maxHeadings).map((heading) => beginningOf(visible(heading), maxHeadingLength))
  return {
    text: visible(text).trim(),
    source: {
      document: beginningOf(visible(document.name), maxNameLength),
      ...(around.length > 0 && { headings: around }),
      ...(page !== null && { page }),
      ...(url !== null && url.length <= maxUrlLength && { url: visible(url) }),
    },
  }
}

/** With the comma after it. */
const costOf = (passage: Passage): number => tokensOf(`${JSON.stringify(passage)},`)

function shorten({ text, source: { document } }: Passage, tokens: number): Passage[] {
  for (let length = text.length; length > 0; ) {
    const ending = length < text.length ? '…' : ''
    const shortened = { text: `${text.slice(0, length).toWellFormed()}${ending}`, source: { document } }
    const cost = costOf(shortened)
    if (cost <= tokens) return [shortened]
    length = Math.min(length - 1, Math.floor((0.9 * length * tokens) / cost))
  }
  return []
}

/** Without control characters and characters that a person does not see, in which instructions can be hidden. */
function visible(text: string): string {
  return cleanValue(text.toWellFormed()).replace(invisible, '')
}

/** Persian and many scripts of India are written with single joiners, and so are some emojis. */
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<=[\u200c\u200d])[\u200c\u200d]/gu

const beginningOf = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
