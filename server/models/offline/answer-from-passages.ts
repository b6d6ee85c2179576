// Answers a question with the statements of passages that match it best.
import type { Passage } from '#server/ports/language-model.ts'
import { hours } from './asked-kinds.ts'
import { plain } from './language.ts'
import { type Asked, joinCompounds, type Question, readQuestion, wordsOf } from './question.ts'
import { createSimilarity, type Similarity } from './similar-words.ts'
import { type Statement, statementsOf } from './statements.ts'
import { isStopWord } from './stop-words.ts'
import { daysIn } from './weekdays.ts'

/** The part of the question, by weight, that a statement and its headings must contain. */
const minCoverage = 0.6
/** The same for the subject of the question alone. */
const minSubjectCoverage = 0.5
/** A word in a heading says less about a statement than one of its own words. */
const contextWeight = 0.7
/** For a statement under a question or a heading that says nothing else than the question. */
const subjectBonus = 0.6
/** A second statement is added if it matches nearly as well. */
const secondScore = 0.9
const maxStatements = 500
const maxAnswerLength = 300
/** Rows such as opening hours are answered together. */
const maxRows = 6

interface Ranked {
  statement: Statement
  score: number
  /** From 0 to 1. */
  coverage: number
  subjectCoverage: number
  /** Without the headings. */
  ownCoverage: number
}

export interface FoundAnswer {
  text: string
  source: Passage['source']
  coverage: number
  /** The question names a day, and the answer has times of other days only. */
  isOfOtherDays: boolean
}

/** Returns undefined if no statement matches enough of the question. */
export function answerFromPassages(asked: Asked, passages: readonly Passage[]): FoundAnswer | undefined {
  const statements = passages.flatMap(statementsOf).slice(0, maxStatements)
  const known = new Set(statements.flatMap(({ text }) => wordsOf(text)))
  const question = readQuestion({ ...asked, last: joinCompounds(asked.last, known) })
  if (question.terms.length + question.kinds.length + question.days.size === 0) return undefined
  const similarity = createSimilarity()
  const isUncovered = ({ statement }: Ranked) => hasOtherDays(statement, question)
  const found = matching(statements, question, similarity)
  if (found.length > 0) return answerWith(found, question, isUncovered(found[0]!) && !saysRest(found[0]!))
  if (question.days.size === 0 || !asksForHours(question)) return undefined
  const aboutDay = statements.find(({ text }) => [...daysIn(beginOf(text))].some((day) => question.days.has(day)))
  if (aboutDay) return answerWith([rank(aboutDay, question, similarity)], question, false)
  const anyDay = { ...question, days: new Set<number>() }
  const others = matching(statements, anyDay, similarity).filter(isUncovered)
  return answerWith(others, anyDay, others[0] !== undefined && !saysRest(others[0]))
}

/** "Saturdays by appointment", "On Saturdays we only take bookings". */
const beginOf = (text: string): string => text.split(' ', 2).join(' ')

const exception =
  /(?<!\p{L})(?:except|otherwise|closed|ausser|sonst|ansonsten|ruhetag\p{L}*|geschlossen|sauf|ferme\p{L}*|excepto|salvo|cerrad\p{L}+|tranne|eccetto|chius\p{L}|exceto|fechad\p{L}+)(?!\p{L})/u

/** "Closed on Mondays" and "daily except Sundays" say something about the other days as well. */
const saysRest = ({ statement }: Ranked): boolean => exception.test(plain(statement.text))

function matching(statements: readonly Statement[], question: Question, similarity: Similarity): Ranked[] {
  return statements
    .map((statement) => rank(statement, question, similarity))
    .filter(({ coverage, subjectCoverage }) => coverage >= minCoverage && subjectCoverage >= minSubjectCoverage)
    .sort((a, b) => b.score - a.score)
}

/** "Monday to Friday 9 to 17", when the question is about Saturday. */
function hasOtherDays(statement: Statement, question: Question): boolean {
  const said = daysIn(statement.text)
  if (said.size === 0 || question.days.size === 0 || !asksForHours(question)) return false
  return !(question.isToday && sameDay.test(plain(statement.text))) && [...question.days].every((day) => !said.has(day))
}

const asksForHours = ({ kinds }: Question): boolean => kinds.includes(hours)

