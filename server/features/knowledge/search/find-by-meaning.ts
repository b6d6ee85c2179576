// Finds passages by their meaning: the vectors that are nearest to the vector of the query.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { isTimeout } from '#server/platform/time/timeout-signal.ts'
import { quantize } from '#server/platform/vector-search/quantize.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import type { VectorCollection, VectorHit } from '#server/ports/vector-search.ts'
import { partKeyOf, selectVectorParts, selectVectors } from '../documents/store-vectors.ts'
import type { RankedPlace } from './fuse.ts'
import type { VectorUse } from './search-result.ts'
import type { Overview, SearchedKnowledgebase } from './store-search.ts'

export interface MeaningPlace extends RankedPlace {
  /** The cosine similarity of the nearest piece of the passage. */
  similarity: number
}

export interface MeaningMatches {
  places: MeaningPlace[]
  vectors: VectorUse
  embeddingMs: number | null
  vectorMs: number | null
}

/** Less similar passages are no better than random ones. */
const minSimilarity = 0.2
/** The vectors that are read for each passage of the result, if passages have several. */
const vectorsPerPassage = 8
/** A second similar piece makes a passage more likely to answer the query. */
const secondPieceWeight = 0.4

interface MeaningSearch {
  query: string
  /** ISO 639-1; null if the query does not tell. */
  language: string | null
  limit: number
  overview: Overview
  signal: AbortSignal
}

/** A failure of the model or of the search is reported in `vectors`, and so is the end of `signal`. */
export async function findByMeaning(
  ctx: AccountContext,
  knowledgebase: SearchedKnowledgebase,
  { query, language, limit, overview, signal }: MeaningSearch,
): Promise<MeaningMatches> {
  const { embedder, vectorSearch } = ctx
  const matches: MeaningMatches = { places: [], vectors: 'off', embeddingMs: null, vectorMs: null }
  if (!embedder || overview.passagesCount === 0) return matches
  if (!understands(embedder, language) || !overview.languages.some((known) => understands(embedder, known)))
    return { ...matches, vectors: 'unsupported_language' }
  try {
    const startedAt = performance.now()
    const [vector] = await embedder.embed([query], { purpose: 'query', signal })
    matches.embeddingMs = performance.now() - startedAt
    const collection = collectionOf(ctx, knowledgebase, { embedder, overview, dimensions: vector!.length })
    const embeddedAt = performance.now()
    const vectors = embedder.pieceCharacters ? limit * vectorsPerPassage : limit
    const hits = await vectorSearch.search(collection, quantize(vector!), { limit: vectors, signal })
    matches.vectorMs = performance.now() - embeddedAt
    matches.vectors = overview.lacksVectors ? 'partial' : 'used'
    matches.places = rankPassages(hits.filter(({ similarity }) => similarity >= minSimilarity)).slice(0, limit)
  } catch (error) {
    if (!(error instanceof OutsideError) && !signal.aborted) throw error
    const code = error instanceof OutsideError ? error.code : 'timeout'
    if (!signal.aborted || isTimeout(signal))
      ctx.log.warn({ knowledgebase: knowledgebase.id, code, error }, 'a search found passages by words only')
    matches.vectors = 'failed'
  }
  return matches
}

/** `hits` are best first. */
function rankPassages(hits: readonly VectorHit[]): MeaningPlace[] {
  const passages = new Map<string, MeaningPlace & { pieces: number }>()
  for (const { part, position, similarity } of hits) {
    const passage = passages.get(`${part} ${position}`)
    if (!passage) {
      const documentId = documentOfPart(part)
      passages.set(`${part} ${position}`, { documentId, position, score: similarity, similarity, pieces: 1 })
    } else if (++passage.pieces === 2) passage.score += secondPieceWeight * similarity
  }
  return [...passages.values()].sort((a, b) => b.score - a.score)
}

/** A language that was not determined counts as understood. */
export const understands = ({ languages }: Embedder, language: string | null): boolean =>
  languages === undefined || language === null || languages.includes(language)

const documentOfPart = (part: string): number => Number(part.slice(0, part.indexOf(':')))

function collectionOf(
  { db }: AccountContext,
  { accountId, id }: SearchedKnowledgebase,
  { embedder: { name }, overview, dimensions }: { embedder: Embedder; overview: Overview; dimensions: number },
): VectorCollection {
  return {
    key: `${accountId}:${id}:${name}:${dimensions}`,
    revision: String(overview.revision),
    dimensions,
    async listParts() {
      const rows = await selectVectorParts(db, accountId, id, name)
      return rows.map((row) => ({ key: partKeyOf(row), count: row.bytes / dimensions }))
    },
    loadPart: (key) => selectVectors(db, { accountId, documentId: documentOfPart(key) }, name),
  }
}
