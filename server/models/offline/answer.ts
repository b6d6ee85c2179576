// Composes the answer of the offline model.
import { searchQueryOf, searchWordsOf } from '#server/platform/text/search-query.ts'
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { answerFromPassages, type FoundAnswer } from './answer-from-passages.ts'
import { type BookingStep, nextBookingStep } from './booking.ts'
import { type Fact, findFact } from './facts.ts'
import { declinesAll, isFarewell } from './farewell.ts'
import { fill } from './fill.ts'
import { isHandOver, wantsPerson } from './hand-over.ts'
import { bare } from './language.ts'
import { spokenDay } from './moments.ts'
import { type Reading, readPassages } from './passages.ts'
import type { Phrases } from './phrases/index.ts'
import { hasSubject } from './question.ts'
import { endsAfterQuestions, hasAskedAll, nextQuestion } from './questions.ts'
import { describeResult } from './results.ts'
import { endsAsSaid } from './said.ts'
import { speakable } from './speakable.ts'
import { workOutSum } from './sums.ts'
import { asksSomething, questionWithin, readTalk, type Talk, userTexts } from './talk.ts'
import { emailIn, latest, nameIn, nameOf, phoneIn, turnsOf } from './transcript.ts'
import { indexOfDay } from './weekdays.ts'

export function composeAnswer(generation: Generation): string {
  const { tools = [], isSpoken = false } = generation
  const answer = compose(generation)
  if (!isSpoken) return answer
  return speakable(answer, { toolNames: tools.map(({ name }) => name), isSpoken })
}

function compose(generation: Generation): string {
  const reading = readPassages(generation.messages)
  const talk = readTalk(generation, reading)
  const { phrases, messages, prompt, answered, greeting, isQuestion } = talk
  const booking = nextBookingStep(generation)
  if (booking) return bookingAnswer(booking, talk)
  const isAnswered = reading.results.some(({ toolName }) => isHandOver(toolName))
  const told = isAnswered ? undefined : findTold(talk)
  if (reading.results.length > 0)
    return [...answerFromResults(generation, reading, phrases), told].filter(Boolean).join(' ')
  if (talk.isHello) return greeting ?? (answered.length === 0 ? ownGreeting(talk) : againAfter(talk))
  const answer = told ?? talk.aboutFiles
  if (isGoodbye(generation)) return [isQuestion && answer, phrases.goodbye].filter(Boolean).join(' ')
  const question = nextQuestion(prompt, messages)
  if (question)
    return [greeting, isQuestion ? (answer ?? firstSentence(phrases.unknown)) : phrases.acknowledged, question]
      .filter(Boolean)
      .join(' ')
  return [greeting, answer ?? withoutAnswer(talk, reading)].filter(Boolean).join(' ')
}

/** A question in between is answered before the booking continues. */
function bookingAnswer({ says, question }: BookingStep, talk: Talk): string {
  const told = question !== undefined && talk.isQuestion && talk.asksBack ? findTold(talk) : undefined
  return told === undefined ? says : `${told} ${says}`
}

/** "Hello! I am Mia, the assistant of Fjord Bikes. How can I help you?" */
const ownGreeting = ({ phrases: { greeting }, instructions: { identity } }: Talk): string =>
  identity === undefined ? greeting : greeting.replace('! ', () => `! ${identity} `)

/** The customer of a call can be silent. */
function againAfter({ phrases, said, messages, instructions: { identity } }: Talk): string {
  if (said.trim() !== '') return phrases.again
  const isHandedOver =
    messages.at(-1)?.content.endsWith(']') && messages.at(-1)?.content.includes('[The call was handed over')
  return isHandedOver && identity ? `${identity} ${phrases.goOn}` : phrases.goOn
}

function withoutAnswer(talk: Talk, reading: Reading): string {
  const { phrases, said, isQuestion, asksBack, answered, canHandOver, prompt, messages } = talk
  if (reading.hasFailed) return phrases.searchFailed
  if (!isQuestion && asksBack && hasAskedAll(prompt, messages)) return phrases.noted
  if (!isQuestion && !hasSubject(said)) return phrases.goOn
  // "Which colour would you like?" – "Red."
  if (!isQuestion && asksBack && !isOffer(answered.at(-1)?.content ?? '', phrases)) return phrases.noted
  return canHandOver ? phrases.unknownPerson : phrases.unknown
}

/** Questions such as "How can I help you?", after which the customer says what they want. */
const isOffer = (text: string, { hears }: Phrases): boolean => hears.offer.test(bare(text))

function answerFromResults({ tools = [] }: Generation, { results }: Reading, phrases: Phrases): string[] {
  const names = [...tools.map(({ name }) => name), ...results.map(({ toolName }) => toolName)]
  return results.map(({ toolName, content }) => {
    const { value, hasFailed } = describeResult(content, names)
    if (isHandOver(toolName)) return hasFailed ? phrases.nobody : phrases.connecting
    if (hasFailed) return phrases.resultFailed
    return value === '' ? phrases.resultEmpty : fill(phrases.result, { value })
  })
}

