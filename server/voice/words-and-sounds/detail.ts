// Estimates how much is missing of a number, an e-mail address or a spelled word at the end of a text.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import type { TurnLanguage } from './languages/language.ts'
import { containsPhrase, endsWithPhrase, isSpelledLetter, phraseLengthAt, wordsOf } from './words.ts'

/** Telephone numbers usually have at least this many digits. */
const completeDigits = 10
/** The same with the code of the country. */
const completeInternationalDigits = 11
/** Another group of digits can follow after a pause, even if only a few are missing. */
const leastMissing = 0.5
/** Further letters can follow after any letter. */
const missingOfSpelling = 0.7
/** More words after the last digit are no digits. */
const mostUnrecognized = 3
/** A longer answer to a request to spell something is a sentence, unless it contains single letters. */
const longestUnrecognizedSpelling = 4
export const emailAddress = /^[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,24}$/u
const usualDomains = new Set(['com', 'net', 'org', 'info'])
const domain = /^[^\s@.]{1,64}(?:\.[^\s@.]{1,64}){0,4}\.\p{L}{2,24}$/u

/** What a question of the assistant asks for. */
export interface AskedDetail {
  kind: 'email' | 'spelling' | 'number'
  /** How many digits a complete answer has. Undefined if the question does not say it. */
  digits: number | undefined
}

/**
 * Returns a fraction: 0 for a detail that is complete, 1 for one that has just begun, and NaN without a detail.
 * @param text The end of what the customer said.
 * @param words The words of `text`.
 * @param question The end of what the assistant said before.
 */
export function missingDetail(
  text: string,
  words: readonly string[],
  question: string | undefined,
  lists: TurnLanguage | undefined,
): number {
  const asked = askedDetail(question, lists)
  const isYesOrNo = lists?.shortAnswers.has(words.join(' ')) ?? false
  if (asked !== undefined && isYesOrNo) return 0.5
  const tokens = text.split(/\s+/u)
  const email = missingEmail(tokens, words, asked?.kind === 'email', lists)
  if (!Number.isNaN(email)) return email
  const spelling = missingSpelling(tokens, words, asked?.kind, lists)
  if (!Number.isNaN(spelling)) return spelling
  return asked?.kind === 'number' ? missingOfAskedNumber(tokens, asked.digits, lists) : missingDigits(tokens, lists)
}

/** What is read back to the customer: several digits, letters or an address. */
const readBack = /\d{3}|\d[ ,-]+\d[ ,-]+\d|@|(?<!\p{L})\p{L}[-., ]+\p{L}[-., ]+\p{L}(?!\p{L})/u

/** Undefined if nothing is asked for. A request can precede the last sentence: "What is your number? Please say it slowly." */
export function askedDetail(question: string | undefined, lists: TurnLanguage | undefined): AskedDetail | undefined {
  if (question === undefined || !lists || readBack.test(question)) return undefined
  const sentences = question.split(/[.!?]/u).filter((part) => part.trim() !== '')
  const asked = askedBy(sentences.at(-1) ?? '', lists)
  return asked ?? (question.trimEnd().endsWith('?') ? undefined : askedBy(sentences.at(-2) ?? '', lists))
}

function askedBy(sentence: string, lists: TurnLanguage): AskedDetail | undefined {
  const words = wordsOf(sentence)
  if (containsPhrase(words, lists.asksForSpelling)) return { kind: 'spelling', digits: undefined }
  if (containsPhrase(words, lists.asksForEmail)) return { kind: 'email', digits: undefined }
  const isPhone = containsPhrase(words, lists.asksForPhone)
  if (!isPhone && !containsPhrase(words, lists.asksForNumber)) return undefined
  return { kind: 'number', digits: saidLength(words, lists) ?? (isPhone ? completeDigits : undefined) }
}

/** "The last four digits", "your 6-digit code". */
function saidLength(words: readonly string[], { digits, digitNouns }: TurnLanguage): number | undefined {
  const noun = words.findIndex((word) => digitNouns.has(word))
  const count = words[noun - 1]
  const length = count === undefined ? Number.NaN : Number(digits.get(count) ?? count)
  return length >= 2 && length <= 30 ? length : undefined
}

/** "At three p. m.", whose letters are no spelling. */
export const endsWithTime = (words: readonly string[]): boolean =>
  /(?:^| )(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|fifteen) ?(?:a ?m|p ?m)$/u.test(
    words.slice(-3).join(' '),
  )

function missingEmail(
  tokens: readonly string[],
  words: readonly string[],
  isAsked: boolean,
  lists: TurnLanguage | undefined,
): number {
  const last = (tokens.at(-1) ?? '').replace(/[.,!?]$/u, '')
  if (emailAddress.test(last)) return 0
  if (last.includes('@')) return 1
  if (!lists) return Number.NaN
  const recent = words.slice(-10)
  const isSpelled = isAsked && (recent.some(isSpelledLetter) || containsPhrase(recent, lists.signs))
  const isAtSign = (word: string): boolean =>
    lists.atSigns.has(word) || (isSpelled && lists.soundsLikeAtSigns?.has(word) === true)
  const at = recent.findLastIndex(isAtSign)
  const hasAt = at >= 0
  const hasDot = containsPhrase(recent, lists.signs)
  const endsInside = endsWithPhrase(recent, lists.signs) || (hasAt && at === recent.length - 1)
  if (hasAt && (hasDot || isAsked)) {
    if (endsInside) return 1
    if (endsSpelled(recent)) return missingOfSpelling
    return containsPhrase(recent.slice(at + 1), lists.signs) || domain.test(last) ? 0 : 1
  }
  if (!isAsked) return Number.NaN
  if (endsInside) return 1
  // Whole phrases such as "I do not have one." are no address.
  return words.length <= 3 ? 1 : Number.NaN
}

