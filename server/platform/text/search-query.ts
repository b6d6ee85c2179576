// Composes the query with which documents are searched for the latest words of a customer.

const maxCharacters = 500
/** A text with this many words or fewer rarely says what it is about. */
const shortWords = 3
/** The beginnings of follow-ups, such as "and on Sundays?", in the languages of the offline model. */
const followUp =
  /^(?:and|or|what about|how about|also|und|oder|was ist mit|y|o|qué tal|et|ou|e|ed|oppure|che dire)(?![\p{L}\p{N}])/iu
const followUpWords = 8
/** Among the texts before the last one, the earlier question is looked for in so many. */
const maxEarlier = 6
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

export interface SearchWords {
  /** The question to which the last text is a follow-up. */
  earlier: string | undefined
  last: string
}

/**
 * Returns the last text and, if it is short or a follow-up, the nearest earlier text that is neither. `texts` are what
 * the customer said, oldest first. Returns undefined if the last text has no words.
 */
export function searchWordsOf(texts: readonly string[]): SearchWords | undefined {
  const last = endOf(texts.at(-1) ?? '')
  const count = countWords(last)
  if (count === 0) return undefined
  if (!isFollowUp(last, count)) return { earlier: undefined, last }
  const earlier = texts
    .slice(-1 - maxEarlier, -1)
    .map(endOf)
    .findLast((text) => {
      const length = countWords(text)
      return length > 0 && !isFollowUp(text, length)
    })
  return { earlier, last }
}

export function searchQueryOf(texts: readonly string[]): string | undefined {
  const found = searchWordsOf(texts)
  return found && [found.earlier, found.last].filter((text) => text !== undefined).join(' ')
}

const endOf = (text: string): string => text.slice(-maxCharacters).toWellFormed().replace(/\s+/g, ' ').trim()

const isFollowUp = (text: string, count: number): boolean =>
  count <= shortWords || (count <= followUpWords && followUp.test(text))

function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++
  return count
}
