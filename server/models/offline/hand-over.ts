// Decides when the offline model hands the customer over to a person.
import type { Generation, ToolCall } from '#server/ports/language-model.ts'
import { bare } from './language.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { languageOf } from './prompt.ts'
import { endsAsSaid } from './said.ts'
import { saidIn } from './transcript.ts'

/** The tools that connect a customer with a person or another assistant, the best one first. */
const names = ['hand_over', 'call_transfer', 'warm_call_transfer', 'assistant_transfer']
const maxSummary = 200
const languages = Object.values(phrasesByLanguage)

export const isHandOver = (toolName: string): boolean => names.includes(toolName.replace(/_\d+$/, ''))

export function handOverTools({ tools = [], toolChoice }: Pick<Generation, 'tools' | 'toolChoice'>) {
  if (toolChoice === 'none') return []
  return names.flatMap((name) => tools.filter((tool) => tool.name.replace(/_\d+$/, '') === name))
}

const declined =
  /\b(?:don t|dont|do not|never|not|nicht|keinen?|keinem|ne|pas|no (?:quiero|me|hace)|non (?:voglio|mi)|nao (?:quero|me|preciso))\b/
/** "I need a person to lift my bike." */
const forWork = /\b(?:person|human|agent|operator|representative) (?:to|for|who) (?!talk|speak|help|answer|call)\w/
const hesitates = /\b(?:no|not|but|later|nein|nicht|aber|spater|non|pas|mais|pero|luego|ma|dopo|mas|nao|depois)\b/

/** Whether the customer asks for a person, or accepts the offer to be connected. */
export function wantsPerson(said: string, lastAnswer: string): boolean {
  const heard = bare(said)
  if (languages.some(({ hears }) => hears.person.test(heard))) return !(declined.test(heard) || forWork.test(heard))
  const offers = languages.filter(({ unknownPerson }) => endsAsSaid(lastAnswer, unknownPerson))
  return offers.some(({ hears }) => hears.yes.test(heard) && !hears.question.test(heard)) && !hesitates.test(heard)
}

/** A call that is being transferred is not answered again, so this is said before. */
const connectsCall = /^(?:warm_)?call_transfer/

/** Undefined if the customer does not ask for a person, or there is no tool for it. */
export function handOver(generation: Generation): { call: ToolCall; says: string } | undefined {
  const { messages, isSpoken = false } = generation
  const last = messages.at(-1)
  const [tool] = handOverTools(generation)
  if (!tool || last?.role !== 'user') return undefined
  const before = messages.findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')
  if (!wantsPerson(isSpoken ? saidIn(last.content) : last.content, before?.content ?? '')) return undefined
  const { properties = {} } = tool.parameters as { properties?: Record<string, { enum?: unknown[] }> }
  const values = Object.entries(properties).flatMap(([key, { enum: choices }]) => {
    if (choices) return [[key, choices.find((choice) => last.content.includes(String(choice))) ?? choices[0]]]
    return key === 'summary' ? [[key, summaryOf(generation)]] : []
  })
  const call = { id: `offline_${messages.length}`, name: tool.name, arguments: Object.fromEntries(values) }
  const { connecting } = phrasesByLanguage[languageOf(generation)]
  return { call, says: connectsCall.test(tool.name) ? connecting : '' }
}

/** What the customer has asked for before a person. */
function summaryOf({ messages }: Generation): string {
  const said = messages.flatMap(({ role, content }) =>
    role === 'user' && content.trim() !== '' ? [content.trim()] : [],
  )
  return (said.find((text) => !wantsPerson(text, '')) ?? said[0] ?? '').slice(0, maxSummary).toWellFormed()
}
