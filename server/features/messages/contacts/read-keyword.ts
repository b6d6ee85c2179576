// Recognizes that a whole message of a customer asks for an end of all messages, or for help.
import { optOutLanguages } from './languages/index.ts'
import type { OptOutLanguage } from './languages/language.ts'
import { plainWords } from './plain-words.ts'

export interface Keyword {
  asks: 'stop' | 'help'
  /** The languages that have it; none for a word of the account or of all languages. */
  languages: readonly string[]
}

/** Longer messages are left to the assistant. */
const longestMessage = 300

/** Used in all languages, so that they say nothing about the language of the conversation. */
const international = new Set([...optOutLanguages['en']!.stop, 'help'])

const languages = Object.entries(optOutLanguages)

const courtesies = new Set(languages.flatMap(([, language]) => language.courtesies))
const longestCourtesy = Math.max(...[...courtesies].map((words) => words.split(' ').length))

const languagesOf = (has: (language: OptOutLanguage) => boolean): string[] =>
  languages.flatMap(([code, language]) => (has(language) ? [code] : []))

/**
 * A keyword or a plain request, decorated with courtesies and punctuation, is heard if it is the whole message, or if
 * every other sentence only goes with it. A message that merely contains it is none. `own` are words of the account.
 */
export function readKeyword(text: string, own: readonly string[] = []): Keyword | undefined {
  if (text.length > longestMessage) return undefined
  const ownWords = new Set(own.map(plainWords))
  const whole = readPart(text, ownWords)
  if (whole) return whole
  const parts = text.split(/[.,;:!?…\n()–—]+| - /u).filter((part) => plainWords(part) !== '')
  let found: Keyword | undefined
  for (const part of parts) {
    const keyword = readPart(part, ownWords)
    const words = withoutCourtesies(plainWords(part))
    if (keyword?.asks === 'stop') found ??= keyword
    else if (words !== '' && !languages.some(([, { besides }]) => besides.some((each) => each(words.split(' ')))))
      return undefined
  }
  return found
}

function readPart(text: string, own: ReadonlySet<string>): Keyword | undefined {
  const all = plainWords(text)
  if (all === '') return undefined
  if (own.has(all)) return { asks: 'stop', languages: [] }
  const words = withoutRepetition(withoutCourtesies(all))
  if (own.has(words)) return { asks: 'stop', languages: [] }
  const stops = languagesOf(
    ({ stop, requests }) => stop.includes(words) || requests.some((each) => each(words.split(' '))),
  )
  const known = (found: string[]): string[] => (international.has(words) ? [] : found)
  if (stops.length > 0) return { asks: 'stop', languages: known(stops) }
  const helps = languagesOf(({ help }) => help.includes(words))
  return helps.length > 0 ? { asks: 'help', languages: known(helps) } : undefined
}

function withoutCourtesies(text: string): string {
  const words = text.split(' ')
  const others: string[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestCourtesy, words.length - at)
    while (length > 0 && !courtesies.has(words.slice(at, at + length).join(' '))) length--
    if (length === 0) others.push(words[at]!)
    at += Math.max(1, length)
  }
  return others.join(' ')
}

/** "Stop stop stop" */
function withoutRepetition(words: string): string {
  const each = words.split(' ')
  return each.every((word) => word === each[0]) ? each[0]! : words
}
