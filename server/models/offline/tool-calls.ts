// Decides when the offline model calls a tool, and with which arguments.
import type { Generation, ToolCall } from '#server/ports/language-model.ts'
import { wordsOf } from './facts.ts'
import { bare } from './language.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { emailIn, latest, nameOf, phoneIn, type Turn, turnsOf } from './transcript.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  description?: string
}

/**
 * Calls the first tool if a call is required. Its fields are filled from the variables and the transcript; values that
 * are not found are '', 0 or false. What a customer writes never calls a tool by its name.
 */
export function requiredCall({ tools = [], toolChoice, messages, facts = {} }: Generation): ToolCall | undefined {
  const [tool] = toolChoice === 'required' ? tools : []
  if (!tool) return undefined
  const id = `offline_${messages.length}`
  return { id, name: tool.name, arguments: fillObject(tool.parameters as Schema, turnsOf(messages), facts) }
}

/** The call of the tool that ends a phone call, if there is one. */
export function endCall({ tools = [], toolChoice, messages }: Generation): ToolCall | undefined {
  const tool = toolChoice === 'none' ? undefined : tools.find(({ name }) => name === 'end_call')
  return tool && { id: `offline_${messages.length}`, name: tool.name, arguments: {} }
}

/** The call of the tool that records that the customer does not want to be called again, if they say so. */
export function optOut({ tools = [], toolChoice, messages }: Generation): ToolCall | undefined {
  const tool = toolChoice === 'none' ? undefined : tools.find(({ name }) => name === 'record_opt_out')
  const last = messages.at(-1)
  if (!tool || last?.role !== 'user') return undefined
  const said = bare(last.content.slice(-longestOptOut))
  if (otherThanOptOut.test(said)) return undefined
  const hears = languages.find((language) => language.optOut.test(said))
  const scope = hears?.thisTopic.test(said) ? 'topic' : 'everything'
  return hears && { id: `offline_${messages.length}`, name: tool.name, arguments: { scope } }
}

/** "You never call me" complains, and with a condition it is about one case. */
const otherThanOptOut =
  /\byou never (?:call|phone|ring|contact)\b|\b(?:if|wenn|falls|quand|cuando) .{1,60}\b(?:don t|do not|nicht)\b/
const longestOptOut = 1_000

function fillObject(schema: Schema, turns: Turn[], facts: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {})
  return Object.fromEntries(entries.map(([key, field]) => [key, fillField(key, field, turns, facts)]))
}

function fillField(key: string, field: Schema, turns: Turn[], facts: Record<string, string>): unknown {
  const type = Array.isArray(field.type) ? field.type.find((name) => name !== 'null') : field.type
  const fact = Object.entries(facts).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
  const words = wordsOf(key)
  switch (type) {
    case 'object':
      return fillObject(field, turns, facts)
    case 'array':
      return []
    case 'boolean':
      return fact === undefined ? isAffirmed(words, turns) : /^(true|yes|1|ja|s[ií]|oui|sim)$/i.test(fact.trim())
    case 'integer':
    case 'number': {
      const number = Number.parseFloat(fact ?? '')
      const value = Number.isFinite(number) ? number : numberNear(words, turns)
      return type === 'integer' ? Math.trunc(value) : value
    }
    default:
      return field.enum ? oneOf(field.enum, fact, turns) : (fact ?? textFor(words, turns) ?? '')
  }
}

/** The first question of the customer fills fields with these words. */
const topics = new Set(['topic', 'subject', 'reason', 'request', 'question'])

const isQuestion = ({ speaker, text }: Turn): boolean => speaker === 'user' && text.includes('?')

function textFor(words: string[], turns: Turn[]): string | undefined {
  if (words.includes('email') || words.includes('mail')) return latest(turns, emailIn)
  if (words.includes('phone') || words.includes('telephone') || words.includes('mobile')) return latest(turns, phoneIn)
  if (words.includes('name') || words.includes('firstname') || words.includes('lastname')) {
    const name = nameOf(turns)
    if (words.includes('first')) return name?.split(' ')[0]
    if (words.includes('last') || words.includes('family')) return name?.split(' ').slice(1).join(' ')
    return words.some((word) => word !== 'name' && word !== 'full') ? undefined : name
  }
  if (words.some((word) => topics.has(word))) return turns.find(isQuestion)?.text.trim()
  return undefined
}

function oneOf(values: unknown[], fact: string | undefined, turns: Turn[]): unknown {
  const told = fact === undefined ? turns.filter(({ speaker }) => speaker === 'user').map(({ text }) => text) : [fact]
  const heard = ` ${bare(told.join(' ')).replaceAll('?', ' ')} `
  const mentioned = values.find((value) => heard.includes(` ${bare(String(value))} `))
  return mentioned ?? values.find((value) => /^(|unknown|none|other|n\/a|unclear)$/i.test(String(value))) ?? ''
}

/** The user says the words without a negation, or answers yes to a question that contains them. */
function isAffirmed(words: string[], turns: Turn[]): boolean {
  return turns.some(({ speaker, text }, index) => {
    if (!mentions(text, words)) return false
    const heard = bare(text)
    if (speaker === 'user')
      return !text.includes('?') && !/\b(no|not|never|don t|nein|nicht|kein\w*|non|pas|nao)\b/.test(heard)
    const reply = turns[index + 1]
    return text.includes('?') && reply?.speaker === 'user' && languages.some(({ yes }) => yes.test(bare(reply.text)))
  })
}

const languages = Object.values(phrasesByLanguage).map(({ hears }) => hears)

function numberNear(words: string[], turns: Turn[]): number {
  for (const [index, { speaker, text }] of turns.entries()) {
    if (!mentions(text, words)) continue
    const told = speaker === 'user' ? text : turns[index + 1]?.speaker === 'user' ? turns[index + 1]?.text : undefined
    const number = /-?\d+(?:\.\d+)?/.exec(told?.replace(/(?<=\d),(?=\d{3}\b)/g, '') ?? '')?.[0]
    if (number !== undefined) return Number(number)
  }
  return 0
}

function mentions(text: string, words: string[]): boolean {
  const heard = bare(text).replaceAll('?', ' ').split(' ')
  const telling = words.filter(
    (word) => word.length > 2 && !/^(has|is|was|wants?|did|does|the|count|number|total)$/.test(word),
  )
  return (
    telling.length > 0 &&
    telling.every((word) =>
      heard.some((other) => other === word || (word.length > 3 && other.startsWith(word.slice(0, -1)))),
    )
  )
}
