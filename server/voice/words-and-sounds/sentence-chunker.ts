// Cuts the streamed text of a model into chunks that a synthesizer can speak one after another.

import { trimEnd } from '#server/platform/text/trim-end.ts'
import { findTurnLanguage } from './languages/index.ts'
import { toSpoken } from './spoken-form.ts'
import { closingMarks, wordsOf } from './words.ts'

/** The first chunk ends at the first clause of this length, so that speech starts early. */
const firstClauseLength = 25
/** Shorter sentences are joined with the next one. */
const shortestChunk = 30
/** Scripts in which a character takes about as long to speak as three letters. */
const denseLanguages = new Set(['zh', 'ja', 'ko'])
const longestChunk = 300
/** A clause is a preferred place to cut a long text if it has this length. */
const shortestCut = 100

export type SentenceChunker = ReturnType<typeof createSentenceChunker>

export function createSentenceChunker({ language }: { language: string }) {
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
    /** Returns the chunks that are complete, without surrounding white space. */
    add(delta: string): string[] {
      const chunks: string[] = []
      pending = pending === '' ? delta.trimStart() : pending + delta
      cutComplete(chunks, false)
      return chunks
    },
    /** Returns the rest of the text, and starts again with the next text. */
    flush(): string[] {
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

/** `unknown` needs the text that follows, `none` is no place for a cut. */
type Boundary = 'sentence' | 'clause' | 'word' | 'none' | 'unknown'

interface BoundaryContext {
  language: string
  abbreviations: ReadonlySet<string> | undefined
}

/** Languages that write "3." for "third". */
const ordinalLanguages = new Set('de,da,no,nb,nn,fi,cs,sk,pl,hu,sl,hr,sr,bs,et,lv,tr,is'.split(','))
/** More white space, or a longer word, is not read to classify a boundary. */
const farthest = 60

/** Classifies a cut after the character at `at`. White space belongs to the text before it. */
function boundaryAt(text: string, at: number, context: BoundaryContext): Boundary {
  const character = text[at]!
  if ('。！？｡'.includes(character)) return at + 1 < text.length ? fullWidthEnd(text[at + 1]!) : 'unknown'
  if ('、，；：'.includes(character)) return 'clause'
  if (!isSpace(character) || at === 0 || isSpace(text[at - 1]!)) return 'none'
  let next = at
  let hasLineBreak = false
  while (next < text.length && next - at < farthest && isSpace(text[next]!)) {
    if (text[next] === '\n') hasLineBreak = true
    next++
  }
  if (next === text.length && next - at < farthest) return 'unknown'
  if (hasLineBreak) return 'sentence'
  let start = at
  while (start > 0 && at - start < farthest && !isSpace(text[start - 1]!)) start--
  return boundaryAfter(text.slice(start, at), text[next]!, isLineStart(text, start), context)
}

const isSpace = (character: string): boolean => /\s/u.test(character)
const isLineStart = (text: string, start: number): boolean => start === 0 || text[start - 1] === '\n'
/** A closing quotation mark belongs to the sentence before it. */
const fullWidthEnd = (next: string): Boundary => (/[。！？｡」』”’）]/u.test(next) ? 'none' : 'sentence')

function boundaryAfter(token: string, next: string, startsLine: boolean, context: BoundaryContext): Boundary {
  const word = trimEnd(token, closingMarks)
  const last = word.at(-1) ?? ''
  const isLower = /\p{Ll}/u.test(next)
  if ('!?؟।'.includes(last) && last !== '') return isLower ? 'word' : 'sentence'
  if (word.endsWith('…') || word.endsWith('..')) return isLower ? 'clause' : 'sentence'
  if (last === '.') return afterFullStop(word.slice(0, -1), next, startsLine, context)
  const isBetweenDigits = /\d/u.test(next) && /\d[,;]?$/u.test(word)
  if (isBetweenDigits) return 'none'
  if (',;:—–،'.includes(last) || word === '-') return 'clause'
  return 'word'
}

function afterFullStop(word: string, next: string, startsLine: boolean, context: BoundaryContext): Boundary {
  if (/^\d+$/u.test(word)) {
    // The number of a list item, or an ordinal.
    if (startsLine || (ordinalLanguages.has(context.language) && word.length <= 2)) return 'none'
    return 'sentence'
  }
  if (/\p{Ll}/u.test(next)) return 'word'
  const bare = word.replace(/^[("'“‘«¿¡*_[]+/u, '')
  if (/^\p{L}$/u.test(bare)) return 'none'
  if (/^[ap]\.m$/iu.test(bare)) return 'sentence'
  if (/^(?:\p{L}\.){1,6}\p{L}$/u.test(bare)) return 'word'
  if (/^no$/iu.test(bare) && /\d/u.test(next)) return 'none'
  return context.abbreviations?.has(wordsOf(bare).join(' ')) ? 'none' : 'sentence'
}

/** Leaves out chunks without anything that can be spoken. */
export function createSpokenChunker({ language }: { language: string }): SentenceChunker {
  const chunker = createSentenceChunker({ language })
  const inSpokenForm = (chunks: readonly string[]): string[] =>
    chunks.map((chunk) => toSpoken(chunk, language)).filter((text) => text !== '')
  return {
    add: (delta) => inSpokenForm(chunker.add(delta)),
    flush: () => inSpokenForm(chunker.flush()),
  }
}
