// Splits the pages of a site. Blocks that repeat on many pages are kept once, and so are repeated passages.
import { createHash } from 'node:crypto'
import { DocumentError } from '../document-error.ts'
import type { Passage, Section, SitePage } from './passage.ts'
import { type Line, readLines } from './read-lines.ts'
import { makePassages } from './split-blocks.ts'

/** All pages are kept until the repeated blocks are known. */
const maxCharacters = 100_000_000
/** Blocks of smaller sites are kept, for example equal opening hours of three branches. */
const minPages = 4
/** The share of the pages from which a block counts as repeated. */
const repeatedShare = 0.5

export async function splitSite(pages: AsyncIterable<SitePage>): Promise<Iterable<Passage & { url: string }>> {
  const kept: SitePage[] = []
  const counts = new Map<string, number>()
  let characters = 0
  for await (const page of pages) {
    characters += page.sections.reduce((sum, { markdown }) => sum + markdown.length, 0)
    if (characters > maxCharacters) throw new DocumentError('too_large', 'The website contains too much text.')
    kept.push(page)
    const blocks = new Set<string>()
    for (const part of partsOf(page.sections)) for (const block of blocksOf(part)) blocks.add(keyOf(block))
    for (const key of blocks) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const limit = kept.length < minPages ? Number.POSITIVE_INFINITY : Math.max(minPages, kept.length * repeatedShare)
  const seen = new Set<string>()
  return split(kept, (block) => {
    const key = keyOf(block)
    if (key === '' || (counts.get(key) ?? 0) < limit) return false
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated
  })
}

function* split(
  pages: readonly SitePage[],
  isRepeated: (block: Line[]) => boolean,
): Generator<Passage & { url: string }> {
  const known = new Set<string>()
  for (const { url, sections, language } of pages) {
    for (const part of partsOf(sections))
      for (const passage of makePassages(withoutRepeated(part, isRepeated), language)) {
        const key = hash(`${passage.headings.join('\n')}\n\n${passage.text}`)
        if (known.has(key)) continue
        known.add(key)
        yield { ...passage, url }
      }
  }
}

/** The pages of a PDF continue each other; the contact data of a web page does not belong to its last heading. */
const partsOf = (sections: readonly Section[]): (readonly Section[])[] =>
  sections.some(({ page }) => page !== null) ? [sections] : sections.map((section) => [section])

function* withoutRepeated(sections: readonly Section[], isRepeated: (block: Line[]) => boolean): Generator<Line> {
  for (const block of blocksOf(sections)) if (!isRepeated(block)) yield* block
}

/** Lines up to and including the next blank one. */
function* blocksOf(sections: readonly Section[]): Generator<Line[]> {
  let block: Line[] = []
  for (const line of readLines(sections)) {
    block.push(line)
    if (line.text.trim() !== '') continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}

const keyOf = (block: readonly Line[]): string => {
  const text = block
    .map(({ text }) => text)
    .join('\n')
    .trim()
  // Pages can have headings in common.
  return text === '' || text.startsWith('#') ? '' : hash(text)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
