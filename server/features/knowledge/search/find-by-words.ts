// Finds passages by their words: stems, rare words first, and similar words for misspelled ones.
import { searchTerms } from '@parley/documents'
import type { Db } from '#server/platform/database/database.ts'
import type { Place } from './fuse.ts'
import { configurationOf } from './languages.ts'
import {
  type Overview,
  type SearchedKnowledgebase,
  selectMatches,
  selectSimilarWords,
  selectWordForms,
  type WordForm,
} from './store-search.ts'

/** Long queries are truncated, because every further word costs time and rarely changes the result. */
const maxTerms = 40
/** Bounds the time of a search: the most frequent words of a query are left out if the others suffice. */
const maxPostings = 20_000
const minSimilarLength = 4
const similarPerTerm = 3
/** A similar word counts less than the word itself. */
const similarityWeight = 0.6

export interface WordMatches {
  places: Place[]
  /** ISO 639-1; undefined if the words do not tell. */
  language: string | undefined
}

export async function findByWords(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { query, limit, overview }: { query: string; limit: number; overview: Overview },
): Promise<WordMatches> {
  const terms = [...new Set(searchTerms(query).split(' '))].filter(Boolean).slice(0, maxTerms)
  if (terms.length === 0) return { places: [], language: undefined }
  const configurations = [...new Set(['simple', ...overview.languages.map(configurationOf)])]
  const forms = await selectWordForms(db, knowledgebase, { terms, configurations })
  const language = languageOf(overview.languages, terms, forms)
  const weights = weightsOf(forms, overview.passagesCount)
  for (const { word, weight } of await findSimilar(db, knowledgebase, { terms, forms, overview })) {
    weights.set(word, Math.max(weight, weights.get(word) ?? 0))
  }
  const words = [...weights].map(([word, weight]) => ({ word, weight }))
  return { places: words.length > 0 ? await selectMatches(db, knowledgebase, words, limit) : [], language }
}

/** The inverse document frequency of BM25, for the rarest words whose passages together do not exceed the bound. */
function weightsOf(forms: readonly WordForm[], total: number): Map<string, number> {
  const frequencies = new Map(forms.flatMap(({ word, passages }) => (passages > 0 ? [[word, passages]] : [])))
  const rarestFirst = [...frequencies].sort(([, one], [, other]) => one - other)
  const weights = new Map<string, number>()
  let postings = 0
  for (const [word, passages] of rarestFirst) {
    postings += passages
    if (postings > maxPostings && weights.size > 0) break
    weights.set(word, inverseFrequency(passages, total))
  }
  return weights
}

const inverseFrequency = (passages: number, total: number): number =>
  Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5))

/** Finds replacements for words that no passage contains. */
async function findSimilar(
  db: Db,
  knowledgebase: SearchedKnowledgebase,
  { terms, forms, overview }: { terms: readonly string[]; forms: readonly WordForm[]; overview: Overview },
): Promise<{ word: string; weight: number }[]> {
  const configurations = [...new Set(overview.languages.map(configurationOf))]
  const hasForm = (term: number, configuration: string) =>
    forms.some((form) => form.term === term && form.configuration === configuration)
  const isStopWord = (term: number) => configurations.some((configuration) => !hasForm(term, configuration))
  const missing = terms.filter(
    (text, term) =>
      [...text].length >= minSimilarLength &&
      !isStopWord(term) &&
      !forms.some((form) => form.term === term && form.passages > 0),
  )
  if (missing.length === 0) return []
  const similar = await selectSimilarWords(db, knowledgebase, missing, similarPerTerm)
  const frequency = inverseFrequency(1, overview.passagesCount)
  return similar.map(({ word, similarity }) => ({ word, weight: frequency * similarity * similarityWeight }))
}

/** The language of the knowledgebase in which most words of the query are stop words. */
function languageOf(
  languages: readonly string[],
  terms: readonly string[],
  forms: readonly WordForm[],
): string | undefined {
  const stopWords = (language: string): number => {
    const configuration = configurationOf(language)
    if (configuration === 'simple') return 0
    const kept = new Set(forms.flatMap((form) => (form.configuration === configuration ? [form.term] : [])))
    return terms.length - kept.size
  }
  const [best, second] = languages
    .map((language) => ({ language, count: stopWords(language) }))
    .sort((one, other) => other.count - one.count)
  return best && best.count > (second?.count ?? 0) ? best.language : undefined
}
