// Finds passages by their words: stems, rare words first, and similar words for misspelled ones.
import { searchTerms } from '@parley/documents'
import type { Db } from '#server/platform/database/database.ts'
import type { Place } from './fuse.ts'
import { configurationOf } from './languages.ts'
import { isMisspelling } from './misspelling.ts'
import {
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
/** Words that are not stop words, so that a number has a bit for each of them and for each replacement. */
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
const similarityCoverage = 0.5
/** Fewer stop words do not tell the language of a query: many languages share short words. */
const minStopWords = 2

/** Callers spell codes: `A B 1 2 3` is searched as `AB123`. */
const spelled = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ .-][\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu

export interface WordMatches {
  /** `coverage` is the share of the query's words, by their weights, that the passage contains: 0 to 1. */
  places: (Place & { coverage: number })[]
  /** ISO 639-1; undefined if the words do not tell. */
  language: string | undefined
}

interface Query {
  terms: readonly string[]
  forms: readonly WordForm[]
  overview: Overview
}

interface WordSearch {
  query: string
  limit: number
  overview: Overview
  signal: AbortSignal | undefined
}

/** Throws the reason of the signal between its queries to the database. */
export async function findByWords(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { query, limit, overview, signal }: WordSearch,
): Promise<WordMatches> {
  const joined = query.replace(spelled, (code) => code.replace(/[ .-]/g, ''))
  const terms = [...new Set(searchTerms(joined).split(' '))].filter(Boolean).slice(0, maxTerms)
  if (terms.length === 0) return { places: [], language: undefined }
  const configurations = [...new Set(['simple', ...overview.languages.map(configurationOf)])]
  const all = await selectWordForms(db, knowledgebase, { terms, configurations })
  const language = languageOf(terms, all, overview.languages)
  const stopWords = stopWordsOf(terms, all, language === undefined ? overview.languages : [language])
  const searched = [...terms.keys()].filter((term) => !stopWords.has(term)).slice(0, maxSearchedTerms)
  const forms = all.flatMap((form) =>
    searched.includes(form.term) ? [{ ...form, term: searched.indexOf(form.term) }] : [],
  )
  const input = { terms: searched.map((term) => terms[term]!), forms, overview }
  signal?.throwIfAborted()
  const words = [...rarestWords(input), ...(await findSimilar(db, knowledgebase, input))]
  if (words.length === 0) return { places: [], language }
  const preferred = languageOf(terms, all, overview.languages, 1)
  signal?.throwIfAborted()
  const matches = await selectMatches(db, knowledgebase, words, { language: preferred, limit })
  const coverageOf = createCoverage(input)
  return { places: matches.map(({ terms: bits, ...place }) => ({ ...place, coverage: coverageOf(bits) })), language }
}

/** Returns the rarest words, with the weights of BM25. */
function rarestWords({ forms, overview }: Query): SearchedWord[] {
  const found = new Map(forms.flatMap((form) => (form.passages > 0 ? [[form.word, form]] : [])))
  const words = [...found.values()].sort((a, b) => a.passages - b.passages)
  return firstWithinBound(words).map(({ word, term, passages }) => ({
    word,
    term,
    weight: inverseFrequency(passages, overview),
  }))
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
  const frequency = inverseFrequency(1, overview)
  const probable = similar
    .filter(({ term, word, similarity }) => similarity >= minSimilarity || isMisspelling(term, word))
    .sort((a, b) => b.similarity - a.similarity)
  return firstWithinBound(probable).map(({ term, word }) => ({
    word,
    term: maxSearchedTerms + terms.indexOf(term),
    weight: frequency * similarityWeight,
  }))
}

/** Returns the coverage of a passage from the bits of the terms that it contains. */
function createCoverage({ forms, overview }: Query): (terms: number) => number {
  const frequencies = new Map<number, number>()
  for (const { term, passages } of forms) frequencies.set(term, Math.max(passages, frequencies.get(term) ?? 0))
  const shares = [...frequencies].map(([term, passages]) => ({ term, share: inverseFrequency(passages, overview) }))
  const total = shares.reduce((sum, { share }) => sum + share, 0)
  const hasBit = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1
  const coverageOf = (bits: number, term: number): number =>
    hasBit(bits, term) ? 1 : hasBit(bits, maxSearchedTerms + term) ? similarityCoverage : 0
  return (bits) => shares.reduce((sum, { term, share }) => sum + share * coverageOf(bits, term), 0) / total
}

/** The terms that have no form in one of the languages. */
function stopWordsOf(terms: readonly string[], forms: readonly WordForm[], languages: readonly string[]): Set<number> {
  const hasForm = new Set(forms.map(({ term, configuration }) => `${configuration} ${term}`))
  const configurations = languages.map(configurationOf)
  const isStopWord = (term: number) => configurations.some((configuration) => !hasForm.has(`${configuration} ${term}`))
  return new Set([...terms.keys()].filter(isStopWord))
}

/** The language of the knowledgebase in which most words of the query, and at least so many, are stop words. */
function languageOf(
  terms: readonly string[],
  forms: readonly WordForm[],
  languages: readonly string[],
  least = minStopWords,
): string | undefined {
  const [best, second] = languages
    .map((language) => ({ language, count: stopWordsOf(terms, forms, [language]).size }))
    .sort((a, b) => b.count - a.count)
  return best && best.count >= least && best.count > (second?.count ?? 0) ? best.language : undefined
}
