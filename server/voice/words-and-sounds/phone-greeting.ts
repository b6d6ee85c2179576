// Recognizes the words with which a person answers the telephone.
import { turnLanguage } from './languages/index.ts'
import { containsPhrase, phraseLengthAt, sentencesOf, wordsOf } from './words.ts'

const longestText = 1_000
/** Without punctuation, a longer text contains more than a greeting. */
const longestSentence = 25
/** A name alone has at most this many words. */
const longestName = 3
/** A longer question asks for something, unless it offers help. */
const longestQuestion = 5

/**
 * Whether a person only answers the telephone, with a greeting, a name, or an offer of help. The last sentence decides,
 * because a matter comes after the greeting.
 */
export function isPhoneGreeting(text: string, language: string): boolean {
  const { greetings, introductions, offersHelp, welcomes, negations } = turnLanguage(language)
  if (text.length > longestText) return false
  const words = wordsOf(sentencesOf(text).at(-1) ?? '')
  if (words.length > longestSentence || containsPhrase(words, negations)) return false
  if (isQuestion(text) && words.length > longestQuestion) return containsPhrase(words, offersHelp)
  // "Hello? Who is that, please?"
  const examined = isQuestion(text) ? wordsOf(text) : words
  if ([greetings, introductions, offersHelp, welcomes].some((phrases) => containsPhrase(examined, phrases))) return true
  return wordsOf(text).length <= longestName && !isQuestion(text)
}

/** What a mailbox does not say: an offer of help, or a greeting that asks something. */
export function isOfferOfPerson(text: string, language: string): boolean {
  const { greetings, offersHelp } = turnLanguage(language)
  const words = wordsOf(text)
  return containsPhrase(words, offersHelp) || (isQuestion(text) && phraseLengthAt(words, 0, greetings) > 0)
}

export const isQuestion = (text: string): boolean => /[?？]$/u.test(text.trimEnd())
