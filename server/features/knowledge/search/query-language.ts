// Recognizes the language of a query by its script and its stop words.
import { searchTerms } from '@parley/documents'
import { isFillerWord } from './filler-words.ts'
import { stopWords } from './stop-words.ts'

/** Fewer stop words do not tell the language: many languages share short words. */
const minWords = 2
const maxTerms = 60

/** Scripts that few languages share. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Cyrillic}/u, 'ru'],
]

/**
 * Returns its ISO 639-1 code, or null if the query has too few stop words, as names and codes have. It does not depend on
 * the languages of the knowledgebase: the question of a German customer is German, even if all documents are English.
 */
export function languageOfQuery(query: string): string | null {
  const terms = [...new Set(searchTerms(query).split(' '))].slice(0, maxTerms)
  const counts = Object.entries(stopWords).map(([language, words]) => ({
    language,
    count: terms.filter((term) => words.has(term) || isFillerWord(term, language)).length,
  }))
  const [best, second] = counts.sort((a, b) => b.count - a.count)
  if (best!.count >= minWords && best!.count > second!.count) return best!.language
  return scripts.find(([script]) => terms.filter((term) => script.test(term)).length * 2 > terms.length)?.[1] ?? null
}
