// Normalizes text to the words of a full-text index, and queries to the same words.
import { excessMarks } from './clean-text.ts'

const maxWordLength = 60
const maxCodeLength = 40
/** Bounds the memory of a segmentation. */
const segmentationCharacters = 2_000

const ascii = /^\p{ASCII}*$/u
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const ligatures = /[ßæœøłđðþıς]/g
const ligatureLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const lettersOrDigits = /\p{N}+|\p{L}[\p{L}\p{M}]*/gu
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** An international number, or a national one with its leading zero: digits in groups. */
const phoneNumber = /(?<![\p{L}\p{N}])(?:\+|\(?0)[\d ()./\u2010-\u2015-]{5,24}(?![\p{L}\p{N}])/gu

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * Returns words of letters and digits in lower case, separated by single spaces. Diacritics are kept, because stemmers
 * need them. A code such as `AB-1234/X` also yields `ab1234x`, and `10kg` also yields `10` and `kg`. Takes linear time.
 */
export function searchTerms(text: string): string {
  const normalized = normalize(text)
  const terms: string[] = []
  for (const chunk of normalized.split(/\s+/)) if (chunk !== '') addTerms(terms, chunk)
  for (const [number] of normalized.matchAll(phoneNumber)) {
    const digits = number.replace(/\D+/g, '')
    if (digits.length >= 7 && digits.length <= 15 && /[ ()]/.test(number.trim())) terms.push(digits)
  }
  return terms.join(' ')
}

function normalize(text: string): string {
  // Characters that separate words stay separators; the others join what they are between.
  const spaced = text.toWellFormed().replace(/[\t-\r\x85]/g, ' ')
  if (ascii.test(spaced)) return spaced.replace(invisible, '').toLowerCase()
  return spaced
    .replace(excessMarks, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(ligatures, (letter) => ligatureLetters[letter]!)
    .replace(invisible, '')
}

function addTerms(terms: string[], chunk: string): void {
  const parts = chunk.match(words)
  if (!parts) return
  for (const part of parts) {
    if (unspaced.test(part)) addSegments(terms, part)
    else addWord(terms, cut(part))
  }
  if (parts.length > 1 && chunk.length <= maxCodeLength && isCode(chunk)) {
    const joined = parts.join('')
    if (!unspaced.test(joined)) terms.push(joined)
  }
}

/** Letters and digits are also found if a space separates them. */
function addWord(terms: string[], word: string): void {
  terms.push(word)
  const pieces = word.match(lettersOrDigits)
  if (pieces && pieces.length > 1) terms.push(...pieces)
}

/** A code contains a digit or is a word with hyphens, such as e-mail; addresses of pages and people are not codes. */
function isCode(chunk: string): boolean {
  if (chunk.includes('@') || chunk.includes('//')) return false
  return /\p{N}/u.test(chunk) || /^[\p{L}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{M}]+)+$/u.test(chunk)
}

function addSegments(terms: string[], part: string): void {
  const characters = [...part]
  for (let at = 0; at < characters.length; at += segmentationCharacters) {
    const piece = characters.slice(at, at + segmentationCharacters).join('')
    for (const { segment } of segmenter.segment(piece)) {
      for (const word of segment.match(words) ?? []) terms.push(cut(word))
    }
  }
}

function cut(word: string): string {
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '')
}
