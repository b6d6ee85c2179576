// Searches like `searchKnowledge`, and returns what each stage finds, to measure what it contributes.
import type { AccountContext } from '#server/platform/context/context.ts'
import { findByMeaning } from './find-by-meaning.ts'
import { findByWords } from './find-by-words.ts'
import { fuse } from './fuse.ts'
import { rankByHeadings } from './match-headings.ts'
import { languageOfQuery } from './query-language.ts'
import { candidates } from './search-knowledge.ts'
import type { FoundPassage } from './search-result.ts'
import { findOverview, selectPassages } from './store-search.ts'

export type SearchStage = 'words' | 'headings' | 'meaning' | 'all'

/** The passages of each stage, best first. Throws if the knowledgebase does not exist. */
export async function searchStages(
  ctx: AccountContext,
  { knowledgebaseId, query, limit }: { knowledgebaseId: number; query: string; limit: number },
): Promise<Record<SearchStage, Omit<FoundPassage, 'score'>[]>> {
  const knowledgebase = { accountId: ctx.account.id, id: knowledgebaseId }
  const overview = await findOverview(ctx.db, knowledgebase, ctx.embedder?.name)
  if (!overview) throw new Error(`The knowledgebase ${knowledgebaseId} does not exist.`)
  const signal = AbortSignal.timeout(30_000)
  const search = { query, language: languageOfQuery(query), overview, signal }
  const words = await findByWords(ctx.db, knowledgebase, { ...search, limit: candidates.words })
  const { places: meaning } = await findByMeaning(ctx, knowledgebase, { ...search, limit: candidates.meaning })
  const headings = rankByHeadings(words)
  const stages = { words, headings, meaning, all: fuse(headings, meaning) }
  const found = Object.entries(stages).map(async ([stage, places]) => [
    stage,
    await selectPassages(ctx.db, knowledgebase, places.slice(0, limit)),
  ])
  return Object.fromEntries(await Promise.all(found))
}
