// Puts the words of a dictation together: digits, spelled letters and the parts of an e-mail address.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import { type AskedDetail, askedDetail, emailAddress } from './detail.ts'
import { findTurnLanguage } from './languages/index.ts'
import type { TurnLanguage } from './languages/language.ts'
import { containsPhrase, isSpelledLetter, phraseLengthAt, wordsOf } from './words.ts'

/** Fewer digits or letters in a row are words of a sentence, such as "for two". */
const leastItems = 3
/** Without a question that asks for a spelling, letters are often an abbreviation, such as "I. B. M.". */
const leastUnaskedLetters = 4
const leastUnaskedDigits = 4
/** In tokens. */
const longestNumber = 40
/** Longer texts are no dictation. */
const longestText = 1_000
const marks = '.,;:!?…'

interface Token {
  raw: string
  /** Lower-case words without punctuation; several if the token has hyphens. */
  words: readonly string[]
}

/** Some tokens in a row, and what is written for them. */
interface Part {
  length: number
  written: string
}

type Kind = AskedDetail['kind'] | undefined

/**
 * Returns the text with "S. m. i. t. h." as "Smith", "two, zero, two" as "202", and "bob at example dot com" as
 * "bob@example.com". Texts in languages without word lists stay as they are.
 * @param question The last words of the assistant, which decide what is expected.
 */
export function joinDictation(text: string, question: string | undefined, language: string): string {
  const lists = findTurnLanguage(language)
  if (!lists || text.length > longestText) return text
  const asked = askedDetail(question?.slice(-longestText), lists)?.kind
  const tokens = text
    .split(/\s+/u)
    .filter((raw) => raw !== '')
    .map((raw): Token => ({ raw, words: wordsOf(raw) }))
  const withEmail = joinEmail(tokens, asked, lists)
  if (withEmail !== undefined) return withEmail
  const result: string[] = []
  /** The digits before this position are no number, from wherever one begins to read them. */
  let digitsEnd = 0
  for (let at = 0; at < tokens.length; ) {
    const spelling = spellingAt(tokens, at, asked, lists)
    const digits = spelling || at < digitsEnd ? undefined : digitsAt(tokens, at, asked, lists)
    digitsEnd = Math.max(digitsEnd, at + (digits?.length ?? 0))
    const part = spelling ?? (digits?.isNumber ? digits : undefined)
    if (!part) {
      result.push(tokens[at]!.raw)
      at++
      continue
    }
    at += part.length
    // "Smith. S. M. I. T. H." is said once.
    if (trimEnd(result.at(-1) ?? '', marks).toLowerCase() === part.written.toLowerCase()) result.pop()
    // Recognizers write a full stop after each letter.
    const isSentenceEnd = !spelling || at === tokens.length
    result.push(part.written + (isSentenceEnd ? finalMarkOf(tokens[at - 1]!) : ''))
  }
  return result.length === tokens.length && result.every((raw, at) => raw === tokens[at]!.raw) ? text : result.join(' ')
}

const finalMarkOf = ({ raw }: Token): string => (/[.!?]$/u.test(raw) ? raw.at(-1)! : '')

/** Letters of a spelling, also "S as in Sam" and "double L". */
function spellingAt(tokens: readonly Token[], from: number, asked: Kind, lists: TurnLanguage): Part | undefined {
  if (asked === 'number') return undefined
  const isAsked = asked === 'spelling' || asked === 'email'
  let letters = ''
  let clear = 0
  let at = from
  let end = from
  while (at < tokens.length) {
    const token = tokens[at]!
    const repeated = token.words.length === 1 ? repetition(token.words[0]!, lists) : undefined
    const found = lettersOf(tokens[repeated === undefined ? at : at + 1], isAsked, lists)
    if (!found) break
    letters += repeated === undefined ? found.letters : found.letters.repeat(repeated)
    at += repeated === undefined ? 1 : 2
    if (found.isClear) {
      clear += found.letters.length
      // A word after the last letter can be the next word of the sentence.
      end = at + linkLength(tokens, at, lists)
      at = end
    }
  }
  if (isAsked && at === tokens.length) end = at
  const said = letters.slice(0, Math.max(0, letters.length - (at - end)))
  const isSpelling = isAsked ? clear >= 2 && said.length >= 2 : clear >= leastUnaskedLetters
  return isSpelling ? { length: end - from, written: capitalized(said) } : undefined
}

const capitalized = (letters: string): string => letters[0]!.toUpperCase() + letters.slice(1)

function lettersOf(token: Token | undefined, isAsked: boolean, lists: TurnLanguage) {
  if (!token || token.words.length === 0) return undefined
  if (token.words.every((word) => /^\p{L}$/u.test(word))) return { letters: token.words.join(''), isClear: true }
  const heard = isAsked && token.words.length === 1 ? lists.soundsLikeLetters.get(token.words[0]!) : undefined
  return heard === undefined ? undefined : { letters: heard, isClear: false }
}

