// Splits blocks into drafts of passages: along headings, then units, then sentences.

import { PassageLanguages } from '../language.ts'
import { searchTerms } from '../search-terms.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { maxHeadingTokens, maxTokens, overlapTokens, type Passage, type Section, targetTokens } from './passage.ts'
import { type Part, PassageBuilder, partOf } from './passage-builder.ts'
import { type Block, type Heading, readBlocks } from './read-blocks.ts'
import { type Line, readLines } from './read-lines.ts'
import { splitSentences } from './sentences.ts'

export interface Draft {
  headings: string[]
  text: string
  page: number | null
}

interface ShortSection {
  path: string[]
  page: number | null
  builder: PassageBuilder
}

/** Takes linear time, and memory for a few passages. */
export function* splitBlocks(blocks: Iterable<Block>): Generator<Draft> {
  const splitter = new Splitter()
  for (const block of blocks) {
    splitter.add(block)
    yield* splitter.take()
  }
  splitter.end()
  yield* splitter.take()
}

class Splitter {
  #drafts: Draft[] = []
  #headings: Heading[] = []
  #builder = new PassageBuilder()
  /** The last full passage of the section, to which a short rest is added. */
  #full: PassageBuilder | null = null
  /** Sections that are short enough to share a passage. */
  #pending: { base: string[] | null; sections: ShortSection[]; tokens: number } | null = null

  take(): Draft[] {
    const drafts = this.#drafts
    this.#drafts = []
    return drafts
  }

  add(block: Block): void {
    if (block.kind === 'heading') {
      const outer = this.#headings.filter(({ level }) => level < block.level)
      const path = [...outer, block].map(({ text }) => text)
      if (path.reduce((sum, text) => sum + estimateTokens(text), 0) <= maxHeadingTokens) {
        this.#endSection(block)
        this.#headings = [...outer, block]
        return
      }
      // A path that leaves too little space for text.
      this.#addPart(partOf({ kind: 'paragraph', text: block.text, glue: '\n\n', page: block.page }))
    } else this.#addPart(partOf(block))
  }

  end(): void {
    this.#endSection(null)
    this.#flushPending()
  }

  #addPart(part: Part): void {
    // A passage has the text of one page, so that an answer from it names the right one.
    if (!this.#builder.isEmpty() && part.page !== this.#builder.page()) this.#endPage()
    const cost = this.#builder.costOf(part)
    if (this.#builder.tokens + cost <= targetTokens) {
      this.#builder.add(part)
      return
    }
    const splits = cost > targetTokens || (!part.row && this.#builder.tokens < targetTokens / 2)
    if (!splits) {
      this.#addToNext(part)
      return
    }
    let glue = part.glue
    const space = targetTokens - (part.header === undefined ? 0 : estimateTokens(part.header) + 1)
    for (const text of splitSentences(part.text, space - 1)) {
      const piece = { ...part, text, glue, tokens: estimateTokens(text) + 1 }
      if (this.#builder.tokens + this.#builder.costOf(piece) <= targetTokens) this.#builder.add(piece)
      else this.#addToNext(piece)
      glue = ''
    }
  }

  #addToNext(part: Part): void {
    const tail = this.#builder.tail()
    this.#endPassage()
    if (tail && tail.tokens + this.#builder.costOf(part) <= targetTokens) {
      this.#builder.add({ ...tail, text: part.glue === '' ? `${tail.text} ` : tail.text })
      this.#builder.repeated = 1
    }
    this.#builder.add(part)
  }

  #endPage(): void {
    if (this.#addRestToFull()) this.#builder = new PassageBuilder()
    else this.#endPassage()
  }

  /** Returns false if the text behind the last full passage does not fit into it. */
  #addRestToFull(): boolean {
    const [full, rest] = [this.#full, this.#builder]
    if (!full || rest.page() !== full.page() || rest.ownTokens() > overlapTokens) return false
    if (full.tokens + rest.ownTokens() > maxTokens - maxHeadingTokens) return false
    for (const part of rest.parts.slice(rest.repeated)) full.add(part)
    return true
  }

  /** Another passage of the section follows. */
  #endPassage(): void {
    if (!this.#builder.isEmpty()) {
      this.#flushPending()
      this.#flushFull()
      this.#full = this.#builder
    }
    this.#builder = new PassageBuilder()
  }

