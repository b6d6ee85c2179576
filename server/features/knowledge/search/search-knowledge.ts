// Searches a knowledgebase by words and by meaning, and merges both by rank.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { endingAfter } from '#server/platform/time/timeout-signal.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { findByMeaning, type MeaningMatches, understands } from './find-by-meaning.ts'
import { findByWords } from './find-by-words.ts'
import { fuse, type Place } from './fuse.ts'
import { rankByHeadings } from './match-headings.ts'
import { languageOfQuery } from './query-language.ts'
import type { FoundPassage, SearchResult } from './search-result.ts'
import { findOverview, type Overview, selectPassages } from './store-search.ts'

export interface SearchInput {
  knowledgebaseId: number
  query: string
  /** Default: 5. */
  limit?: number
  /** If the search by meaning takes longer, the words alone decide. Default: 3,000. */
  meaningMs?: number
  /** If a reranker has not answered so long after the start of the search, the passages keep their order. Default: 5,000. */
  rankedMs?: number
  signal?: AbortSignal
}

/** The passages that each way of searching contributes. Those found by words are ordered again by their headings. */
export const candidates = { words: 100, meaning: 40 }
/** The passages that a reranker reads. */
const rerankedPassages = 20

const none = {
  passages: [],
  vectors: 'off' as const,
  reranked: false,
  fullTextMs: 0,
  embeddingMs: null,
  vectorMs: null,
}

/** A knowledgebase that does not exist has no passages. An aborted `signal` throws its reason. */
export async function searchKnowledge(ctx: AccountContext, input: SearchInput): Promise<SearchResult> {
  const { limit = 5, meaningMs = 3_000, rankedMs = 5_000, signal } = input
  const startedAt = performance.now()
  const query = input.query.slice(0, 1000).trim()
  const knowledgebase = { accountId: ctx.account.id, id: input.knowledgebaseId }
  const overview = await findOverview(ctx.db, knowledgebase, ctx.embedder?.name)
  if (!overview || query === '') return { ...none, totalMs: performance.now() - startedAt }

  signal?.throwIfAborted()
  const search = { query, language: languageOfQuery(query), overview }
  const byWords = findByWords(ctx.db, knowledgebase, { ...search, limit: candidates.words, signal }).then((places) => ({
    places,
    fullTextMs: performance.now() - startedAt,
  }))
  const meaningSignal = endingAfter(meaningMs, signal)
  const byMeaning = findByMeaning(ctx, knowledgebase, { ...search, limit: candidates.meaning, signal: meaningSignal })
  const [words, meaning] = await Promise.all([byWords, byMeaning])
  signal?.throwIfAborted()
  const { places, vectors } = withoutGuesses(meaning, { ...search, embedder: ctx.embedder, words: words.places })
  const ranked = fuse(rankByHeadings(words.places), places)
  const shortlist = ranked.slice(0, Math.max(limit, ctx.reranker ? rerankedPassages : 0))
  const rows = await selectPassages(ctx.db, knowledgebase, shortlist)
  const scores = new Map(ranked.map(({ documentId, position, score }) => [`${documentId}:${position}`, score]))
  const found = rows.map(({ position, ...passage }) => ({
    ...passage,
    score: scores.get(`${passage.document.id}:${position}`) ?? 0,
  }))
  const leftMs = rankedMs - (performance.now() - startedAt)
  const { passages, reranked } = await rerank(ctx, { query, limit, found, leftMs, signal })
  return {
    passages,
    vectors,
    reranked,
    fullTextMs: words.fullTextMs,
    embeddingMs: meaning.embeddingMs,
    vectorMs: meaning.vectorMs,
    totalMs: performance.now() - startedAt,
  }
}

/**
 * A model that does not understand the query returns random passages. If neither the query nor the documents tell whether
 * it does, they do not compete with passages that have its words.
 */
function withoutGuesses(
  meaning: MeaningMatches,
  { language, overview, embedder, words }: MeaningUse,
): Pick<MeaningMatches, 'places' | 'vectors'> {
  if (meaning.places.length === 0 || words.length === 0 || language !== null) return meaning
  if (overview.languages.every((known) => understands(embedder!, known))) return meaning
  return { places: [], vectors: 'unsupported_language' }
}

interface MeaningUse {
  language: string | null
  overview: Overview
  embedder: Embedder | undefined
  words: readonly Place[]
}

const warmUpMs = 10_000

/** Loads the embedding model and the vectors, so that the first search of a call is fast. Never throws. */
export async function warmUpSearch(ctx: AccountContext, knowledgebaseId: number): Promise<void> {
  const knowledgebase = { accountId: ctx.account.id, id: knowledgebaseId }
  try {
    const overview = await findOverview(ctx.db, knowledgebase, ctx.embedder?.name)
    const signal = AbortSignal.timeout(warmUpMs)
    if (overview)
      await findByMeaning(ctx, knowledgebase, { query: 'hello', language: null, limit: 1, overview, signal })
  } catch (error) {
    ctx.log.warn({ knowledgebase: knowledgebaseId, error }, 'the search of a call was not prepared')
  }
}

interface Shortlist {
  query: string
  limit: number
  found: FoundPassage[]
  leftMs: number
  signal: AbortSignal | undefined
}

async function rerank(
  { reranker, log }: AccountContext,
  { query, limit, found, leftMs, signal }: Shortlist,
): Promise<{ passages: FoundPassage[]; reranked: boolean }> {
  const unchanged = { passages: found.slice(0, limit), reranked: false }
  if (!reranker || found.length < 2 || leftMs <= 0) return unchanged
  const texts = found.map(({ headings, text }) => [...headings, text].join('\n'))
  const either = endingAfter(leftMs, signal)
  try {
    const ranking = await reranker.rerank(query, texts, { limit, signal: either })
    return { passages: ranking.map(({ index, score }) => ({ ...found[index]!, score })), reranked: true }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof OutsideError) && !either.aborted) throw error
    const code = error instanceof OutsideError ? error.code : 'timeout'
    log.warn({ code, error }, 'the reranker failed, so the passages keep their order')
    return unchanged
  }
}