/** The tokens of "as in Sam", or 0. */
function linkLength(tokens: readonly Token[], at: number, lists: TurnLanguage): number {
  const words = tokens.slice(at, at + 3).map((token) => (token.words.length === 1 ? token.words[0]! : ''))
  const link = phraseLengthAt(words, 0, lists.spellingLinks)
  return link > 0 && (words[link]?.length ?? 0) > 1 ? link + 1 : 0
}

function repetition(word: string, lists: TurnLanguage): number | undefined {
  const written = lists.digits.get(word)
  return written?.startsWith('×') ? Number(written.slice(1)) : undefined
}

/** Digits, and letters among them if a number was asked for. */
function digitsAt(
  tokens: readonly Token[],
  from: number,
  asked: Kind,
  lists: TurnLanguage,
): Part & { isNumber: boolean } {
  const isAsked = asked === 'number'
  let written = ''
  let count = 0
  let clear = 0
  let times = 1
  let at = from
  for (; at < Math.min(tokens.length, from + longestNumber); at++) {
    const found = digitsOf(tokens[at]!, isAsked, lists)
    if (!found) break
    if (found.written.startsWith('×')) {
      times = Number(found.written.slice(1))
      continue
    }
    const isNewGroup = written !== '' && (found.isNumeral || /[.;]$/u.test(tokens[at - 1]!.raw))
    written += (isNewGroup ? ' ' : '') + found.written.repeat(times)
    count += found.written.length * times
    if (found.isClear) clear += found.written.length * times
    times = 1
  }
  const hasSpoken = tokens.slice(from, at).some(({ raw }) => !/\d/u.test(raw))
  const isLong = count >= (isAsked ? leastItems : leastUnaskedDigits) && clear >= 2
  return { length: at - from, written, isNumber: hasSpoken && isLong && /\d/u.test(written) }
}

function digitsOf({ raw, words }: Token, isAsked: boolean, lists: TurnLanguage) {
  if (/^\+?\d[\d-]{0,20}$/u.test(trimEnd(raw, marks)))
    return { written: trimEnd(raw, marks).replaceAll('-', ''), isClear: true, isNumeral: true }
  if (words.length === 0) return undefined
  const isLetter = isAsked && words.length === 1 && /^\p{L}$/u.test(words[0]!)
  const clear = words.map((word) => lists.digits.get(word))
  if (clear.every((value) => value !== undefined)) return { written: clear.join(''), isClear: true, isNumeral: false }
  if (isLetter) return { written: words[0]!.toUpperCase(), isClear: false, isNumeral: false }
  const heard = words.map((word) => lists.digits.get(word) ?? (isAsked ? lists.soundsLikeDigits.get(word) : undefined))
  const isHeard = heard.every((value) => value !== undefined)
  return isHeard ? { written: heard.join(''), isClear: false, isNumeral: false } : undefined
}

/** Returns a negative number without one. */
function atSignIn(tokens: readonly Token[], asked: Kind, lists: TurnLanguage): number {
  const at = tokens.findIndex(({ raw, words }) => /^[^@]*@[^@]*$/u.test(raw) || lists.atSigns.has(words.join(' ')))
  if (at >= 0 || asked !== 'email') return at
  return tokens.findIndex(
    ({ words }, index) => lists.soundsLikeAtSigns?.has(words.join(' ')) && mayEndLocalPart(tokens, index, lists),
  )
}

/** "B. o. b. add", "bob add" at the beginning, and "my e-mail is bob add", but not "please add" and "I have a hat". */
function mayEndLocalPart(tokens: readonly Token[], to: number, lists: TurnLanguage): boolean {
  const before = tokens[to - 1]
  if (!before) return false
  const isInSpelling = before.raw.endsWith('.') || (to > 1 && isSingle(tokens[to - 2]!))
  const isLetter = isSingle(before) && (isSpelledLetter(before.words[0]!) || isInSpelling)
  const isWord = before.words.join('').length > 1
  return isLetter || (isWord && (to === 1 || announcesEmail(tokens.slice(0, to), lists)))
}

/** Beside letters, words that recognizers write for letters are some. */
function withHeardLetters(tokens: readonly Token[], lists: TurnLanguage): readonly Token[] {
  const heard = tokens.map(({ words }) => (words.length === 1 ? lists.soundsLikeLetters.get(words[0]!) : undefined))
  const isLetterBeside = (at: number, step: 1 | -1): boolean => {
    let next = at + step
    while (heard[next] !== undefined) next += step
    return tokens[next]?.words.length === 1 && isSpelledLetter(tokens[next]!.words[0]!)
  }
  return tokens.map((token, at) => {
    const letter = heard[at]
    if (letter === undefined || !(isLetterBeside(at, -1) || isLetterBeside(at, 1))) return token
    return { raw: letter, words: [letter] }
  })
}

