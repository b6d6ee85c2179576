// Recognizes that the other side asks to wait on the line, and the announcements of a queue.
import { english } from './languages/english.ts'
import { turnLanguage } from './languages/index.ts'
import type { TurnLanguage } from './languages/language.ts'
import { clausesOf, containsPhrase, phraseLengthAt, wordsOf } from './words.ts'

/** A longer text contains another matter. */
const longestErrand = 15
/** A greeting of a person has at most this many words. */
const longestGreeting = 8
/** The end of a longer text decides. */
const longestText = 1_000
/** More clauses are not examined. */
const maxClauses = 20

/** Whether the other side asks to wait: "Please hold the line", but not "Hold on, that's wrong". */
export function asksToHold(text: string, language: string): boolean {
  const end = text.slice(-longestText)
  const words = wordsOf(end)
  const clauses = clausesOf(end)
    .slice(-maxClauses)
    .map((clause) => wordsOf(clause))
  return [turnLanguage(language), english].some(
    (lists) =>
      containsPhrase(words, lists.holdRequests) ||
      clauses.some((_, index) => isMoment(clauses.slice(index).flat(), lists)),
  )
}

/** "One moment, please", with nothing after it but what is done in the meantime. */
function isMoment(words: readonly string[], lists: TurnLanguage): boolean {
  const { moments, errands, politeWords, backchannels, greetings } = lists
  let hasMoment = false
  for (let at = 0; at < words.length; ) {
    if (hasMoment && phraseLengthAt(words, at, errands) > 0) return words.length - at <= longestErrand
    const moment = phraseLengthAt(words, at, moments)
    const others = [politeWords, backchannels, greetings].map((phrases) => phraseLengthAt(words, at, phrases))
    const length = Math.max(moment, ...others)
    if (length === 0) return false
    hasMoment ||= moment === length
    at += length
  }
  return hasMoment
}

/** Whether a queue speaks, in the language of the call or in English, and not the person who takes the call. */
export function isQueue(text: string, language: string): boolean {
  const words = wordsOf(text.slice(-longestText))
  const all = [turnLanguage(language), english]
  return all.some(({ queues }) => containsPhrase(words, queues)) && !all.some((lists) => isPerson(words, lists))
}

function isPerson(words: readonly string[], { greetings, introductions, offersHelp }: TurnLanguage): boolean {
  if (containsPhrase(words, introductions) || containsPhrase(words, offersHelp)) return true
  return words.length <= longestGreeting && phraseLengthAt(words, 0, greetings) > 0
}
