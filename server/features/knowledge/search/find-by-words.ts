// Finds passages by their words: stems, rare words first, similar words for misspelled ones, and headings.
import { searchTerms } from '@parley/documents'
import type { Db } from '#server/platform/database/database.ts'
import { isFillerWord } from './filler-words.ts'
import { configurationOf } from './languages.ts'
import { createHeadingMatch, type WordPlace } from './match-headings.ts'
import { isMisspelling } from './misspelling.ts'
import {
  highestPosting,
  type Overview,
  type SearchedKnowledgebase,
  type SearchedWord,
  selectMatches,
  selectSimilarWords,
  selectWordForms,
  type WordForm,
} from './store-search.ts'

/** Long queries are truncated, because every further word costs time and rarely changes the result. */
const maxTerms = 40
/** Words that are neither stop words nor fillers. */
const maxSearchedTerms = 24
/** Bounds the time of a search. At least one word is searched. */
const maxPostings = 20_000
const minSimilarLength = 4
/** The search for similar words takes tens of milliseconds for each word of a large knowledgebase. */
const maxReplacedTerms = 8
const similarPerTerm = 10
/** Of trigrams. More similar words are inflections or parts of compounds. */
const minSimilarity = 0.4
/** A similar word counts less than the word itself. */
const similarityWeight = 0.6
/** Fewer stop words do not tell the language of a query: many languages share short words. */
const minStopWords = 2

/** Callers spell codes: `A B 1 2 3` is searched as `AB123`. */
const spelled = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ .-][\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu

interface WordSearch {
  query: string
  /** ISO 639-1; null if the query does not tell. */
  language: string | null
  limit: number
  overview: Overview
  signal: AbortSignal | undefined
}

interface Query {
  terms: readonly string[]
  forms: readonly WordForm[]
  overview: Overview
}

/**
 * A passage that contains every word of the query very often has the score 1. Throws the reason of the signal between its
 * queries to the database.
 */
export async function findByWords(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { query, language, limit, overview, signal }: WordSearch,
): Promise<WordPlace[]> {
  const joined = query.replace(spelled, (code) => code.replace(/[ .-]/g, ''))
  const terms = [...new Set(searchTerms(joined).split(' '))].filter(Boolean).slice(0, maxTerms)
  if (terms.length === 0) return []
  const languages = [...new Set([...overview.languages, ...(language === null ? [] : [language])])]
  const configurations = [...new Set(['simple', ...languages.map(configurationOf)])]
  const all = await selectWordForms(db, knowledgebase, { terms, configurations })
  const input = { terms, forms: all, overview }
  const content = contentWords(input, language ?? languageByStopWords(input, minStopWords))
  const searched = content.slice(0, maxSearchedTerms)
  const forms = all.flatMap((form) => {
    const term = searched.indexOf(terms[form.term]!)
    return term < 0 ? [] : [{ ...form, term }]
  })
  const search = { terms: searched, forms, overview }
  signal?.throwIfAborted()
  const words = [...rarestWords(search), ...(await findSimilar(db, knowledgebase, search))]
  if (words.length === 0) return []
  signal?.throwIfAborted()
  const preferred = language ?? languageByStopWords(input, 1)
  const matches = await selectMatches(db, knowledgebase, words, { language: preferred, limit })
  const best = bestScore(search)
  const similarityOf = createHeadingMatch({ terms, content: searched })
  return matches.map(({ headings, ...place }) => ({
    ...place,
    score: place.score / best,
    headingSimilarity: similarityOf(headings),
  }))
}

/** Leaves out stop words, and filler words unless nothing else is left. */
function contentWords({ terms, forms, overview }: Query, language: string | undefined): string[] {
  const languages = language === undefined ? overview.languages : [language]
  const stopWords = stopWordsOf(terms, forms, languages)
  const words = terms.filter((_, term) => !stopWords.has(term))
  const content = words.filter((word) => !languages.some((language) => isFillerWord(word, language)))
  return content.length > 0 ? content : words
}

/** Returns the rarest words, with the weights of BM25. */
function rarestWords({ forms, overview }: Query): SearchedWord[] {
  const found = new Map(forms.flatMap((form) => (form.passages > 0 ? [[form.word, form]] : [])))
  const words = [...found.values()].sort((a, b) => a.passages - b.passages)
  return firstWithinBound(words).map(({ word, passages }) => ({ word, weight: inverseFrequency(passages, overview) }))
}

function firstWithinBound<W extends { passages: number }>(words: readonly W[]): W[] {
  let postings = 0
  return words.filter(({ passages }, index) => {
    postings += passages
    return index === 0 || postings <= maxPostings
  })
}

/** The inverse document frequency of BM25. */
const inverseFrequency = (passages: number, { passagesCount }: Overview): number =>
  Math.log(1 + (Math.max(passagesCount, passages) - passages + 0.5) / (passages + 0.5))

/** Finds replacements for words that no passage contains. */
async function findSimilar(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { terms, forms, overview }: Query,
): Promise<SearchedWord[]> {
  const found = new Set(forms.flatMap(({ term, passages }) => (passages > 0 ? [term] : [])))
  const unknown = new Set(forms.flatMap(({ term }) => (found.has(term) ? [] : [term])))
  const missing = [...unknown].filter((term) => [...terms[term]!].length >= minSimilarLength)
  if (missing.length === 0) return []
  const texts = missing.slice(0, maxReplacedTerms).map((term) => terms[term]!)
  const similar = await selectSimilarWords(db, knowledgebase, texts, similarPerTerm)
  const weight = inverseFrequency(1, overview) * similarityWeight
  const probable = similar
    .filter(({ term, word, similarity }) => similarity >= minSimilarity || isMisspelling(term, word))
    .sort((a, b) => b.similarity - a.similarity)
  return firstWithinBound(probable).map(({ word }) => ({ word, weight }))
}

/** The score of a passage that contains all words of the query very often. */
function bestScore({ forms, overview }: Query): number {
  const frequencies = new Map<number, number>()
  for (const { term, passages } of forms) frequencies.set(term, Math.max(passages, frequencies.get(term) ?? 0))
  return [...frequencies.values()].reduce(
    (sum, passages) => sum + highestPosting * inverseFrequency(passages, overview),
    0,
  )
}

/** The terms that have no form in one of the languages. */
function stopWordsOf(terms: readonly string[], forms: readonly WordForm[], languages: readonly string[]): Set<number> {
  const hasForm = new Set(forms.map(({ term, configuration }) => `${configuration} ${term}`))
  const configurations = languages.map(configurationOf)
  const isStopWord = (term: number) => configurations.some((configuration) => !hasForm.has(`${configuration} ${term}`))
  return new Set([...terms.keys()].filter(isStopWord))
}

/** The language of the knowledgebase in which most words of the query, and at least so many, are stop words. */
function languageByStopWords({ terms, forms, overview }: Query, least: number): string | undefined {
  const [best, second] = overview.languages
    .map((language) => ({ language, count: stopWordsOf(terms, forms, [language]).size }))
    .sort((a, b) => b.count - a.count)
  return best && best.count >= least && best.count > (second?.count ?? 0) ? best.language : undefined
}