function answerWith(ranked: readonly Ranked[], question: Question, isOfOtherDays: boolean): FoundAnswer | undefined {
  const [first] = ranked
  const isVague = question.terms.length + question.days.size === 0 && question.kinds.every((kind) => kind.needsSubject)
  if (!first || (isVague && ranked.length > 1)) return undefined
  const { passage } = first.statement
  const coverage = isOfOtherDays ? Math.min(first.coverage, minCoverage) : first.coverage
  return { text: textOf(ranked, question), source: passage.source, coverage, isOfOtherDays }
}

function textOf(ranked: readonly Ranked[], { terms, kinds, days }: Question): string {
  const [first, second] = ranked as [Ranked, Ranked | undefined]
  const { text, passage, context } = first.statement
  if (terms.length === 0 && days.size === 0) {
    const rows = ranked.filter(
      ({ statement, score }) =>
        statement.passage === passage && statement.context === context && score >= secondScore * first.score,
    )
    const joined = rows.slice(0, maxRows).map(({ statement }) => statement)
    const inOrder = joined.map((row) => row.text.replace(/\.$/, ''))
    if (kinds.length > 0 && context !== '' && inOrder.length > 1 && inOrder.join('; ').length < maxAnswerLength)
      return asStatement(inOrder.join('; '))
  }
  const isMore =
    second !== undefined &&
    terms.length > 1 &&
    second.statement.passage === passage &&
    second.score >= secondScore * first.score &&
    second.ownCoverage >= minCoverage &&
    !includes(text, second.statement.text) &&
    text.length + second.statement.text.length < maxAnswerLength
  return isMore ? `${asStatement(text)} ${asStatement(second.statement.text)}` : asStatement(text)
}

/** One of two statements repeats the other. */
const includes = (a: string, b: string): boolean =>
  a.includes(b.replace(/[.!]$/, '')) || b.includes(a.replace(/[.!]$/, ''))

const asStatement = (text: string): string => (/[\p{L}\p{N})%€$£]$/u.test(text) ? `${text}.` : text)

const sameDay = /\b(?:same day|today|selben tag|heute|le jour meme|mismo dia|stesso giorno|mesmo dia)\b/

function rank(statement: Statement, question: Question, similarity: Similarity): Ranked {
  const { terms, kinds, days, ownWords, ownNames } = question
  const own = wordsOf(statement.text)
  const around = wordsOf(statement.context)
  const best = (word: string, others: readonly string[]): number =>
    others.reduce((most, other) => Math.max(most, similarity(word, other)), 0)
  const isAsked = (word: string): boolean => terms.some((term) => similarity(term.word, word) > 0)
  const total = { subject: 0, other: 0 }
  const covered = { subject: 0, other: 0 }
  let ownScore = 0
  let score = 0
  for (const { word, weight } of terms) {
    total.subject += weight
    const inText = best(word, own)
    const found = Math.max(inText, contextWeight * best(word, around))
    if (found === 0) continue
    covered.subject += weight
    ownScore += inText * weight
    score += found * weight
  }
  const count = (weight: number, found: number): void => {
    total.other += weight
    if (found > 0) covered.other += weight
    ownScore += found * weight
    score += found * weight
  }
  for (const { alone, beside, find } of kinds)
    count(
      question.kindWeight * (terms.length > 0 || kinds.length > 1 ? beside : alone),
      find(statement, { isAsked, ownWords, ownNames }),
    )
  if (days.size > 0) {
    const said = daysIn(statement.text)
    const isSame = question.isToday && sameDay.test(own.join(' '))
    count(question.dayWeight, isSame || [...days].some((day) => said.has(day)) ? 1 : 0)
  }
  const all = total.subject + total.other
  const subject = subjectBonus * subjectShare(statement, question, similarity, all)
  return {
    statement,
    coverage: (covered.subject + covered.other) / all,
    subjectCoverage: total.subject === 0 ? 1 : covered.subject / total.subject,
    ownCoverage: ownScore / all,
    score: score / all + subject,
  }
}

/** The part of the question that is said by the subject of the statement, if the subject says nothing else. */
function subjectShare({ subject }: Statement, { terms }: Question, similarity: Similarity, total: number): number {
  const words = wordsOf(subject).filter((word) => !isStopWord(word))
  const said = terms.filter(({ word }) => words.some((other) => similarity(word, other) > 0))
  const isOnly = words.length > 0 && words.every((word) => said.some((term) => similarity(term.word, word) > 0))
  return isOnly ? said.reduce((sum, { weight }) => sum + weight, 0) / total : 0
}
