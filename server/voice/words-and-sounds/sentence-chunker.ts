// Cuts the streamed text of a model into chunks that a synthesizer can speak one after another.
import { findTurnLanguage } from './languages/index.ts'
import { boundaryAt } from './text-boundary.ts'

/** The first chunk ends at the first clause of this length, so that speech starts early. */
const firstClauseLength = 25
/** Shorter sentences are joined with the next one. */
const shortestChunk = 30
/** Scripts in which a character takes about as long to speak as three letters. */
const denseLanguages = new Set(['zh', 'ja', 'ko'])
const longestChunk = 300
/** A clause is a preferred place to cut a long text if it has this length. */
const shortestCut = 100

export interface SentenceChunker {
  /** Returns the chunks that are complete, without surrounding white space. */
  add(delta: string): string[]
  /** Returns the rest of the text, and starts again with the next text. */
  flush(): string[]
}

export function createSentenceChunker({ language }: { language: string }): SentenceChunker {
  const lists = findTurnLanguage(language)
  const density = denseLanguages.has(language) ? 3 : 1
  const context = { language, abbreviations: lists?.abbreviations }
  let pending = ''
  /** The part of `pending` before this index has no place for a cut. */
  let scanned = 0
  let isFirst = true
  let clauseEnd = 0
  let wordEnd = 0

  function cut(end: number, chunks: string[]): void {
    const chunk = pending.slice(0, end).trim()
    pending = pending.slice(end).trimStart()
    scanned = 0
    clauseEnd = 0
    wordEnd = 0
    if (chunk === '') return
    chunks.push(chunk)
    isFirst = false
  }

  function cutComplete(chunks: string[], isEnd: boolean): void {
    while (scanned < pending.length) {
      if (scanned >= longestChunk) {
        cut(clauseEnd >= shortestCut ? clauseEnd : wordEnd > 0 ? wordEnd : wholeCharacters(pending), chunks)
        continue
      }
      const boundary = boundaryAt(pending, scanned, context)
      if (boundary === 'unknown' && !isEnd) return
      const end = scanned + 1
      scanned = end
      if (boundary === 'sentence' && (isFirst || end * density >= shortestChunk)) cut(end, chunks)
      else if (boundary === 'clause' && isFirst && end * density >= firstClauseLength) cut(end, chunks)
      else if (boundary === 'sentence' || boundary === 'clause') clauseEnd = end
      else if (boundary === 'word') wordEnd = end
    }
  }

  return {
    add(delta) {
      const chunks: string[] = []
      pending = pending === '' ? delta.trimStart() : pending + delta
      cutComplete(chunks, false)
      return chunks
    },
    flush() {
      const chunks: string[] = []
      cutComplete(chunks, true)
      cut(pending.length, chunks)
      isFirst = true
      return chunks
    },
  }
}

function wholeCharacters(text: string): number {
  const unit = text.charCodeAt(longestChunk - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? longestChunk - 1 : longestChunk
}
