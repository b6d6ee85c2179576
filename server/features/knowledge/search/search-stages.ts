// Returns what each stage of a search finds, to measure what it contributes.
import type { AccountContext } from '#server/platform/context/context.ts'
import { findPlaces } from './find-places.ts'
import type { FoundPassage } from './search-result.ts'
import { findOverview, selectPassages } from './store-search.ts'

/** `all` is what `searchKnowledge` returns without a reranker. */
export type SearchStage = 'words' | 'headings' | 'meaning' | 'all'

/** The passages of each stage, best first. Throws if the knowledgebase does not exist. */
export async function searchStages(
  ctx: AccountContext,
  { knowledgebaseId, query, limit }: { knowledgebaseId: number; query: string; limit: number },
): Promise<Record<SearchStage, Omit<FoundPassage, 'score'>[]>> {
  const knowledgebase = { accountId: ctx.account.id, id: knowledgebaseId }
  const overview = await findOverview(ctx.db, knowledgebase, ctx.embedder?.name)
  if (!overview) throw new Error(`The knowledgebase ${knowledgebaseId} does not exist.`)
  const signal = AbortSignal.timeout(60_000)
  const places = await findPlaces(ctx, knowledgebase, { query, overview, meaningMs: 30_000, signal })
  const { words, headings, meaning, merged } = places
  const stages = { words, headings, meaning: meaning.places, all: merged }
  const found = Object.entries(stages).map(async ([stage, places]) => [
    stage,
    await selectPassages(ctx.db, knowledgebase, places.slice(0, limit)),
  ])
  return Object.fromEntries(await Promise.all(found))
}
