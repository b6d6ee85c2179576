// Composes the answer of the offline model.
import { searchQueryOf, searchWordsOf } from '#server/platform/text/search-query.ts'
import type { ChatMessage, Generation, Passage, SentFile } from '#server/ports/language-model.ts'
import { answerFromPassages, hasSubject } from './answer-from-passages.ts'
import { findFact } from './facts.ts'
import { bare, findLanguage } from './language.ts'
import { type Reading, readPassages } from './passages.ts'
import { type Phrases, phrasesByLanguage } from './phrases/index.ts'
import { nextQuestion, questionsOf } from './questions.ts'
import { describeResult } from './results.ts'
import { emailIn, latest, nameIn, nameOf, phoneIn, turnsOf } from './transcript.ts'

interface Talk {
  /** The user messages since the last answer, separately and together. */
  said: string
  prompt: string
  facts: Record<string, string>
  messages: ChatMessage[]
  phrases: Phrases
  asksBack: boolean
  isSpoken: boolean
  passages: readonly Passage[] | undefined
  /** Documents that the customer has sent. */
  documents: readonly Passage[]
}

export function composeAnswer(generation: Generation): string {
  const { isSpoken = false } = generation
  const reading = readPassages(generation.messages)
  const talk = readTalk(generation, reading)
  const { phrases, messages, prompt, said, told, answered, greeting } = talk
  if (reading.results.length > 0)
    return [...answerFromResults(generation, reading, phrases), told].filter(Boolean).join(' ')
  if (talk.isHello) return greeting ?? (answered.length > 0 ? phrases.again : phrases.greeting)
  const isQuestion = phrases.hears.question.test(bare(said))
  const missing = isQuestion && reading.passages !== undefined ? notFound(phrases, reading.hasFailed) : undefined
  const answer = told ?? talk.aboutFiles ?? missing
  const hasDisclosed = answered.some(({ content }) => disclosures.some((disclosure) => content.includes(disclosure)))
  const honesty = hasDisclosed || answer?.includes(phrases.honest) ? undefined : phrases.honest
  if (isGoodbye(generation)) return [isQuestion && answer, honesty, phrases.goodbye].filter(Boolean).join(' ')
  const question = nextQuestion(prompt, messages)
  if (question) {
    return [greeting, isQuestion && answer !== undefined ? answer : phrases.acknowledged, question]
      .filter(Boolean)
      .join(' ')
  }
  const limit = honesty ?? phrases.limits[answered.length % phrases.limits.length]
  // On the phone the explanation takes long, so it waits until it is the answer or the goodbye.
  const parts = answer === undefined ? [greeting, limit] : [greeting, answer, isSpoken ? undefined : honesty]
  return parts.filter(Boolean).join(' ')
}

function answerFromResults({ tools = [] }: Generation, { results }: Reading, phrases: Phrases): string[] {
  const names = [...tools.map(({ name }) => name), ...results.map(({ toolName }) => toolName)]
  return results.map(({ content }) => {
    const { value, hasFailed } = describeResult(content, names)
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
  const { said, told, isHello, phrases, prompt } = readTalk(generation, unread)
  if (isHello || told !== undefined || isGoodbye(generation) || !hasSubject(said)) return undefined
  if (nextQuestion(prompt, messages) !== undefined && !phrases.hears.question.test(bare(said))) return undefined
  return searchQueryOf(userTexts(messages))
}

/** What was said, and what can be answered to it. */
function readTalk({ facts = {}, isSpoken = false }: Generation, { messages, passages }: Reading) {
  const prompt = promptOf(messages)
  const inLanguage = phrasesByLanguage[findLanguage(facts, prompt)]
  const phrases = isSpoken ? { ...inLanguage, honest: inLanguage.honestSpoken } : inLanguage
  const answered = messages.filter((message) => message.role === 'assistant')
  const lastAnswer = messages.findLastIndex((message) => message.role === 'assistant')
  const latest = messages.slice(lastAnswer + 1)
  const says = userTexts(latest)
  const said = says.join('\n')
  const greeting = answered.length === 0 ? greetingOf(prompt, facts) : undefined
  const isGreeted = phrases.hears.hello.test(bare(said)) && bare(said).split(' ').length <= 4 && !nameIn(said)
  const hasFiles = latest.some((message) => message.role === 'user' && message.files !== undefined)
  const isHello = (said.trim() === '' && !hasFiles) || isGreeted
  const asksBack = answered.at(-1)?.content.trimEnd().endsWith('?') ?? false
  const documents = documentsIn(messages)
  const talk = { prompt, facts, messages, phrases, asksBack, isSpoken, passages, documents }
  const answerToOne = (question: string) => answerTo({ ...talk, said: question })
  // A question can span several messages.
  const told = [...new Set(says.map(answerToOne))].filter(Boolean).join(' ') || answerToOne(said)
  const aboutFiles = answerToFiles(latest, phrases, fill)
  const isOnlyFiles = said.trim() === '' && aboutFiles !== undefined
  return {
    ...talk,
    answered,
    said,
    greeting,
    isHello,
    told: isOnlyFiles ? aboutFiles : told,
    aboutFiles,
  }
}

const userTexts = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))

