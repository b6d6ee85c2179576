// Recognizes the announcements of mailboxes, menus, screening services and networks by their words.
import { english } from './languages/english.ts'
import { turnLanguage } from './languages/index.ts'
import { type TurnLanguage, type Unreachable, unreachableKinds } from './languages/language.ts'
import { containsPhrase, wordsOf } from './words.ts'

export type Machine = 'voicemail' | 'ivr' | 'screening' | Unreachable

export interface Announcement {
  machine: Machine
  /** A person does not say this. */
  isCertain: boolean
}

/** Returns undefined for words that a person could say. */
export function classifyAnnouncement(text: string, language: string): Announcement | undefined {
  const words = wordsOf(text)
  const isQuestion = /[?？]\s*$/u.test(text)
  return classify(words, isQuestion, turnLanguage(language)) ?? classify(words, isQuestion, english)
}

function classify(words: readonly string[], isQuestion: boolean, lists: TurnLanguage): Announcement | undefined {
  for (const machine of isQuestion ? [] : unreachableKinds) {
    if (containsPhrase(words, lists.unreachable[machine])) return { machine, isCertain: true }
  }
  // "At the tone, please say your name" is both.
  if (containsPhrase(words, lists.screening)) return { machine: 'screening', isCertain: false }
  // A mailbox can name keys, too: "after the tone … or press the pound key".
  if (containsPhrase(words, lists.tone)) return { machine: 'voicemail', isCertain: true }
  if (containsPhrase(words, lists.menu) && !isPersonOfCompany(words, lists)) return { machine: 'ivr', isCertain: false }
  // A receptionist asks "Would you like to leave a message?".
  if (!isQuestion && containsPhrase(words, lists.voicemail)) return { machine: 'voicemail', isCertain: false }
  return undefined
}

/** "This call may be recorded, how can I help you?", without keys to press. */
const isPersonOfCompany = (words: readonly string[], { offersHelp, digits }: TurnLanguage): boolean =>
  containsPhrase(words, offersHelp) && !words.some((word) => /^\d+$/u.test(word) || digits.has(word))
