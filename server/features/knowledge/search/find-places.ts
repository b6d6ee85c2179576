// Finds the places of a knowledgebase that match a query by words and by meaning, and merges both by score.
import type { AccountContext } from '#server/platform/context/context.ts'
import { endingAfter } from '#server/platform/time/timeout-signal.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { findByMeaning, type MeaningMatches, understands } from './find-by-meaning.ts'
import { findByWords, type WordMatches } from './find-by-words.ts'
import { fuse, type MergedPlace, type RankedPlace } from './fuse.ts'
import { rankByHeadings, type WordPlace } from './match-headings.ts'
import { languageOfQuery } from './query-language.ts'
import type { Overview, SearchedKnowledgebase } from './store-search.ts'

/** The passages that each way of searching contributes. Those found by words are ordered again by their headings. */
const candidates = { words: 100, meaning: 40 }

interface PlaceSearch {
  query: string
  overview: Overview
  /** If the search by meaning takes longer, the words alone decide. */
  meaningMs: number
  signal: AbortSignal | undefined
}

export interface FoundPlaces {
  /** Best first. */
  merged: MergedPlace[]
  words: WordPlace[]
  searched: WordMatches['searched']
  /** Those found by words, in the order that their headings give. */
  headings: RankedPlace[]
  /** `places` are empty if they do not count. */
  meaning: MeaningMatches
  fullTextMs: number
}

/** An aborted `signal` throws its reason. */
export async function findPlaces(
  ctx: AccountContext,
  knowledgebase: SearchedKnowledgebase,
  { query, overview, meaningMs, signal }: PlaceSearch,
): Promise<FoundPlaces> {
  const startedAt = performance.now()
  const search = { query, language: languageOfQuery(query, overview.languages), overview }
  const byWords = findByWords(ctx.db, knowledgebase, { ...search, limit: candidates.words, signal }).then((found) => ({
    ...found,
    fullTextMs: performance.now() - startedAt,
  }))
  const meaningSignal = endingAfter(meaningMs, signal)
  const byMeaning = findByMeaning(ctx, knowledgebase, { ...search, limit: candidates.meaning, signal: meaningSignal })
  const [{ places: words, searched, fullTextMs }, similar] = await Promise.all([byWords, byMeaning])
  signal?.throwIfAborted()
  const meaning = withoutGuesses(similar, { ...search, embedder: ctx.embedder, words })
  const headings = rankByHeadings(words)
  return { merged: fuse(headings, meaning.places), words, searched, headings, meaning, fullTextMs }
}

interface MeaningUse {
  language: string | null
  overview: Overview
  embedder: Embedder | undefined
  words: readonly WordPlace[]
}

/**
 * A model that does not understand the query returns random passages. If neither the query nor the documents tell whether
 * it does, they do not compete with passages that have its words.
 */
function withoutGuesses(meaning: MeaningMatches, { language, overview, embedder, words }: MeaningUse): MeaningMatches {
  if (meaning.places.length === 0 || words.length === 0 || language !== null) return meaning
  if (overview.languages.every((known) => understands(embedder!, known))) return meaning
  return { ...meaning, places: [], vectors: 'unsupported_language' }
}
