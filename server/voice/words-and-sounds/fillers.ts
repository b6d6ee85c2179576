// Chooses what the assistant says while its answer is generated.
import { readFileSync } from 'node:fs'
import { parseCsv, text } from '#server/platform/text/csv.ts'
import { findTurnLanguage, turnLanguage } from './languages/index.ts'
import type { TurnLanguage } from './languages/language.ts'
import { containsPhrase, phraseLengthAt, wordsOf } from './words.ts'

export type FillerCategory = 'positive' | 'negative' | 'question' | 'neutral'
export type Fillers = Record<FillerCategory, readonly string[]>

const file = 'fillers.csv'
const categories = ['positive', 'negative', 'question', 'neutral'] as const

const fillersByLanguage = new Map(
  parseCsv(file, readFileSync(new URL(file, import.meta.url), 'utf8'), ['iso2', ...categories]).map((line) => {
    const words = (category: FillerCategory): string[] => text(line, category).split('|')
    return [
      text(line, 'iso2'),
      {
        positive: words('positive'),
        negative: words('negative'),
        question: words('question'),
        neutral: words('neutral'),
      },
    ]
  }),
)

/** Returns the English words for languages without an entry (ISO 639-1). */
export const defaultFillers = (iso2: string) => fillersByLanguage.get(iso2) ?? fillersByLanguage.get('en')!

/** A negation this many words before changes the meaning of a word. */
const negationReach = 2
const relevantLength = 400

export interface FillerRequest {
  /** The words of the customer. */
  text: string
  /** ISO 639-1. */
  language: string
  /** The words of the account. A category that is missing has the words of the language; an empty one has none. */
  config: Partial<Fillers> | undefined
  /** The filler that was spoken last. */
  previous: string | undefined
}

/** Returns undefined if there is no other filler than the previous one. */
export function chooseFiller({ text, language, config, previous }: FillerRequest): string | undefined {
  const category = categoryOf(text, language)
  const candidates = config?.[category] ?? defaultFillers(language)[category]
  const others = candidates.filter((candidate) => candidate !== previous)
  if (others.length === 0) return undefined
  // After the previous one, so that all are used; otherwise the text decides.
  const last = previous === undefined ? -1 : candidates.indexOf(previous)
  return others[(last < 0 ? text.length : last) % others.length]
}

function categoryOf(text: string, language: string): FillerCategory {
  const end = text.slice(-relevantLength)
  const hasQuestionMark = /[?？؟]/u.test(end)
  const lists = findTurnLanguage(language)
  if (!lists) return hasQuestionMark ? 'question' : 'neutral'
  const words = wordsOf(end)
  const found = { positive: 0, negative: 0 }
  for (const [at] of words.entries()) {
    const isNegated = containsPhrase(words.slice(Math.max(0, at - negationReach), at), lists.negations)
    if (phraseLengthAt(words, at, lists.negativeWords) > 0) found.negative += isNegated ? 0 : 1
    else if (phraseLengthAt(words, at, lists.positiveWords) > 0) found[isNegated ? 'negative' : 'positive']++
  }
  if (found.negative > 0) return 'negative'
  if (hasQuestionMark || phraseLengthAt(words, 0, lists.questionWords) > 0) return 'question'
  return found.positive > 0 ? 'positive' : 'neutral'
}

type SpokenPhrases = Pick<
  TurnLanguage,
  | 'bridges'
  | 'patience'
  | 'apology'
  | 'stillThere'
  | 'trouble'
  | 'goodbye'
  | 'optedOut'
  | 'nobodyReached'
  | 'timeOver'
  | 'silenceGoodbye'
>

/** The phrases of the engine; English for languages without phrases (ISO 639-1). */
export const phrasesOf = (language: string): SpokenPhrases => turnLanguage(language)

export const bridgePhrases = (language: string): readonly string[] => phrasesOf(language).bridges
