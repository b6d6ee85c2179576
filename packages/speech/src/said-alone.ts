// Words that are said alone, and how the model writes some numbers among them, such as “For,” instead of “Four”.
import { numbers, ordinals, tens } from './number-words.ts'

const soundLike: ReadonlyMap<string, string> = new Map([
  ['for', 'Four'],
  ['to', 'Two'],
  ['too', 'Two'],
  ['won', 'One'],
  ['ate', 'Eight'],
])
/** The model writes “Thirty s.” for “thirtieth”. */
const ordinalOfTen = /^(twent|thirt|fort|fift|sixt|sevent|eight|ninet)y s[.,!?]*$/i
const onlyWord = /^[a-z]+(?=[.,!?]*$)/i

/** Returns other texts unchanged. */
export function correctSingleNumber(text: string): string {
  return text.replace(ordinalOfTen, '$1ieth.').replace(onlyWord, (word) => soundLike.get(word.toLowerCase()) ?? word)
}

const magnitudes = ['hundred', 'thousand', 'million', 'billion']
/** Cardinal and ordinal numbers. */
const numberWords = new Set([
  ...numbers,
  ...tens,
  ...ordinals,
  ...tens.slice(1).map((ten) => ten.replace(/y$/, 'ieth')),
  ...magnitudes.flatMap((word) => [word, `${word}th`]),
])
/** What people say while they listen, or as a whole answer. */
const answer = /^(?:(?:oh,? )?(?:okay|i see)|oh|ah|yes|yeah|no|right|sure|thanks|thank you|hello)$/i

/** Of two letters that differ only above the band of a telephone, the small model tells “S” from “F”. */
const letter = /^s$/i

/** Whether the text is one number in words, or one of the usual short answers, or a letter that the small model hears better. */
export function isSaidAlone(text: string): boolean {
  const words = text.replace(/(?<![.,!?])[.,!?]+$/, '')
  return numberWords.has(words.toLowerCase()) || answer.test(words) || letter.test(words)
}