const notFound = ({ notInDocuments, searchFailed }: Phrases, hasFailed: boolean): string =>
  hasFailed ? searchFailed : notInDocuments

/** Whether the answer ends the call: the customer says goodbye, or has answered the last question of the prompt. */
export function isGoodbye({ messages, facts = {}, isSpoken = false }: Generation): boolean {
  if (!isSpoken) return false
  const prompt = promptOf(messages)
  const { hears } = phrasesByLanguage[findLanguage(facts, prompt)]
  const lastAnswer = messages.findLastIndex((message) => message.role === 'assistant')
  const latest = messages.slice(lastAnswer + 1)
  const said = latest.flatMap((message) => (message.role === 'user' ? [message.content] : [])).join(' ')
  if (said === '' || messages.at(-1)?.role === 'tool') return false
  const hasAskedAll = questionsOf(prompt).length > 0 && nextQuestion(prompt, messages) === undefined
  return hasAskedAll || hears.goodbye.test(bare(said))
}

const promptOf = (messages: readonly ChatMessage[]): string =>
  messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n')

const disclosures = Object.values(phrasesByLanguage).flatMap(({ honest, honestSpoken }) => [honest, honestSpoken])

function answerTo(talk: Talk): string | undefined {
  const { said, prompt, facts, messages, phrases, asksBack } = talk
  const heard = bare(said)
  const { hears } = phrases
  if (hears.yourName.test(heard)) {
    const name = ownName(prompt, facts)
    return name ? fill(phrases.name, { value: name }) : phrases.honest
  }
  if (hears.myNature.test(heard)) return phrases.honest
  const sum = workOutSum(said)
  if (sum) return `${sum}.`
  const isQuestion = hears.question.test(heard)
  if (isQuestion) {
    const fact = findFact(said, facts, phrases)
    const stated = fact && fill(phrases.fact, { name: fact.name, value: fact.value })
    if (fact?.isNamed) return stated
    const known = findTold(heard, messages, phrases)
    if (known) return fill(phrases.told, { value: known })
    // "When do you open?" asks for the date only if nothing says when.
    return fromPassages(talk) ?? stated
  }
  const name = nameIn(said)
  if (name) return fill(phrases.pleased, { value: name })
  if (hears.goodbye.test(heard)) return phrases.goodbye
  if (hears.thanks.test(heard)) return phrases.thanks
  if (asksBack && (hears.yes.test(heard) || hears.no.test(heard) || emailIn(said) || phoneIn(said)))
    return phrases.noted
  return fromPassages(talk)
}

const knownHeading = /^#{1,3} (?:what you know|was du (?:über .* )?weißt|ce que vous savez)\b.*$/imu

