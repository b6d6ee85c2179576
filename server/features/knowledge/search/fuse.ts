// Merges the passages found by words with those found by meaning.
export interface Place {
  documentId: number
  position: number
}

export interface RankedPlace extends Place {
  score: number
}

/**
 * The score of the most similar passage. Less than 1, because a passage of typical length that contains the word of a short
 * query once has the score 1. Chosen with one half of the questions of `npm run bench -- knowledge`.
 */
const meaningWeight = 0.95

/**
 * Scores are added instead of ranks, so that a passage with all words of the query stays before those that are only
 * similar, and similar ones come before passages with few of its words. The similarities of a search are stretched from 0
 * to 1, because each embedding model has its own range.
 */
export function fuse(words: readonly RankedPlace[], meaning: readonly RankedPlace[]): RankedPlace[] {
  const merged = new Map<string, RankedPlace>()
  const add = ({ documentId, position }: Place, score: number): void => {
    const key = `${documentId}:${position}`
    const place = merged.get(key) ?? { documentId, position, score: 0 }
    place.score += score
    merged.set(key, place)
  }
  for (const place of words) add(place, place.score)
  const scores = meaning.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  for (const place of meaning) add(place, meaningWeight * (most > least ? (place.score - least) / (most - least) : 1))
  return [...merged.values()].sort((a, b) => b.score - a.score)
}