/** The last part of a domain is spelled, and further letters can follow. */
function endsSpelled(words: readonly string[]): boolean {
  const letters = words.slice(words.findLastIndex((word) => word.length !== 1) + 1).join('')
  return letters !== '' && !usualDomains.has(letters)
}

function missingSpelling(
  tokens: readonly string[],
  words: readonly string[],
  asked: AskedDetail['kind'] | undefined,
  lists: TurnLanguage | undefined,
): number {
  const isAsked = asked === 'spelling' || asked === 'email'
  const isLetter = (word: string | undefined): boolean => word !== undefined && /^\p{L}$/u.test(word)
  let letters = 0
  while (isLetter(words.at(-1 - letters))) letters++
  if ((letters >= 2 && (isAsked || !isAbbreviation(tokens.at(-1), letters))) || (letters === 1 && isAsked))
    return missingOfSpelling
  if (!lists) return Number.NaN
  for (let start = Math.max(0, words.length - 5); start < words.length - 1; start++) {
    const link = phraseLengthAt(words, start + 1, lists.spellingLinks)
    const isSpelled = link > 0 && isLetter(words[start]) && words.length - start - 1 - link <= 1
    // "a" and similar words are letters too, so a single one counts only after the assistant asked.
    if (isSpelled && (isAsked || words.slice(0, start).some(isLetter))) return missingOfSpelling
  }
  // Recognizers write words for the names of letters: "It is a semi".
  const isUnrecognized =
    words.length <= longestUnrecognizedSpelling || words.slice(-longestUnrecognizedSpelling).some(isLetter)
  return asked === 'spelling' && isUnrecognized ? missingOfSpelling : Number.NaN
}

/** "U.S.", whose letters are written as one word. */
const isAbbreviation = (token: string | undefined, letters: number): boolean =>
  token !== undefined && /^(?:\p{L}\.)+,?$/u.test(token) && wordsOf(token).length === letters

/** The assistant has asked for a number: words among the digits are digits that were not recognized, such as "size". */
function missingOfAskedNumber(
  tokens: readonly string[],
  complete: number | undefined,
  lists: TurnLanguage | undefined,
): number {
  const counts = tokens.map((token) => digitCount(token, lists) || (soundsLikeDigit(token, lists) ? 1 : 0))
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  if (first < 0 || counts.length - 1 - last > mostUnrecognized) return Number.NaN
  const digits = counts.slice(first).reduce((sum, count) => sum + Math.max(1, count), 0)
  // Without a known length, further digits can follow after any digit.
  if (complete === undefined) return Math.max(leastMissing, 1 - digits / completeDigits)
  const isInternational = complete === completeDigits && tokens[first]!.startsWith('+')
  const needed = isInternational ? completeInternationalDigits : complete
  return digits >= needed ? 0 : Math.max(leastMissing, 1 - digits / needed)
}

function soundsLikeDigit(token: string, lists: TurnLanguage | undefined): boolean {
  const words = wordsOf(token)
  return words.length > 0 && words.every((word) => lists?.soundsLikeDigits.has(word) === true)
}

/** How many digits a token contains. */
function digitCount(token: string, lists: TurnLanguage | undefined): number {
  const written = digitsOf(token)
  const said = wordsOf(token)
  if (written > 0 || !lists || !said.every((word) => lists.digits.has(word) || lists.pairs.has(word))) return written
  return said.reduce((sum, word) => sum + (lists.pairs.has(word) ? 2 : 1), 0)
}

function missingDigits(tokens: readonly string[], lists: TurnLanguage | undefined): number {
  let digits = 0
  let groups = 0
  let spoken = 0
  for (const token of tokens.toReversed()) {
    const count = digitCount(token, lists)
    if (count === 0) break
    digits += count
    if (digitsOf(token) > 0) groups++
    else spoken += wordsOf(token).length
  }
  if (digits === 0) return Number.NaN
  const isEnded = /[.!?]$/u.test(tokens.at(-1) ?? '')
  const isYear = digits === 4 && /^(?:19|20)/u.test(tokens.at(-1) ?? '')
  const isNumber = spoken >= 3 || (groups >= 2 && digits >= 3) || (groups === 1 && digits >= 3 && !isEnded && !isYear)
  return isNumber ? Math.max(0, 1 - digits / completeDigits) : Number.NaN
}

/** Returns 0 for times, amounts and other tokens that are not part of a longer number. */
function digitsOf(token: string): number {
  const inner = trimEnd(token, '.,!?')
  if (!/^[+\d().,/-]{1,30}$/u.test(inner)) return 0
  const digits = inner.replace(/\D/gu, '').length
  return /[.,/]/u.test(inner) && digits < 7 ? 0 : digits
}