/** What the prompt says under a heading such as `# What you know`, as a passage without a document. */
function knownIn(prompt: string): Passage[] {
  const heading = knownHeading.exec(prompt)
  if (!heading) return []
  const [text = ''] = prompt.slice(heading.index + heading[0].length).split(/^#/m)
  return [{ text: text.trim(), source: { document: '' } }]
}

const spokenName = /^\p{L}[\p{L}’' -]{1,60}$/u

function fromPassages({ said, prompt, messages, passages, documents, phrases, isSpoken }: Talk): string | undefined {
  const known = knownIn(prompt)
  if (!passages && documents.length === 0 && known.length === 0) return undefined
  const texts = userTexts(messages)
  const earlier = texts.at(-1) === said ? searchWordsOf(texts)?.earlier : undefined
  const found = answerFromPassages({ last: said, earlier }, [...known, ...(passages ?? []), ...documents])
  if (!found) return undefined
  const { text: value, source } = found
  const name = source.document
  if (name === '') return value
  if (isSpoken) return spokenName.test(name) ? fill(phrases.sourceSpoken, { name, value }) : value
  const cited = { name, page: String(source.page) }
  return `${value} ${fill(source.page === undefined ? phrases.source : phrases.sourcePage, cited)}`
}

/** What the user said about themselves earlier in the conversation. */
function findTold(heard: string, messages: ChatMessage[], { hears }: Phrases): string | undefined {
  const turns = turnsOf(messages)
  const asksFor = (word: string) =>
    [word, ...(hears.words[word] ?? [])].some((name) => heard.replaceAll('?', ' ').split(' ').includes(name))
  if (asksFor('name')) return nameOf(turns)
  if (asksFor('email')) return latest(turns, emailIn)
  if (asksFor('phone')) return latest(turns, phoneIn)
  return undefined
}

const quotedGreeting =
  /\b(?:greet(?:ing)?|welcome|first message|initial message|opening(?: line)?|begin|start|say|introduce|begrüß\w*|saluda\w*|saludo|accueil\w*|saluta\w*|saluto|saudação|cumpriment\w*)\b[^"“”„«»\n]{0,80}["“„«]([^"“”„«»\n]{2,400})["“”»]/iu
const labelledGreeting =
  /^\W{0,4}(?:greeting|first message|initial message|opening line|welcome message|begrüßung|saludo|accueil|saluto|saudação)\W{0,4}[:=][*_\s]*(\S.{1,400})$/imu

function greetingOf(prompt: string, facts: Record<string, string>): string | undefined {
  const value =
    facts.greeting ?? facts.initial_message ?? quotedGreeting.exec(prompt)?.[1] ?? labelledGreeting.exec(prompt)?.[1]
  return value?.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, key: string) => facts[key] ?? whole).trim() || undefined
}

function ownName(prompt: string, facts: Record<string, string>): string | undefined {
  const named =
    /\b(?:[Yy]our name is|[Yy]ou are|[Dd]u bist|[Ss]ie sind|[Ee]res|[Tt]u es|[Vv]ous êtes|[Ss]ei|[Vv]ocê é)\s+(\p{Lu}[\p{L}'’-]+)(?![\p{L}'’-])/u
  return facts.assistant_name ?? facts.agent_name ?? facts.bot_name ?? named.exec(prompt)?.[1]
}

/** A replacement function keeps `$` in values unchanged. */
function fill(phrase: string, values: Record<string, string>): string {
  const filled = phrase.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  return filled.charAt(0).toUpperCase() + filled.slice(1).replace(/([.!?])\.$/, '$1')
}

const signs: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '×': (left, right) => left * right,
  '÷': (left, right) => left / right,
}
const spoken: [RegExp, string][] = [
  [/\b(plus|mas|più|piu|más|mais|und)\b/gi, '+'],
  [/\b(minus|menos|moins|meno)\b/gi, '-'],
  [/\b(times|mal|por|fois|per|vezes|multiplied by)\b|(?<=\d)\s*[x*]\s*(?=\d)/gi, '×'],
  [/\b(divided by|geteilt durch|dividido (?:entre|por)|divis[eé] par|diviso)\b|(?<=\d)\s*\/\s*(?=\d)/gi, '÷'],
]
const sum = /^[^\d]*?(-?\d{1,12}(?:\.\d{1,6})?)\s*([+\-×÷])\s*(-?\d{1,12}(?:\.\d{1,6})?)[\s=?.!]*$/

/** "555-1234" and "3/4" are more often a number and a date, so these operators need spaces or a question. */
function workOutSum(text: string): string | undefined {
  if (/\d[-/]\d/.test(text) && !/[?=]/.test(text)) return undefined
  let plain = text
  for (const [pattern, sign] of spoken.toReversed()) plain = plain.replace(pattern, ` ${sign} `)
  const match = sum.exec(plain)
  if (!match) return undefined
  const [, left = '', sign = '', right = ''] = match
  const result = signs[sign]?.(Number(left), Number(right))
  if (result === undefined || !Number.isFinite(result)) return undefined
  return `${left} ${sign} ${right} = ${Number(result.toPrecision(12))}`
}

interface FilePhrases {
  fileRead: string
  filePicture: string
  fileUnread: string
}

const maxBeginning = 200

/** Undefined if the latest messages have no files. */
function answerToFiles(
  latest: readonly ChatMessage[],
  phrases: FilePhrases,
  fill: (phrase: string, values: Record<string, string>) => string,
): string | undefined {
  const messages = latest.filter((message) => message.role === 'user')
  const files = messages.flatMap(({ files = [] }) => files)
  if (files.length === 0) return undefined
  return files.map((file) => fill(phraseFor(file, phrases), { name: file.name, value: beginningOf(file) })).join(' ')
}

function phraseFor({ kind }: SentFile, { fileRead, filePicture, fileUnread }: FilePhrases): string {
  if (kind === 'document') return fileRead
  return kind === 'picture' ? filePicture : fileUnread
}

function beginningOf(file: SentFile): string {
  if (file.kind !== 'document') return ''
  const text = file.text.replace(/\s+/g, ' ').trim()
  return text.length <= maxBeginning ? text : `${text.slice(0, maxBeginning).toWellFormed()}…`
}

/** The documents of all messages, as passages. */
const documentsIn = (messages: readonly ChatMessage[]): Passage[] =>
  messages.flatMap((message) =>
    message.role === 'user'
      ? (message.files ?? []).flatMap((file) =>
          file.kind === 'document' ? [{ text: file.text, source: { document: file.name } }] : [],
        )
      : [],
  )
