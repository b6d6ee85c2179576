// Searches a knowledgebase by words and by meaning, and lets a reranker order the best passages.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { endingAfter } from '#server/platform/time/timeout-signal.ts'
import { findByMeaning } from './find-by-meaning.ts'
import { type FoundPlaces, findPlaces } from './find-places.ts'
import type { FoundPassage, SearchResult } from './search-result.ts'
import { findOverview, selectPassages } from './store-search.ts'

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

/** The passages that a reranker reads. */
const rerankedPassages = 20

const none = {
  passages: [],
  vectors: 'off' as const,
  reranked: false,
  fullTextMs: 0,
  embeddingMs: null,
  vectorMs: null,
  rerankingMs: null,
}

/** A knowledgebase that does not exist has no passages. An aborted `signal` throws its reason. */
export const searchKnowledge = async (ctx: AccountContext, input: SearchInput): Promise<SearchResult> =>
  (await searchWithPlaces(ctx, input)).result

/** Also returns what each stage has found; undefined without a knowledgebase or a query. */
export async function searchWithPlaces(
  ctx: AccountContext,
  input: SearchInput,
): Promise<{ result: SearchResult; places: FoundPlaces | undefined }> {
  const { limit = 5, meaningMs = 3_000, rankedMs = 5_000, signal } = input
  const startedAt = performance.now()
  const query = input.query.slice(0, 1000).trim()
  const knowledgebase = { accountId: ctx.account.id, id: input.knowledgebaseId }
  const overview = await findOverview(ctx.db, knowledgebase, ctx.embedder?.name)
  if (!overview || query === '')
    return { result: { ...none, totalMs: performance.now() - startedAt }, places: undefined }

  signal?.throwIfAborted()
  const places = await findPlaces(ctx, knowledgebase, { query, overview, meaningMs, signal })
  const { merged, meaning, fullTextMs } = places
  const shortlist = merged.slice(0, Math.max(limit, ctx.reranker ? rerankedPassages : 0))
  const rows = await selectPassages(ctx.db, knowledgebase, shortlist)
  const scores = new Map(merged.map(({ documentId, position, score }) => [`${documentId}:${position}`, score]))
  const found = rows.map((passage) => ({
    ...passage,
    score: scores.get(`${passage.document.id}:${passage.position}`) ?? 0,
  }))
  const leftMs = rankedMs - (performance.now() - startedAt)
  const ranking = await rerank(ctx, { query, limit, found, leftMs, signal })
  const { vectors, embeddingMs, vectorMs } = meaning
  const totalMs = performance.now() - startedAt
  return { result: { ...ranking, vectors, fullTextMs, embeddingMs, vectorMs, totalMs }, places }
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
): Promise<Pick<SearchResult, 'passages' | 'reranked' | 'rerankingMs'>> {
  const unchanged = { passages: found.slice(0, limit), reranked: false, rerankingMs: null }
  if (!reranker || found.length < 2 || leftMs <= 0) return unchanged
  const texts = found.map(({ headings, text }) => [...headings, text].join('\n'))
  const either = endingAfter(leftMs, signal)
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  try {
    const ranking = await reranker.rerank(query, texts, { limit, signal: either })
    const passages = ranking.map(({ index, score }) => ({ ...found[index]!, score }))
    return { passages, reranked: true, rerankingMs: elapsedMs() }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof OutsideError) && !either.aborted) throw error
    const code = error instanceof OutsideError ? error.code : 'timeout'
    log.warn({ code, error }, 'the reranker failed, so the passages keep their order')
    return { ...unchanged, rerankingMs: elapsedMs() }
  }
}

/** The processes of the model and of the vectors end after three minutes without requests. */
const defaultEveryMs = 120_000

/**
 * Returns a function that ends this. `knowledgebaseOf` is asked again each time, because a call can be transferred to an
 * assistant with another knowledgebase, or with none.
 */
export function keepSearchWarm(
  ctx: AccountContext,
  knowledgebaseOf: () => number | null,
  everyMs = defaultEveryMs,
): () => void {
  const timer = setInterval(() => {
    const id = knowledgebaseOf()
    if (id !== null) void warmUpSearch(ctx, id)
  }, everyMs).unref()
  return () => clearInterval(timer)
}
