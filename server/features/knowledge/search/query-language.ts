// Recognizes the language of a query by its script and its stop words.
import { searchTerms } from '@parley/documents'
import { fillerWords } from './filler-words.ts'
import { stopWords } from './stop-words.ts'

/** Fewer stop words do not tell the language: many languages share short words. */
const minWords = 2
const maxTerms = 60

/** Scripts with their languages, ISO 639-1, the one with the most speakers first. */
const scripts: [RegExp, string[]][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/\p{Script=Thai}/u, ['th']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Hebrew}/u, ['he', 'yi']],
  [/\p{Script=Arabic}/u, ['ar', 'ur', 'fa', 'ps', 'ug', 'sd', 'ku']],
  [/\p{Script=Devanagari}/u, ['hi', 'mr', 'ne', 'sa']],
  [/\p{Script=Tamil}/u, ['ta']],
  [/\p{Script=Armenian}/u, ['hy']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'kk', 'uz', 'sr', 'bg', 'be', 'tg', 'ky', 'mn', 'mk', 'tt']],
]

/**
 * Returns its ISO 639-1 code, or null if the query does not tell it, as names and codes do not. The question of a German
 * customer is German, even if all documents are English. Only between languages of one script the languages of the
 * knowledgebase, `known`, decide; if it has several of them, the query does not tell.
 */
export function languageOfQuery(query: string, known: readonly string[]): string | null {
  const words = searchTerms(query).split(' ')
  const terms = [...new Set(words)].slice(0, maxTerms)
  const script = scripts.find(([script]) => terms.filter((term) => script.test(term)).length * 2 > terms.length)
  if (!script) return languageByStopWords(words, terms)
  const possible = script[1].filter((language) => known.includes(language))
  return possible.length > 1 ? null : (possible[0] ?? script[1][0]!)
}

function languageByStopWords(words: readonly string[], terms: readonly string[]): string | null {
  const counts = Object.entries(stopWords).map(([language, stopWords]) => {
    const fillers = fillerWords(words, language)
    return { language, count: terms.filter((term) => stopWords.has(term) || fillers.has(term)).length }
  })
  const [best, second] = counts.sort((a, b) => b.count - a.count)
  return best!.count >= minWords && best!.count > second!.count ? best!.language : null
}
