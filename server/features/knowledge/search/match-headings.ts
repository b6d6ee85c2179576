// Ranks passages whose headings resemble the query before others that contain the same words.
import { searchTerms } from '@parley/documents'
import { withoutDiacritics } from './diacritics.ts'
import type { RankedPlace } from './fuse.ts'

export interface HeadingMatch {
  heading: string
  /** 0 to 1. */
  similarity: number
  /** The words of the query that the heading contains, without diacritics. */
  shared: string[]
}

export interface WordPlace extends RankedPlace {
  /** The nearest heading; undefined without headings. */
  heading: HeadingMatch | undefined
  /** The passage continues the section of the one before. */
  continues: boolean
}

/** A passage under a heading with the words of the query counts five times. Less similar headings count far less. */
const headingWeight = 4
const headingExponent = 3
/** A heading tells less about the further passages of a long section. */
const continuationWeight = 0.7

export const rankByHeadings = (places: readonly WordPlace[]): RankedPlace[] =>
  places
    .map((place) => {
      const { documentId, position, score } = place
      return { documentId, position, score: score * headingFactor(place) }
    })
    .sort((a, b) => b.score - a.score)

/** 1 without a similar heading. */
export function headingFactor({ heading, continues }: Pick<WordPlace, 'heading' | 'continues'>): number {
  const weight = headingWeight * (heading?.similarity ?? 0) ** headingExponent
  return 1 + weight * (continues ? continuationWeight : 1)
}

/** Stop words of the query that a heading does not contain matter little: they ask, or surround the question. */
const missingStopWord = 0.25

/**
 * Returns a function from the headings of a passage to the nearest one. Its similarity is 1 if the query has the same words
 * as the heading. Stop words count too, because they distinguish `What is Debian?` from `Who makes Debian?`.
 */
export function createHeadingMatch({ terms, content }: { terms: readonly string[]; content: readonly string[] }) {
  const words = new Set(terms.map(withoutDiacritics))
  const contentWords = new Set(content.map(withoutDiacritics))
  const known = new Map<string, HeadingMatch>()

  function matchOf(heading: string): HeadingMatch {
    const own = new Set(withoutDiacritics(searchTerms(heading)).split(' '))
    const shared = [...own].filter((word) => words.has(word))
    const sharedStopWords = shared.filter((word) => !contentWords.has(word)).length
    const missing = words.size - contentWords.size - sharedStopWords
    const similarity =
      (2 * shared.length) / (own.size + contentWords.size + sharedStopWords + missingStopWord * missing)
    return { heading, similarity, shared }
  }

  return (headings: readonly string[]): HeadingMatch | undefined => {
    let nearest: HeadingMatch | undefined
    for (const heading of headings) {
      const match = known.get(heading) ?? matchOf(heading)
      known.set(heading, match)
      if (!nearest || match.similarity > nearest.similarity) nearest = match
    }
    return nearest
  }
}
