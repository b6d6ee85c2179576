// Detects the languages of passages.
import { eld } from 'eld/extrasmall'

/** More text makes the detection slower, hardly better. */
const sampleCharacters = 600
const minLetters = 20

/** Returns the ISO 639-1 code of the main language, or null if the text is too short or unclear. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, sampleCharacters)
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < minLetters) return null
  const result = eld.detect(sample)
  return result.language !== '' && result.isReliable() ? result.language : null
}

/** Detects the language of each passage of a document; short passages get the document's most frequent one. */
export class PassageLanguages {
  readonly #counts = new Map<string, number>()
  #frequent: string | null

  /** The hint is the language that the document states. */
  constructor(hint: string | null = null) {
    this.#frequent = normalizeLanguage(hint)
  }

  languageOf(text: string): string | null {
    const language = detectLanguage(text)
    if (language === null) return this.#frequent
    const count = (this.#counts.get(language) ?? 0) + 1
    this.#counts.set(language, count)
    if (this.#frequent === null || count >= (this.#counts.get(this.#frequent) ?? 0)) this.#frequent = language
    return language
  }
}

/** Returns the two letters of a language tag such as `de-AT`, or null. */
export function normalizeLanguage(tag: string | null): string | null {
  const letters = /^\s*([a-z]{2})(?:[-_]|\s*$)/i.exec(tag?.slice(0, 40) ?? '')?.[1]
  return letters ? letters.toLowerCase() : null
}
