// Recognizes the announcements of mailboxes, menus, screening services and networks by their words.
import { english } from './languages/english.ts'
import { turnLanguage } from './languages/index.ts'
import type { TurnLanguage } from './languages/language.ts'
import { containsPhrase, wordsOf } from './words.ts'

export type Machine = 'voicemail' | 'ivr' | 'screening' | 'unavailable'

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
  if (containsPhrase(words, lists.unavailable)) return { machine: 'unavailable', isCertain: true }
  if (containsPhrase(words, lists.screening)) return { machine: 'screening', isCertain: false }
  if (containsPhrase(words, lists.menu)) return { machine: 'ivr', isCertain: false }
  if (containsPhrase(words, lists.tone)) return { machine: 'voicemail', isCertain: true }
  // A receptionist asks "Would you like to leave a message?".
  if (!isQuestion && containsPhrase(words, lists.voicemail)) return { machine: 'voicemail', isCertain: false }
  return undefined
}