/** The words to search documents for, if there is nothing else to answer the customer with. */
export function findSearchQuery(generation: Generation): string | undefined {
  const { messages } = generation
  if (messages.at(-1)?.role !== 'user') return undefined
  // What was searched before is not searched again.
  const unread = { messages, passages: undefined, hasFailed: false, results: [] }
  const talk = readTalk(generation, unread)
  const { said, isHello, isQuestion, prompt } = talk
  if (nextBookingStep(generation) && !(isQuestion && talk.asksBack)) return undefined
  if (isHello || isGoodbye(generation) || !hasSubject(said) || findTold(talk, { isCertain: true }) !== undefined)
    return undefined
  if (nextQuestion(prompt, messages) !== undefined && !isQuestion) return undefined
  return searchQueryOf(userTexts(messages))
}

/** Whether the answer ends the call: the customer says goodbye, or has answered the last question of the prompt. */
export function isGoodbye(generation: Generation): boolean {
  const { messages, isSpoken = false } = generation
  if (!isSpoken || messages.at(-1)?.role === 'tool') return false
  const talk = readTalk(generation, { messages, passages: undefined, hasFailed: false, results: [] })
  const { said, prompt } = talk
  if (said.trim() === '') return false
  if (saysGoodbye(talk) || declinesMore(talk)) return true
  return !talk.isQuestion && endsAfterQuestions(prompt) && hasAskedAll(prompt, messages)
}

const saysGoodbye = ({ said, phrases }: Talk): boolean => isFarewell(said, (text) => asksSomething(text, phrases))

/** "Is there anything else?" – "No, thank you." */
function declinesMore({ said, answered, phrases: { hears } }: Talk): boolean {
  return hears.more.test(bare(answered.at(-1)?.content ?? '')) && declinesAll(said)
}

interface Certainty {
  /** Only answers that cover the whole question, because documents can be searched for a better one. */
  isCertain: boolean
}

/** Bounds for many messages in a row. */
const maxMessages = 5
const maxAnswers = 2
const maxSaid = 2_000

/** A question can span several messages. */
function findTold(talk: Talk, certainty: Certainty = { isCertain: false }): string | undefined {
  const { says, said, aboutFiles } = talk
  if (said.trim() === '' && aboutFiles !== undefined) return aboutFiles
  const answerToOne = (text: string) => answerTo(talk, text, certainty)
  const told = [...new Set(says.slice(-maxMessages).map(answerToOne))].filter((answer) => answer !== undefined)
  if (told.length > 0) return told.slice(-maxAnswers).join(' ')
  return says.length === 1 ? undefined : answerToOne(said.slice(-maxSaid))
}

function answerTo(talk: Talk, said: string, certainty: Certainty): string | undefined {
  const { facts, messages, phrases, answered, asksBack, instructions } = talk
  const heard = bare(said)
  const { hears } = phrases
  if (hears.yourName.test(heard)) {
    const name = instructions.name ?? facts['agent_name'] ?? facts['bot_name']
    return name ? fill(phrases.name, { value: name }) : natureOf(talk)
  }
  if (hears.myNature.test(heard)) return natureOf(talk)
  if (wantsPerson(said, answered.at(-1)?.content ?? '')) return phrases.nobody
  const sum = workOutSum(said)
  if (sum) return `${sum}.`
  if (asksSomething(said, phrases)) {
    const fact = findFact(said, facts, phrases)
    const stated = fact && stateFact(fact, talk)
    if (fact?.isNamed) return stated
    const name = nameIn(said)
    const known = name === undefined ? findKnown(heard, messages, phrases) : undefined
    if (known) return fill(phrases.told, { value: known })
    const within = questionWithin(said)
    const rest = within === undefined || within === heard ? undefined : fromGiven(talk, within, certainty)
    const told = fromGiven(talk, said, certainty) ?? fromParts(talk, said, certainty) ?? rest ?? stated
    if (name === undefined || told === undefined) return told
    return `${fill(firstSentence(phrases.pleased), { value: name })} ${told}`
  }
  const given = hasSubject(said) ? () => fromGiven(talk, said, certainty) : () => undefined
  return answerToStatement(talk, said) ?? given() ?? afterOffer(talk, heard, asksBack)
}

const firstSentence = (phrase: string): string => phrase.split(/(?<=[.!?])\s/)[0]!

function stateFact({ key, name, value }: Fact, { phrases, language, facts }: Talk): string {
  if (key === 'current_time') return fill(phrases.clock, { value })
  const { current_date: today = value } = facts
  if (key === 'current_date' || key === 'current_weekday')
    return fill(phrases.today, { value: spokenDay(today, language) })
  return fill(phrases.fact, { name, value })
}

