// Merges the passages found by words with those found by meaning.
export interface Place {
  documentId: number
  position: number
}

export interface RankedPlace extends Place {
  score: number
}

export interface MergedPlace extends RankedPlace {
  /** The part of the score that comes from the meaning; the rest comes from words and headings. */
  fromMeaning: number
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
export function fuse(words: readonly RankedPlace[], meaning: readonly RankedPlace[]): MergedPlace[] {
  const merged = new Map<string, MergedPlace>()
  for (const { documentId, position, score } of words)
    merged.set(`${documentId}:${position}`, { documentId, position, score, fromMeaning: 0 })
  const scores = meaning.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  for (const { documentId, position, score } of meaning) {
    const key = `${documentId}:${position}`
    const place = merged.get(key) ?? { documentId, position, score: 0, fromMeaning: 0 }
    place.fromMeaning = meaningWeight * (most > least ? (score - least) / (most - least) : 1)
    place.score += place.fromMeaning
    merged.set(key, place)
  }
  return [...merged.values()].sort((a, b) => b.score - a.score)
}
