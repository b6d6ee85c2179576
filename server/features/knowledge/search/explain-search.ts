// Searches a knowledgebase, and explains how the score of each passage came about and what each stage found.
import type { AccountContext } from '#server/platform/context/context.ts'
import { type FoundPlaces, findPlaces } from './find-places.ts'
import { findWordsIn, type PassageWord } from './find-words-in.ts'
import type { Place } from './fuse.ts'
import { headingFactor } from './match-headings.ts'
import { type SearchInput, searchWithPlaces } from './search-knowledge.ts'
import type { FoundPassage, SearchResult } from './search-result.ts'
import { findOverview, selectPassages } from './store-search.ts'

/** Places start at 1. A stage in which the passage did not take part is null. */
export interface Explanation {
  words: { place: number; score: number; found: PassageWord[] } | null
  heading: { place: number; factor: number; similarity: number; text: string; words: string[] } | null
  meaning: { place: number; similarity: number; score: number } | null
  /** The order before reranking. */
  merged: { place: number; score: number }
  reranking: { place: number; score: number } | null
}

export type ExplainedResult = Omit<SearchResult, 'passages'> & {
  passages: (FoundPassage & { explanation: Explanation })[]
}

/** The explanation costs a query; searches of assistants use `searchKnowledge`. */
export async function explainSearch(ctx: AccountContext, input: SearchInput): Promise<ExplainedResult> {
  const { result, places } = await searchWithPlaces(ctx, input)
  if (!places || result.passages.length === 0) return { ...result, passages: [] }
  const found = await findWordsIn(ctx.db, result.passages, places.searched)
  const explain = explainer(places)
  const passages = result.passages.map((passage, index) => ({
    ...passage,
    explanation: {
      ...explain(passage, found[index]!),
      reranking: result.reranked ? { place: index + 1, score: passage.score } : null,
    },
  }))
  return { ...result, passages }
}

const keyOf = ({ documentId, position }: Place): string => `${documentId}:${position}`

const byKey = <P extends Place>(places: readonly P[]): Map<string, P & { place: number }> =>
  new Map(places.map((each, index) => [keyOf(each), { ...each, place: index + 1 }]))

function explainer({ words, headings, meaning, merged }: FoundPlaces) {
  const [byWords, byHeadings, byMeaning, all] = [byKey(words), byKey(headings), byKey(meaning.places), byKey(merged)]
  return ({ document, position }: FoundPassage, found: PassageWord[]): Omit<Explanation, 'reranking'> => {
    const key = keyOf({ documentId: document.id, position })
    const [word, similar, { place, score }] = [byWords.get(key), byMeaning.get(key), all.get(key)!]
    return {
      words: word ? { place: word.place, score: word.score, found } : null,
      heading: word?.heading?.shared.length
        ? {
            place: byHeadings.get(key)!.place,
            factor: headingFactor(word),
            similarity: word.heading.similarity,
            // Those inside of a passage have number signs.
            text: word.heading.heading.replace(/^#+\s*/, ''),
            words: word.heading.shared,
          }
        : null,
      meaning: similar
        ? { place: similar.place, similarity: similar.similarity, score: all.get(key)!.fromMeaning }
        : null,
      merged: { place, score },
    }
  }
}

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