/** Undefined if the text contains no address. */
function joinEmail(said: readonly Token[], asked: Kind, lists: TurnLanguage): string | undefined {
  const tokens = asked === 'email' ? withHeardLetters(said, lists) : said
  const at = atSignIn(tokens, asked, lists)
  if (at < 0 || emailAddress.test(trimEnd(tokens[at]!.raw, marks))) return undefined
  const isSaid = !tokens[at]!.raw.includes('@')
  const after = domainAfter(tokens, isSaid ? at + 1 : at, lists)
  if (!after) return undefined
  const { from, local } = localBefore(tokens, isSaid ? at : at + 1, lists)
  const domain = isSaid ? after.written : after.written.slice(after.written.indexOf('@') + 1)
  const address = `${isSaid ? local : local.slice(0, local.indexOf('@'))}@${domain}`.toLowerCase()
  // "I am at home dot" is none, and neither is "Meet me at example.com".
  const isExpected = asked === 'email' || asked === 'spelling' || announcesEmail(tokens.slice(0, from), lists)
  const isCertain = isExpected || from < at - 1 || /[._-]/u.test(local)
  if (!emailAddress.test(address) || !isCertain) return undefined
  const before = said.slice(0, from).map(({ raw }) => raw)
  const rest = said.slice(after.end).map(({ raw }) => raw)
  return [...before, address + finalMarkOf(tokens[after.end - 1]!), ...rest].join(' ')
}

/** "My e-mail is". */
const announcesEmail = (tokens: readonly Token[], lists: TurnLanguage): boolean =>
  containsPhrase(
    tokens.flatMap(({ words }) => words),
    lists.asksForEmail,
  )

/** Labels between dots; words of one label are said one after the other, such as "g mail". */
function domainAfter(tokens: readonly Token[], from: number, lists: TurnLanguage) {
  let written = ''
  let isAfterSign = true
  let hasDot = false
  let at = from
  while (at < tokens.length) {
    const { length, written: sign } = signAt(tokens, at, lists)
    if (length === 0 && hasDot && !isAfterSign && !isSingle(tokens[at]!)) break
    if (length > 0 && isAfterSign) return undefined
    written += length > 0 ? sign : charactersOf(tokens[at]!, lists)
    isAfterSign = length > 0
    hasDot ||= sign === '.' || /\.\p{L}{2,}/u.test(trimEnd(tokens[at]!.raw, marks))
    const isOver = length === 0 && hasDot && /[.!?]$/u.test(tokens[at]!.raw) && !isSingle(tokens[at]!)
    at += Math.max(1, length)
    if (isOver) break
  }
  return hasDot && !isAfterSign ? { written, end: at } : undefined
}

const isSingle = ({ words }: Token): boolean => words.length === 1 && words[0]!.length === 1

function localBefore(tokens: readonly Token[], to: number, lists: TurnLanguage) {
  let from = to
  while (from > 0 && !isBeforeAddress(tokens[from - 1]!, lists)) from--
  let local = ''
  for (let at = from; at < to; ) {
    const { length, written } = signAt(tokens, at, lists)
    local += length > 0 ? written : charactersOf(tokens[at]!, lists)
    at += Math.max(1, length)
  }
  return { from, local }
}

/** Words such as "is" and "it's" come before an address. Letters belong to it. */
const isBeforeAddress = ({ raw, words }: Token, lists: TurnLanguage): boolean =>
  /[,:]$/u.test(raw) && (words.join('').length > 1 || words.length === 0)
    ? true
    : words.join('').length > 1 && (lists.mayGoOn.has(words.join(' ')) || lists.goesOn.has(words.join(' ')))

function signAt(tokens: readonly Token[], at: number, lists: TurnLanguage): Part {
  const words = tokens.slice(at, at + 2).map((token) => token.words.join(' '))
  const length = phraseLengthAt(words, 0, lists.signs)
  return { length, written: length > 0 ? lists.signs.get(words.slice(0, length).join(' '))! : '' }
}

function charactersOf({ raw, words }: Token, lists: TurnLanguage): string {
  // "O" is a letter here.
  const digit = words.length === 1 && words[0]!.length > 1 ? lists.digits.get(words[0]!) : undefined
  if (digit !== undefined && /^\d$/u.test(digit)) return digit
  return isSpelled(words) ? words.join('') : trimEnd(raw, marks)
}

const isSpelled = (words: readonly string[]): boolean => words.length > 1 && words.every((word) => word.length === 1)
