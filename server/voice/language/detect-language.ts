// Detects the language of an utterance: from its letters, and from words that only one of the word lists contains.
import { turnLanguages } from '../words-and-sounds/languages/index.ts'
import type { TurnLanguage } from '../words-and-sounds/languages/language.ts'
import { wordsOf } from '../words-and-sounds/words.ts'

/** Shorter utterances are too often names. */
const minWords = 3
/** The least for a text in an alphabet that few languages use. */
const minLetters = 8
const minOwnWords = 2
/** The share of all words that must be words of the other language. */
const minShare = 0.25
/** The words of the other language, for each word that only the language of the assistant has. */
const minRatio = 3

/** Between the parts of names, addresses and dishes, whatever language is spoken. */
const nameParticles = new Set(
  wordsOf(
    'a al am an au aux avec com con da das de degli dei del della dello den der di do dos du e el en et il im in la las le les lo los met mit na no of ohne on para por san sans santa saint senza sin sem st ten the ter und van von y zonder',
  ),
)

const vocabularies: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(turnLanguages).map(([language, lists]) => [language, vocabularyOf(lists)]),
)

function vocabularyOf(lists: TurnLanguage): ReadonlySet<string> {
  const texts = Object.values(lists).flatMap((list) => {
    if (typeof list === 'string') return [list]
    if (list instanceof Set || list instanceof Map) return [...list.keys()]
    return Array.isArray(list) ? list : []
  })
  return new Set(texts.flatMap(wordsOf))
}

/** The alphabets of few languages, with the language that most people speak who use them. */
const alphabets: readonly (readonly [script: string, pattern: RegExp, language: string])[] = [
  ['Cyrl', /\p{Script=Cyrl}/gu, 'ru'],
  ['Arab', /\p{Script=Arab}/gu, 'ar'],
  ['Hebr', /\p{Script=Hebr}/gu, 'he'],
  ['Grek', /\p{Script=Grek}/gu, 'el'],
  ['Deva', /\p{Script=Deva}/gu, 'hi'],
  ['Beng', /\p{Script=Beng}/gu, 'bn'],
  ['Taml', /\p{Script=Taml}/gu, 'ta'],
  ['Telu', /\p{Script=Telu}/gu, 'te'],
  ['Knda', /\p{Script=Knda}/gu, 'kn'],
  ['Thai', /\p{Script=Thai}/gu, 'th'],
  ['Kore', /\p{Script=Hang}/gu, 'ko'],
  ['Jpan', /[\p{Script=Hira}\p{Script=Kana}]/gu, 'ja'],
  ['Hans', /\p{Script=Hani}/gu, 'zh'],
]

const isWrittenIn = (script: string, language: string): boolean =>
  script === (new Intl.Locale(language).maximize().script ?? 'Latn')

/** Japanese addresses can consist of Chinese characters. */
const canBeWrittenIn = (script: string, language: string): boolean =>
  isWrittenIn(script, language) || (script === 'Hans' && isWrittenIn('Jpan', language))

export interface DetectionOptions {
  /** The ISO 639-1 code of the assistant's language. */
  language: string
  /** Other languages that the customer may speak. */
  others: readonly string[]
  /** The language that the vendor reports. */
  reported?: string | undefined
}

/** Undefined if the text does not show it: names, addresses, single words, and languages whose words are not known. */
export function detectLanguage(text: string, { language, others, reported }: DetectionOptions): string | undefined {
  const alphabet = alphabetOf(text)
  if (alphabet) {
    const [script, , mostSpoken] = alphabet
    const isOwn = canBeWrittenIn(script, language)
    const possible = others.filter((other) => isWrittenIn(script, other))
    if (isOwn && possible.length === 0) return language
    if (reported !== undefined && (isWrittenIn(script, reported) || (isOwn && reported === language))) return reported
    return isOwn || possible.length > 1 ? undefined : (possible[0] ?? mostSpoken)
  }
  const own = vocabularies.get(language) ?? (isWrittenIn('Latn', language) ? undefined : new Set<string>())
  const detected = own && detectByWords(text, language, own)
  if (reported === undefined || reported === detected) return detected
  const isPossible = detected === undefined && (reported === language || mayBeIn(text, reported, language))
  return isPossible ? reported : undefined
}

function alphabetOf(text: string) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < minLetters) return undefined
  return alphabets.find(([script, pattern]) => {
    const count = text.match(pattern)?.length ?? 0
    return script === 'Jpan' ? count > 0 : count > 0.8 * letters
  })
}

function detectByWords(text: string, language: string, own: ReadonlySet<string>): string | undefined {
  const words = wordsOf(text)
  if (words.length < minWords) return undefined
  const counts = [...vocabularies]
    .filter(([code]) => code !== language)
    .map(([code, list]) => ({ code, list, count: words.filter((word) => list.has(word)).length }))
  const [first, second] = counts.toSorted((a, b) => b.count - a.count)
  const [foreign, ownOnly] = [onlyIn(text, first!.list, own), onlyIn(text, own, first!.list)]
  const isClear = first!.count > second!.count && foreign.count >= minRatio * ownOnly.count
  if (isClear && foreign.isSentence && foreign.count >= Math.max(minOwnWords, minShare * words.length))
    return first!.code
  return ownOnly.count > foreign.count ? language : undefined
}

/** Counts the words that one list has and the other has not. Words with a capital letter inside a text are names. */
function onlyIn(text: string, list: ReadonlySet<string>, other: ReadonlySet<string>) {
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const found = parts
    .filter((part, index) => index === 0 || !/^\p{Lu}/u.test(part))
    .flatMap(wordsOf)
    .filter((word) => list.has(word) && !other.has(word))
  return { count: found.length, isSentence: found.some((word) => !nameParticles.has(word)) }
}

/** Whether the text has words of the language that are neither names nor words of the other language. */
function mayBeIn(text: string, language: string, other: string): boolean {
  const list = vocabularies.get(language)
  return list === undefined || onlyIn(text, list, vocabularies.get(other) ?? new Set()).isSentence
}

/** Whether every word or letter of a text, however short, can be of the language. */
export function fitsLanguage(text: string, language: string): boolean {
  const list = vocabularies.get(language)
  const words = wordsOf(text)
  if (list) return words.length > 0 && words.every((word) => list.has(word))
  const letters = text.match(/\p{L}/gu) ?? []
  const own = alphabets.filter(([script]) => canBeWrittenIn(script, language))
  return letters.length > 0 && letters.every((letter) => own.some(([, pattern]) => letter.match(pattern)))
}
