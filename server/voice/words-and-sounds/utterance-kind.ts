// Classifies the words of a customer: a sign of attention, a command to the assistant, or other speech.
import { findTurnLanguage } from './languages/index.ts'
import { phraseLengthAt, phraseSet, wordsOf } from './words.ts'

/** `backchannel` shows attention while listening, `command` asks the assistant to stop. */
export type UtteranceKind = 'backchannel' | 'command' | 'speech'

/** Understood in every language. */
const universal = {
  backchannels: phraseSet('ok, okay, mm, mhm, mm-hm, mmhmm, mm-hmm, hm, hmm, uh-huh, aha, ah, oh, uh, um'),
  commands: phraseSet('stop, hello'),
  politeWords: phraseSet('ok, okay, no'),
}
/** Longer texts are speech. */
const longestText = 120
/** More words are not needed for `min_interrupt_words`. */
const countedLength = 1_000

/** After a question of the assistant, a backchannel such as "yes" can be the answer. */
export function classifyUtterance(text: string, language: string): UtteranceKind {
  if (text.length > longestText) return 'speech'
  const { backchannels, commands, politeWords } = findTurnLanguage(language) ?? universal
  const words = wordsOf(text)
  if (words.length === 0) return 'speech'
  let commandWords = 0
  let isBackchannel = true
  for (let at = 0; at < words.length; ) {
    const command = phraseLengthAt(words, at, commands)
    const attention = phraseLengthAt(words, at, backchannels)
    const polite = phraseLengthAt(words, at, politeWords)
    commandWords = Math.max(commandWords, command)
    // A command of several words is unambiguous, whatever follows it.
    if (command >= 2) return 'command'
    const length = Math.max(command, attention, polite)
    if (length === 0) return 'speech'
    if (attention < length) isBackchannel = false
    at += length
  }
  if (isBackchannel) return 'backchannel'
  return commandWords > 0 ? 'command' : 'speech'
}

/** Whether further words can make a backchannel of the text, such as "I" of "I see". */
export function mayBecomeBackchannel(text: string, language: string): boolean {
  if (text.length > longestText) return false
  const words = wordsOf(text)
  const { backchannels } = findTurnLanguage(language) ?? universal
  for (const phrase of backchannels) if (phrase.startsWith(`${words.join(' ')} `)) return words.length > 0
  return false
}

const segmenters = new Map<string, Intl.Segmenter>()

/** Counts the words of the first 1,000 characters, also in languages without spaces. */
export function countWords(text: string, language: string): number {
  let count = 0
  for (const { isWordLike } of segmenterOf(language).segment(text.slice(0, countedLength))) if (isWordLike) count++
  return count
}

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const isCode = /^[a-z]{2,3}$/u.test(language)
  if (!isCode) return segmenterOf('und')
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return segmenter
}
