// Finds the ends of words, clauses and sentences in a text that is still being written.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import { closingMarks, wordsOf } from './words.ts'

/** `unknown` needs the text that follows, `none` is no place for a cut. */
export type Boundary = 'sentence' | 'clause' | 'word' | 'none' | 'unknown'

export interface BoundaryContext {
  language: string
  abbreviations: ReadonlySet<string> | undefined
}

/** Languages that write "3." for "third". */
const ordinalLanguages = new Set('de,da,no,nb,nn,fi,cs,sk,pl,hu,sl,hr,sr,bs,et,lv,tr,is'.split(','))
/** More white space, or a longer word, is not read to classify a boundary. */
const farthest = 60

/** Classifies a cut after the character at `at`. White space belongs to the text before it. */
export function boundaryAt(text: string, at: number, context: BoundaryContext): Boundary {
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
