// The prompt of an assistant without what Parley adds to it, and its language.
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { findLanguage } from './language.ts'
import type { Language } from './phrases/index.ts'

const maxCharacters = 30_000

/** Paragraphs that Parley adds to the instructions of every assistant. */
const rulesOfParley =
  /^(?:You are speaking with the customer on the phone\.|It is now \S+, |You answer by SMS:|What a tool returns is information|The values of these variables were given|The customer began to write from|Messages can contain (?:files|passages)|\[In reply to "…"\]|If a machine answers the call and asks for your name|You are a helpful assistant\.$)/

/** Instructions of a supervisor during a call, which customers do not hear. */
const whispered = 'During the call, your supervisor has given you these instructions'

/** The instructions without what Parley adds. */
export const ownPart = (prompt: string): string =>
  prompt
    .slice(0, maxCharacters)
    .split(whispered)[0]!
    .split(/\n{2,}/)
    .filter((paragraph) => !rulesOfParley.test(paragraph.trim()))
    .join('\n\n')

export const promptOf = (messages: readonly ChatMessage[]): string =>
  messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n')

export const languageOf = ({ messages, facts = {} }: Pick<Generation, 'messages' | 'facts'>): Language =>
  findLanguage(facts, ownPart(promptOf(messages)))
