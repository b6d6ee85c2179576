// Decides how much words and meaning count in a search, and merges what both found.
import type { Embedder } from '#server/ports/embedder.ts'
import { type MeaningMatches, understands } from './find-by-meaning.ts'
import type { WordMatches } from './find-by-words.ts'
import { fuse, type RankedPlace } from './fuse.ts'
import type { VectorUse } from './search-result.ts'

/**
 * Passages that contain a smaller share of the query's words do not count by their words if the query was understood.
 * Chosen with the evaluation set in `eval/retrieval`.
 */
const minCoverage = 0.5

/** `languages` are those of the knowledgebase. */
export function combine(
  words: WordMatches,
  meaning: MeaningMatches,
  { embedder, languages }: { embedder: Embedder | undefined; languages: readonly string[] },
): { ranked: RankedPlace[]; vectors: VectorUse } {
  const { places, vectors } = meaning
  if (!embedder || places.length === 0) return { ranked: fuse([words.places]), vectors }
  const confident = words.places.filter(({ coverage }) => coverage >= minCoverage)
  switch (understandingOf(embedder, words.language, languages)) {
    case 'certain':
      return { ranked: fuse([confident, places]), vectors }
    case 'none':
      return { ranked: fuse([words.places]), vectors: 'unsupported_language' }
    case 'unknown':
      // A model that does not understand the language of the query returns random passages.
      if (confident.length > 0) return { ranked: fuse([words.places]), vectors: 'unsupported_language' }
      return { ranked: fuse([words.places, places]), vectors }
  }
}

/** The language of a query is unknown if it has too few stop words. */
function understandingOf(
  embedder: Embedder,
  language: string | undefined,
  languages: readonly string[],
): 'certain' | 'none' | 'unknown' {
  if (language !== undefined) return understands(embedder, language) ? 'certain' : 'none'
  return languages.every((candidate) => understands(embedder, candidate)) ? 'certain' : 'unknown'
}
