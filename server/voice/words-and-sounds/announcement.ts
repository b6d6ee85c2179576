// Recognizes the announcements of mailboxes, menus, screening services and networks by their words.
import { english } from './languages/english.ts'
import { turnLanguage } from './languages/index.ts'
import { type TurnLanguage, type Unreachable, unreachableKinds } from './languages/language.ts'
import { containsPhrase, countPhrases, endsWithPhrase, wordsOf } from './words.ts'

export type Machine = 'voicemail' | 'ivr' | 'screening' | Unreachable

export interface Announcement {
  machine: Machine
  /** A person does not say this. */
  isCertain: boolean
  /** A person says this rarely: it asks for a message, or has several parts of an announcement. */
  isLikely: boolean
}

/** Returns undefined for words that a person could say. */
export function classifyAnnouncement(text: string, language: string): Announcement | undefined {
  const words = wordsOf(text)
  const isQuestion = /[?？]\s*$/u.test(text)
  return classify(words, isQuestion, turnLanguage(language)) ?? classify(words, isQuestion, english)
}

function classify(words: readonly string[], isQuestion: boolean, lists: TurnLanguage): Announcement | undefined {
  const isOfPerson = isQuestion || containsPhrase(words, lists.persons) || endsWithPhrase(words, lists.handsOver)
  const isOfNetwork = containsPhrase(words, lists.networks)
  for (const machine of isQuestion || (isOfPerson && !isOfNetwork) ? [] : unreachableKinds) {
    if (containsPhrase(words, lists.unreachable[machine])) return { machine, isCertain: true, isLikely: isOfNetwork }
  }
  // "At the tone, please say your name" is both.
  if (containsPhrase(words, lists.screening)) return { machine: 'screening', isCertain: false, isLikely: true }
  // A mailbox can name keys, too: "after the tone … or press the pound key".
  if (containsPhrase(words, lists.tone)) return { machine: 'voicemail', isCertain: true, isLikely: true }
  if (containsPhrase(words, lists.menu) && !isPersonOfCompany(words, lists))
    return { machine: 'ivr', isCertain: false, isLikely: true }
  // A receptionist asks "Would you like to leave a message?", and a person says "Leave your number with me".
  const asksForMessage = containsPhrase(words, lists.leavesMessage)
  const parts = countPhrases(words, lists.voicemail)
  if (isOfPerson || (!asksForMessage && parts === 0)) return undefined
  return { machine: 'voicemail', isCertain: false, isLikely: asksForMessage || parts >= 2 || isOfNetwork }
}

/** "This call may be recorded, how can I help you?", without keys to press. */
const isPersonOfCompany = (words: readonly string[], { offersHelp, digits }: TurnLanguage): boolean =>
  containsPhrase(words, offersHelp) && !words.some((word) => /^\d+$/u.test(word) || digits.has(word))
