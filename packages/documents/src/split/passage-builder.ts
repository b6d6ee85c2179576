// Collects the text of one passage within its size.
import { estimateTokens } from './estimate-tokens.ts'
import { overlapTokens } from './passage.ts'
import type { Unit } from './read-blocks.ts'
import { splitSentences } from './sentences.ts'

export interface Part {
  text: string
  glue: Unit['glue']
  header?: string | undefined
  /** Rows of tables are not repeated in the next passage. */
  row: boolean
  page: number | null
  tokens: number
}

export function partOf({ kind, text, glue, header, page }: Unit): Part {
  return { text, glue, header, row: kind === 'row', page, tokens: estimateTokens(text) + 1 }
}

export class PassageBuilder {
  tokens = 0
  readonly parts: Part[] = []
  /** The number of parts that repeat the end of the passage before. */
  repeated = 0

  costOf(part: Part): number {
    return part.tokens + (this.#needsHeader(part) ? estimateTokens(part.header!) + 1 : 0)
  }

  add(part: Part): void {
    this.tokens += this.costOf(part)
    this.parts.push(part)
  }

  isEmpty(): boolean {
    return this.parts.length === this.repeated
  }

  /** The tokens of the parts that do not repeat the passage before. */
  ownTokens(): number {
    return this.parts.slice(this.repeated).reduce((sum, { tokens }) => sum + tokens, 0)
  }

  /** The page on which its own text begins. */
  page(): number | null {
    return this.parts[this.repeated]?.page ?? null
  }

  text(): string {
    let text = ''
    let header: string | undefined
    for (const part of this.parts) {
      if (text !== '') text += part.glue
      if (part.header !== undefined && part.header !== header) text += `${part.header}\n`
      header = part.header
      text += part.text
    }
    return text.trim()
  }

  /** The last whole sentences of the passage, for the beginning of the next one; undefined if there are none. */
  tail(): Part | undefined {
    const last = this.parts.at(-1)
    if (!last || last.row) return undefined
    const sentences = this.parts.length > 1 || last.tokens > 1 ? this.#lastSentences() : []
    const text = sentences.join('').trim()
    return text === '' ? undefined : { text, glue: '', row: false, page: last.page, tokens: estimateTokens(text) + 1 }
  }

  #lastSentences(): string[] {
    const chosen: string[] = []
    let tokens = 0
    for (const part of this.parts.slice(this.repeated).reverse()) {
      if (part.row) break
      const sentences = [...splitSentences(part.text, Number.POSITIVE_INFINITY)]
      sentences.push(`${sentences.pop() ?? ''}${chosen.length > 0 ? '\n' : ''}`)
      for (const sentence of sentences.reverse()) {
        const cost = estimateTokens(sentence)
        if (tokens + cost > overlapTokens) return chosen
        tokens += cost
        chosen.unshift(sentence)
      }
    }
    // The whole passage would be repeated.
    return []
  }

  #needsHeader(part: Part): boolean {
    return part.header !== undefined && part.header !== this.parts.at(-1)?.header
  }
}
