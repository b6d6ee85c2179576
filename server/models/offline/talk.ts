// What the offline model knows when it answers: the conversation, the instructions, the variables and the language.

import type { ChatMessage, Generation, Passage } from '#server/ports/language-model.ts'
import { answerToFiles, documentsIn } from './files.ts'
import { greetingOf } from './greeting.ts'
import { handOverTools } from './hand-over.ts'
import { type Instructions, readInstructions } from './instructions.ts'
import { bare } from './language.ts'
import type { Reading } from './passages.ts'
import { type Language, type Phrases, phrasesByLanguage } from './phrases/index.ts'
import { languageOf, promptOf } from './prompt.ts'
import { nameIn, saidIn } from './transcript.ts'

export interface Talk {
  prompt: string
  readonly instructions: Instructions
  language: Language
  facts: Record<string, string>
  messages: ChatMessage[]
  phrases: Phrases
  isSpoken: boolean
  passages: readonly Passage[] | undefined
  /** Documents that the customer has sent. */
  documents: readonly Passage[]
  /** The answers so far. */
  answered: ChatMessage[]
  /** The user messages since the last answer, separately and together. */
  says: string[]
  said: string
  isHello: boolean
  isQuestion: boolean
  /** The last answer ends with a question. */
  asksBack: boolean
  canHandOver: boolean
  greeting: string | undefined
  aboutFiles: string | undefined
}

/** An answer reads its conversation several times. */
const talks = new WeakMap<Generation, Talk[]>()

export function readTalk(generation: Generation, reading: Reading): Talk {
  const { messages, passages } = reading
  const read = talks.get(generation) ?? []
  const known = read.find((talk) => talk.messages === messages && talk.passages === passages)
  if (known) return known
  const talk = readAgain(generation, reading)
  talks.set(generation, [...read, talk])
  return talk
}

function readAgain(generation: Generation, { messages, passages }: Reading): Talk {
  const { facts = {}, isSpoken = false } = generation
  const prompt = promptOf(messages)
  let instructions: Instructions | undefined
  const language = languageOf({ messages, facts })
  const phrases = phrasesByLanguage[language]
  const answered = messages.filter((message) => message.role === 'assistant')
  const latest = messages.slice(messages.findLastIndex((message) => message.role === 'assistant') + 1)
  const says = userTexts(latest).map((text) => (isSpoken ? saidIn(text) : text))
  const said = says.join('\n')
  const hasFiles = latest.some((message) => message.role === 'user' && message.files !== undefined)
  const isQuestion = asksSomething(said, phrases)
  const isGreeted = phrases.hears.hello.test(bare(said)) && bare(said).split(' ').length <= 4 && !nameIn(said)
  return {
    prompt,
    language,
    get instructions() {
      instructions ??= readInstructions(prompt, language)
      return instructions
    },
    facts,
    messages,
    phrases,
    isSpoken,
    passages,
    documents: documentsIn(messages),
    answered,
    says,
    said,
    isHello: (said.trim() === '' && !hasFiles) || (isGreeted && !isQuestion),
    isQuestion,
    asksBack: answered.at(-1)?.content.trimEnd().endsWith('?') ?? false,
    canHandOver: handOverTools(generation).length > 0,
    greeting: answered.length === 0 ? greetingOf(prompt, facts) : undefined,
    aboutFiles: answerToFiles(latest, phrases),
  }
}

/** A greeting or thanks before the question is ignored. */
export function asksSomething(said: string, { hears }: Phrases): boolean {
  const heard = bare(said)
  const rest = heard.replace(hears.hello, '').replace(hears.thanks, '').trim()
  return hears.question.test(heard) || hears.question.test(rest) || questionWithin(heard) !== undefined
}

const within =
  /\b(?:(?:what|when|where|which|who|how|how much|how long|what time) (?:do|does|is|are|can|could|did|will|would) (?:you|i|we|it|the|your|my|an?|there)\b|(?:and|but|so) (?:do|can|are|could) (?:you|i|we)\b|(?:wann|wo|wie viel|wieviel|wie lange|was|welche\w*) (?:haben|hat|kostet|kosten|ist|sind|kann|konnen|machen|offnen|schliessen)\b|(?:quand|combien|comment|a quelle heure) (?:est ce|coute|ouvrez|fermez|etes|faut)\b|(?:cuando|cuanto|donde|a que hora) (?:abren|cierran|cuesta|estan|es)\b|(?:quando|quanto|dove|a che ora) (?:aprite|chiudete|costa|siete)\b|(?:quando|quanto|onde|a que horas) (?:abrem|fecham|custa|fica)\b)/

/** A question after a statement: "My dog is sick what does a check cost". */
export function questionWithin(said: string): string | undefined {
  const heard = bare(said)
  const at = heard.search(within)
  return at < 0 ? undefined : heard.slice(at)
}

export const userTexts = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))
