// Answers a question with the statements of passages that match it best.
import type { Passage } from '#server/ports/language-model.ts'
import { plain } from './language.ts'
import { similarityOf } from './similar-words.ts'
import { type Statement, statementsOf } from './statements.ts'
import { isStopWord } from './stop-words.ts'
import { daysIn } from './weekdays.ts'

/** The part of the question, by weight, that a statement and its headings must contain. */
const minCoverage = 0.6
/** A word in a heading says less about a statement than one of its own words. */
const contextWeight = 0.7
const earlierWeight = 0.4
/** For a statement with the kind of information that the question asks for. */
const kindBonus = 0.25
/** For a statement under a question or a heading that says nothing else than the question. */
const subjectBonus = 0.6
/** A second statement is added if it matches nearly as well. */
const secondScore = 0.9
const maxStatements = 500
const maxTerms = 40
const maxAnswerLength = 300

interface Term {
  word: string
  /** Indexes of weekdays, for which a range of days counts as well. */
  day: number | undefined
  weight: number
}

interface Ranked {
  statement: Statement
  score: number
  coverage: number
  /** Without the headings. */
  ownCoverage: number
}

export interface PassageAnswer {
  text: string
  source: Passage['source']
}

/** Returns undefined if no statement matches enough of the question. `earlier` is the question that it follows up. */
export function answerFromPassages(
  { last, earlier = '' }: { last: string; earlier?: string | undefined },
  passages: readonly Passage[],
): PassageAnswer | undefined {
  const terms = [
    ...termsOf(last),
    ...termsOf(earlier).map((term) => ({ ...term, weight: earlierWeight * term.weight })),
  ]
  if (terms.length === 0) return undefined
  const kinds = kindsOf(earlier || last)
  const ranked = passages
    .flatMap(statementsOf)
    .slice(0, maxStatements)
    .map((statement) => rank(statement, terms, kinds))
    .filter(({ coverage }) => coverage >= minCoverage)
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first) return undefined
  const { text, passage } = first.statement
  const isMore =
    second !== undefined &&
    terms.length > 1 &&
    second.statement.passage === passage &&
    second.score >= secondScore * first.score &&
    second.ownCoverage >= minCoverage &&
    !includes(text, second.statement.text) &&
    text.length + second.statement.text.length < maxAnswerLength
  return {
    text: isMore ? `${asStatement(text)} ${asStatement(second.statement.text)}` : asStatement(text),
    source: passage.source,
  }
}

/** One of two statements repeats the other. */
const includes = (a: string, b: string): boolean =>
  a.includes(b.replace(/[.!]$/, '')) || b.includes(a.replace(/[.!]$/, ''))

const asStatement = (text: string): string => (/[\p{L}\p{N})%€$£]$/u.test(text) ? `${text}.` : text)

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []

export const hasSubject = (text: string): boolean => termsOf(text).length > 0

/** Names and numbers weigh more than other words. */
function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>()
  for (const [index, original] of (question.match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []).entries()) {
    const word = plain(original)
    if (isStopWord(word) || terms.has(word) || terms.size >= maxTerms) continue
    const isName = index > 0 && /^\p{Lu}/u.test(original)
    terms.set(word, { word, day: [...daysIn(original)][0], weight: /\p{N}/u.test(original) ? 2 : isName ? 1.5 : 1 })
  }
  return [...terms.values()]
}

function rank(statement: Statement, terms: readonly Term[], kinds: readonly RegExp[]): Ranked {
  const own = wordsOf(statement.text)
  const around = wordsOf(statement.context)
  const days = daysIn(statement.text)
  let total = 0
  let covered = 0
  let ownScore = 0
  let score = 0
  for (const { word, day, weight } of terms) {
    total += weight
    const inText = day !== undefined && days.has(day) ? 1 : best(word, own)
    const similarity = Math.max(inText, contextWeight * best(word, around))
    if (similarity === 0) continue
    covered += weight
    ownScore += inText * weight
    score += similarity * weight
  }
  const kind = kinds.some((pattern) => pattern.test(statement.text)) ? kindBonus : 0
  const subject = subjectBonus * subjectShare(statement, terms, total)
  return { statement, coverage: covered / total, ownCoverage: ownScore / total, score: score / total + kind + subject }
}

/** The part of the question that is said by the subject of the statement, if the subject says nothing else. */
function subjectShare({ subject }: Statement, terms: readonly Term[], total: number): number {
  const words = wordsOf(subject).filter((word) => !isStopWord(word))
  const said = terms.filter(({ word }) => best(word, words) > 0)
  const isOnly = words.length > 0 && words.every((word) => said.some((term) => similarityOf(term.word, word) > 0))
  return isOnly ? said.reduce((sum, { weight }) => sum + weight, 0) / total : 0
}

const best = (word: string, others: readonly string[]): number =>
  others.reduce((most, other) => Math.max(most, similarityOf(word, other)), 0)

const time =
  /\d\s?(?:h|uhr|am|pm|a\.m\.|p\.m\.|o.clock)(?!\p{L})|\d{1,2}[:.h]\d{2}|(?<!\p{L})(?:days?|hours?|weeks?|months?|minutes?|tage?n?|stunden?|wochen?|monate?n?|minuten|dias?|horas?|semanas?|meses|jours?|heures?|semaines?|mois|giorni|giorno|ore|settiman\p{L}|mesi|horas|closed|geschlossen|cerrado|ferme|chiuso|fechado)(?!\p{L})/iu
const amount =
  /[€$£]|\d\s?(?:eur|usd|chf|gbp|euros?|dollars?|francs?|%)(?!\p{L})|(?<!\p{L})(?:free|kostenlos|gratis|gratuit\p{L}?|gratuito)(?!\p{L})/iu

/** What a question asks for, and how a statement that contains it looks. */
const askedKinds: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:when|how long|wann|wie lange|cuando|cuanto tiempo|quand|combien de temps|quando|quanto tempo|per quanto)|what time|wie viel uhr|a que hora|quelle heure|che ora|que horas/,
    time,
  ],
  [
    /how much|price|cost|wie viel|wieviel|kostet|kosten|preis|cuanto cuesta|cuestan|precio|combien|prix|coute|quanto costa|costano|prezzo|quanto custa|custam|preco/,
    amount,
  ],
  [/^(?:how many|wie viele|cuantos|cuantas|combien|quanti|quante|quantos|quantas)/, /\d/],
]

function kindsOf(question: string): RegExp[] {
  const asked = plain(question).trim()
  return askedKinds.flatMap(([asks, kind]) => (asks.test(asked) ? [kind] : []))
}