/** Thanks, a farewell, a name or a number. */
function answerToStatement({ phrases, messages, asksBack }: Talk, said: string): string | undefined {
  const { hears } = phrases
  const heard = bare(said)
  const name = nameIn(said) ?? (asksBack ? nameOf(turnsOf(messages).slice(-2)) : undefined)
  const number = emailIn(said) ?? phoneIn(said)
  if (number) return fill(phrases.repeated, { value: name === undefined ? number : `${name}, ${number}` })
  if (name) return fill(phrases.pleased, { value: name })
  if (isFarewell(said, (text) => asksSomething(text, phrases))) return phrases.goodbye
  return hears.thanks.test(heard) ? phrases.thanks : undefined
}

const afterOffer = ({ phrases }: Talk, heard: string, asksBack: boolean): string | undefined =>
  asksBack && (phrases.hears.yes.test(heard) || phrases.hears.no.test(heard)) ? phrases.noted : undefined

function natureOf({ instructions: { identity, name }, phrases }: Talk): string {
  if (identity !== undefined) return `${identity.replace(/[^.!?]$/, '$&.')} ${phrases.nature}`
  return name === undefined ? phrases.nature : `${fill(phrases.name, { value: name })} ${phrases.nature}`
}

const spokenName = /^\p{L}[\p{L}’' -]{1,60}$/u
/** A statement of the instructions this certain is said without a search. */
const certain = 0.99

function fromGiven(talk: Talk, said: string, { isCertain }: Certainty): string | undefined {
  const { passages, documents, phrases, isSpoken, instructions } = talk
  const given = [...instructions.known, ...(passages ?? []), ...documents]
  if (given.length === 0) return undefined
  const found = search(talk, said, given)
  if (!found || (isCertain && found.coverage < certain)) return undefined
  const { source } = found
  const value = found.isOfOtherDays ? fill(phrases.otherDays, { value: found.text }) : found.text
  const name = source.document
  if (name === '') return value
  if (isSpoken) return spokenName.test(name) ? fill(phrases.sourceSpoken, { name, value }) : value
  const cited = { name, page: String(source.page) }
  return `${value} ${fill(source.page === undefined ? phrases.source : phrases.sourcePage, cited)}`
}

const between = /[?!.]\s|,?\s(?:and|und|et|e|y)\s/i
const maxParts = 3

/** "When do you open and where are you?" */
function fromParts(talk: Talk, said: string, certainty: Certainty): string | undefined {
  const parts = said.split(between).filter(hasSubject)
  if (parts.length < 2 || parts.length > maxParts) return undefined
  const answers = parts.map((part) => fromGiven(talk, part, certainty))
  return answers.includes(undefined) ? undefined : [...new Set(answers)].join(' ')
}

const pronoun = /\b(?:it|that|those|them|there|these|die|das|davon|dafur|dort|il|elle|ca|cela|eso|ello|quello|isso)\b/
const maxPronounWords = 12

/** A question that refers to the one before is answered with its words as well. */
function search(
  { messages, facts, instructions, phrases, answered }: Talk,
  said: string,
  given: Parameters<typeof answerFromPassages>[1],
) {
  const texts = userTexts(messages)
  const { ownWords, ownNames } = instructions
  const context = { today: indexOfDay(facts['current_weekday']), ownWords, ownNames }
  const ask = (earlier?: string): FoundAnswer | undefined =>
    answerFromPassages({ last: said, earlier, ...context }, given)
  if (texts.at(-1) !== said) return ask()
  const followed = searchWordsOf(texts)?.earlier
  const heard = bare(said)
  const isLong = heard.split(' ').length > maxPronounWords
  const isLost = [phrases.unknown, phrases.unknownPerson].some((phrase) =>
    endsAsSaid(answered.at(-1)?.content ?? '', phrase),
  )
  const referred = !isLong && !isLost && pronoun.test(heard) ? texts.at(-2) : undefined
  const earlier = followed ?? referred
  if (earlier === undefined) return ask()
  const alone = ask()
  // "Do you deliver?" is short, but says everything.
  const isComplete = followed !== undefined && alone && alone.coverage >= certain && !isJoined(heard)
  if (isComplete) return alone
  const together = ask(earlier)
  return together && !(alone && together.isOfOtherDays) ? together : alone
}

const isJoined = (heard: string): boolean => /^(?:and|or|what about|how about|und|oder|y|o|et|ou|e|ed)\b/.test(heard)

/** What the user said about themselves earlier in the conversation. */
function findKnown(heard: string, messages: ChatMessage[], { hears }: Phrases): string | undefined {
  const turns = turnsOf(messages)
  if (!hears.mine.test(heard)) return undefined
  const asksFor = (word: string) =>
    [word, ...(hears.words[word] ?? [])].some((name) => heard.replaceAll('?', ' ').split(' ').includes(name))
  if (asksFor('name')) return nameOf(turns)
  if (asksFor('email')) return latest(turns, emailIn)
  if (asksFor('phone')) return latest(turns, phoneIn)
  return undefined
}
