// Finds passages by their words: stems, rare words first, similar words for misspelled ones, and headings.
import { searchTerms } from '@parley/documents'
import type { Db } from '#server/platform/database/database.ts'
import { fillerWords } from './filler-words.ts'
import { configurationOf } from './languages.ts'
import { createHeadingMatch, type WordPlace } from './match-headings.ts'
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
/** Stop words are not searched. Filler words come last. */
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
/** Filler words can have a meaning, as in `quick check-in`, but long questions have many of them. */
const fillerWeight = 0.1
/** The weights of words that a passage of typical length contains once and very often, see `knowledge_postings`. */
const [typicalPosting, highestPosting] = [1000, 2200]
/** With each further word, it is less likely that a passage that answers the query contains all of them. */
const furtherWord = 0.3
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

export interface WordMatches {
  /** Best first. */
  places: WordPlace[]
  /** The words that were searched: stems, or similar words for a misspelled one, with the words of the query. */
  searched: { word: string; term: string }[]
}

interface Query {
  terms: readonly string[]
  forms: readonly WordForm[]
  overview: Overview
}

/**
 * A passage of typical length that contains the word of a query once has the score 1; longer queries need their words more
 * often. Throws the reason of the signal between its queries to the database.
 */
export async function findByWords(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { query, language, limit, overview, signal }: WordSearch,
): Promise<WordMatches> {
  const joined = query.replace(spelled, (code) => code.replace(/[ .-]/g, ''))
  const queryWords = searchTerms(joined).split(' ')
  const terms = [...new Set(queryWords)].filter(Boolean).slice(0, maxTerms)
  if (terms.length === 0) return { places: [], searched: [] }
  const languages = [...new Set([...overview.languages, ...(language === null ? [] : [language])])]
  const configurations = [...new Set(['simple', ...languages.map(configurationOf)])]
  const forms = await selectWordForms(db, knowledgebase, { terms, configurations })
  const input = { terms, forms, overview }
  const { content, fillers } = searchedWords(input, queryWords, language ?? languageByStopWords(input, minStopWords))
  const search = onlyTerms(input, content)
  signal?.throwIfAborted()
  const similar = await findSimilar(db, knowledgebase, search)
  if (similar.length === 0 && search.forms.every(({ passages }) => passages === 0)) return { places: [], searched: [] }
  const words = [...rarestWords(search, onlyTerms(input, fillers)), ...similar]
  signal?.throwIfAborted()
  const preferred = language ?? languageByStopWords(input, 1)
  const matches = await selectMatches(db, knowledgebase, words, {
    language: overview.languages.find((known) => known === preferred),
    limit,
  })
  const typical = typicalScore(search, countWords(joined, content))
  const nearestOf = createHeadingMatch({ terms, content })
  const places = matches.map(({ headings, ...place }) => ({
    ...place,
    score: place.score / typical,
    heading: nearestOf(headings),
  }))
  const inOrder = forms.toSorted((a, b) => a.term - b.term)
  const written = inOrder.flatMap(({ word, term }) =>
    words.some((each) => each.word === word) ? [{ word, term: terms[term]! }] : [],
  )
  return { places, searched: [...written, ...similar.map(({ word, term }) => ({ word, term }))] }
}

/** Leaves out stop words. If all other words are fillers, they are the content. */
function searchedWords(
  { terms, forms, overview }: Query,
  queryWords: readonly string[],
  language: string | undefined,
): { content: string[]; fillers: string[] } {
  const languages = language === undefined ? overview.languages : [language]
  const stopWords = stopWordsOf(terms, forms, languages)
  const known = new Set(languages.flatMap((language) => [...fillerWords(queryWords, language)]))
  const words = terms.filter((_, term) => !stopWords.has(term))
  const content = words.filter((word) => !known.has(word)).slice(0, maxSearchedTerms)
  if (content.length === 0) return { content: words.slice(0, maxSearchedTerms), fillers: [] }
  const fillers = words.filter((word) => known.has(word)).slice(0, maxSearchedTerms - content.length)
  return { content, fillers }
}

function onlyTerms({ terms, forms, overview }: Query, searched: readonly string[]): Query {
  const indexes = new Map(searched.map((term, index) => [term, index]))
  const kept = forms.flatMap((form) => {
    const term = indexes.get(terms[form.term]!)
    return term === undefined ? [] : [{ ...form, term }]
  })
  return { terms: searched, forms: kept, overview }
}

/** Returns the rarest words, and then the rarest fillers, with the weights of BM25. */
function rarestWords(search: Query, fillers: Query): SearchedWord[] {
  const words = [...foundWords(search, 1), ...foundWords(fillers, fillerWeight)]
  return firstWithinBound(words).map(({ word, weight }) => ({ word, weight }))
}

function foundWords({ forms, overview }: Query, factor: number): (SearchedWord & { passages: number })[] {
  const found = new Map(forms.flatMap((form) => (form.passages > 0 ? [[form.word, form.passages]] : [])))
  return [...found]
    .map(([word, passages]) => ({ word, passages, weight: factor * inverseFrequency(passages, overview) }))
    .sort((a, b) => a.passages - b.passages)
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
): Promise<(SearchedWord & { term: string })[]> {
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
  return firstWithinBound(probable).map(({ word, term }) => ({ word, term, weight }))
}

/** The words with content, as the query writes them: a code has several terms. */
const countWords = (query: string, content: readonly string[]): number =>
  query.split(/\s+/).filter((word) =>
    searchTerms(word)
      .split(' ')
      .some((term) => content.includes(term)),
  ).length

/** The score of a passage that contains each word of the query once, or more often if there are `count` words. */
function typicalScore({ forms, overview }: Query, count: number): number {
  const posting = Math.min(highestPosting, typicalPosting * (1 + furtherWord * Math.max(0, count - 1)))
  const frequencies = new Map<number, number>()
  for (const { term, passages } of forms) frequencies.set(term, Math.max(passages, frequencies.get(term) ?? 0))
  return [...frequencies.values()].reduce((sum, passages) => sum + posting * inverseFrequency(passages, overview), 0)
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
