// Splits texts into comparable words, and finds known phrases among them.

/** Marks that may follow the final punctuation of a sentence. */
export const closingMarks = '"\'”’»)]*_`'

/** The longest phrase of the word lists has this many words. */
const longestPhrase = 7

/** Lower-case words without diacritics and punctuation; an apostrophe separates words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Single letters that are words of a sentence, such as "I" and "a", in one of the languages. */
const oneLetterWords = /^[aeiouy]$/u

/** Whether the word is a letter of a spelling rather than a word of a sentence. */
export const isSpelledLetter = (word: string): boolean => /^\p{L}$/u.test(word) && !oneLetterWords.test(word)

/** Takes phrases separated by commas. */
export function phraseSet(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(',').map((phrase) => wordsOf(phrase).join(' ')))
}

/** Takes phrases separated by commas, each with what is written for it: "dot ., at sign @". */
export function phraseMap(phrases: string): ReadonlyMap<string, string> {
  const pairs = phrases.split(',').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => [wordsOf(pair.slice(0, pair.lastIndexOf(' '))).join(' '), pair.split(' ').at(-1)!]),
  )
}

/** A set of phrases, or a map from phrases. */
type Phrases = Pick<ReadonlySet<string>, 'has' | 'keys'>

const firstWords = new WeakMap<Phrases, ReadonlySet<string>>()

/** Most words begin no phrase. */
function beginsPhrase(word: string | undefined, phrases: Phrases): boolean {
  let known = firstWords.get(phrases)
  if (!known) {
    known = new Set([...phrases.keys()].map((phrase) => phrase.split(' ')[0]!))
    firstWords.set(phrases, known)
  }
  return word !== undefined && known.has(word)
}

/** The number of words of the longest phrase that begins at `start`, or 0. */
export function phraseLengthAt(words: readonly string[], start: number, phrases: Phrases): number {
  if (!beginsPhrase(words[start], phrases)) return 0
  for (let length = Math.min(longestPhrase, words.length - start); length > 0; length--) {
    if (phrases.has(words.slice(start, start + length).join(' '))) return length
  }
  return 0
}

export function endsWithPhrase(words: readonly string[], phrases: Phrases): boolean {
  for (let length = Math.min(longestPhrase, words.length); length > 0; length--) {
    if (phrases.has(words.slice(-length).join(' '))) return true
  }
  return false
}

export function containsPhrase(words: readonly string[], phrases: Phrases): boolean {
  return words.some((_, start) => phraseLengthAt(words, start, phrases) > 0)
}

export const countPhrases = (words: readonly string[], phrases: Phrases): number =>
  words.reduce((count, _, start) => count + Math.min(1, phraseLengthAt(words, start, phrases)), 0)

/** The parts between the punctuation that ends a sentence, without it. */
export const sentencesOf = (text: string): string[] => partsOf(text, /[.!?…。！？｡]+/u)

/** The parts between all punctuation of a text. */
export const clausesOf = (text: string): string[] => partsOf(text, /[.,;:!?…–—。、，！？｡]+/u)

const partsOf = (text: string, separator: RegExp): string[] =>
  text.split(separator).filter((part) => /[\p{L}\p{N}]/u.test(part))