  #endSection(next: Heading | null): void {
    const builder = this.#builder
    const [path, heading] = [this.#headings.map(({ text }) => text), this.#headings.at(-1)]
    if (this.#full) {
      const isAdded = builder.isEmpty() || this.#addRestToFull()
      this.#flushFull()
      if (!isAdded) this.#draft(path, builder.text(), builder.page())
      this.#builder = new PassageBuilder()
      return
    }
    this.#builder = new PassageBuilder()
    const isParent = next !== null && heading !== undefined && next.level > heading.level
    if (builder.isEmpty() && (heading === undefined || isParent)) return
    this.#merge({ path, page: builder.page() ?? heading?.page ?? null, builder })
  }

  #flushFull(): void {
    if (this.#full)
      this.#draft(
        this.#headings.map(({ text }) => text),
        this.#full.text(),
        this.#full.page(),
      )
    this.#full = null
  }

  #merge(section: ShortSection): void {
    const pending = this.#pending
    if (pending) {
      const first = pending.sections[0]!.path
      const base = pending.base
        ? isInside(section.path, pending.base)
          ? pending.base
          : null
        : sharedBase(first, section.path)
      const previous = pending.sections.at(-1)!.path
      const headingTokens = base ? estimateTokens(inlineHeadings(section.path, previous, base)) + 1 : 0
      const firstTokens = base && !pending.base ? estimateTokens(inlineHeadings(first, base, base)) + 1 : 0
      const tokens = pending.tokens + firstTokens + headingTokens + section.builder.tokens
      if (base && tokens <= targetTokens && section.page === pending.sections[0]!.page) {
        pending.sections.push(section)
        Object.assign(pending, { base, tokens })
        return
      }
      this.#flushPending()
    }
    this.#pending = { base: null, sections: [section], tokens: section.builder.tokens }
  }

  #flushPending(): void {
    const pending = this.#pending
    this.#pending = null
    if (!pending) return
    const [first] = pending.sections
    const empty = first!.builder.isEmpty()
    const base = pending.base ?? (empty ? first!.path.slice(0, -1) : first!.path)
    let previous = base
    const texts = pending.sections.flatMap(({ path, builder }) => {
      const headings = path.length > base.length ? inlineHeadings(path, previous, base) : ''
      previous = path
      return [headings, builder.text()].filter((text) => text !== '')
    })
    this.#draft(base, texts.join('\n\n'), first!.page)
  }

  #draft(headings: string[], text: string, page: number | null): void {
    if (text !== '') this.#drafts.push({ headings, text, page })
  }
}

/** The headings that sections in one passage have in common, if they may share one: siblings, or a parent and a child. */
function sharedBase(first: string[], second: string[]): string[] | null {
  if (isInside(second, first)) return first
  const parent = first.slice(0, -1)
  return first.length > 0 && second.length === first.length && isInside(second, parent) ? parent : null
}

const isInside = (path: string[], base: string[]): boolean =>
  path.length > base.length && base.every((heading, index) => path[index] === heading)

/** The headings of a section, as Markdown, without those that it shares with the section before. */
function inlineHeadings(path: string[], previous: string[], base: string[]): string {
  let first = base.length
  while (first < path.length - 1 && path[first] === previous[first]) first++
  return path
    .slice(first)
    .map((text, index) => `${'#'.repeat(Math.min(6, first + index + 1))} ${text}`)
    .join('\n\n')
}

export function* makePassages(lines: Iterable<Line>, language: string | null = null): Generator<Passage> {
  const languages = new PassageLanguages(language)
  for (const draft of splitBlocks(readBlocks(lines))) yield toPassage(draft, languages)
}

export function splitSections(sections: Iterable<Section>, language: string | null = null): Generator<Passage> {
  return makePassages(readLines(sections), language)
}

function toPassage({ text, headings, page }: Draft, languages: PassageLanguages): Passage {
  const terms = searchTerms([...headings, text].join('\n'))
  return { text, headings, page, language: languages.languageOf(text), terms }
}
