// Ranks passages whose headings resemble the query before others that contain the same words.
import { searchTerms } from '@parley/documents'
import { withoutDiacritics } from './diacritics.ts'
import type { RankedPlace } from './fuse.ts'

export interface WordPlace extends RankedPlace {
  /** The similarity of the nearest heading, 0 to 1. */
  headingSimilarity: number
  /** The passage continues the section of the one before. */
  continues: boolean
}

/** A passage under a heading with the words of the query counts five times. Less similar headings count far less. */
const headingWeight = 4
const headingExponent = 3
/** A heading tells less about the further passages of a long section. */
const continuationWeight = 0.7

export function rankByHeadings(places: readonly WordPlace[]): RankedPlace[] {
  return places
    .map(({ score, headingSimilarity, continues, ...place }) => {
      const heading = headingWeight * headingSimilarity ** headingExponent
      return { ...place, score: score * (1 + heading * (continues ? continuationWeight : 1)) }
    })
    .sort((a, b) => b.score - a.score)
}

/** Stop words of the query that a heading does not contain matter little: they ask, or surround the question. */
const missingStopWord = 0.25

/**
 * Returns a function from the headings of a passage to the similarity of the nearest one: 0 to 1, if the query has the same
 * words as the heading. Stop words count too, because they distinguish `What is Debian?` from `Who makes Debian?`.
 */
export function createHeadingMatch({ terms, content }: { terms: readonly string[]; content: readonly string[] }) {
  const words = new Set(terms.map(withoutDiacritics))
  const contentWords = new Set(content.map(withoutDiacritics))
  const known = new Map<string, number>()

  function similarityTo(heading: string): number {
    const own = new Set(withoutDiacritics(searchTerms(heading)).split(' '))
    const shared = [...own].filter((word) => words.has(word))
    const sharedStopWords = shared.filter((word) => !contentWords.has(word)).length
    const missing = words.size - contentWords.size - sharedStopWords
    return (2 * shared.length) / (own.size + contentWords.size + sharedStopWords + missingStopWord * missing)
  }

  return (headings: readonly string[]): number =>
    headings.reduce((most, heading) => {
      const similarity = known.get(heading) ?? similarityTo(heading)
      known.set(heading, similarity)
      return Math.max(most, similarity)
    }, 0)
}
