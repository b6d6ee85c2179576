// Books with the tools of the assistant: asks for what they need, reads it back, and says whether it is booked.
import { tryParseJson } from '@parley/rules'
import type { ChatMessage, Generation, ToolCall, ToolDefinition } from '#server/ports/language-model.ts'
import { type BookingField, fieldsOf, readValues, slotsOn, slotsTool, type Values } from './booking-fields.ts'
import { type BookingPhrases, bookingPhrases, isOtherwise } from './booking-phrases.ts'
import { declinesAll, isFarewell } from './farewell.ts'
import { fill } from './fill.ts'
import { bare } from './language.ts'
import { spokenDay } from './moments.ts'
import { type Language, phrasesByLanguage } from './phrases/index.ts'
import { languageOf } from './prompt.ts'
import { endsAsSaid, includesAsSaid } from './said.ts'

export interface BookingStep {
  says: string
  call?: ToolCall
  /** The customer can ask something else in between, which is answered first. */
  question?: string
}

const calendarTool = 'book_appointment'
const bookingName =
  /^(?:book|make|create|add|schedule|reserve|request)?_?(?:book|booking|reserve|reservation|appointment|schedule|table|termin|reservierung)(?:_|$)|(?:^|_)(?:book|reserve|schedule)(?:_|$)/i
/** The same question is not asked more often than this. */
const maxAsked = 3
const maxSlots = 4

const isBooking = ({ name }: Pick<ToolDefinition, 'name'>): boolean =>
  bookingName.test(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')) && name !== slotsTool

/** Undefined if no booking is in progress, or there is no tool for it. */
export function nextBookingStep(generation: Generation): BookingStep | undefined {
  const { tools = [], toolChoice = 'auto', messages } = generation
  const tool = tools.find(({ name }) => name === calendarTool) ?? tools.find(isBooking)
  if (!tool || toolChoice === 'none') return undefined
  const language = languageOf(generation)
  const phrases = bookingPhrases[language]
  const from = beginOf(messages, phrases)
  if (from < 0) return undefined
  const talk = messages.slice(from)
  const result = talk.findLast((message) => message.role === 'tool' && message.toolName === tool.name)
  const fields = fieldsOf(
    tool,
    tools.some(({ name }) => name === slotsTool),
  )
  const values = readValues(fields, talk, { ...generation, phrases })
  const last = talk.at(-1)
  if (!result && last?.role === 'user' && quits(last.content, { talk, fields, phrases }))
    return { says: phrases.notBooked }
  if (!result && last?.role === 'user' && saysGoodbye(last.content, language))
    return { says: `${firstSentence(phrases.notBooked)} ${phrasesByLanguage[language].goodbye}` }
  if (result)
    return { says: describeBooking(result.content, phrases, textOf({ generation, fields, values, language, phrases })) }
  return stepOf({ generation, tool, talk, fields, values, phrases, language })
}

/** The message with which the latest booking begins; -1 if it is over. */
function beginOf(messages: readonly ChatMessage[], { wants }: BookingPhrases): number {
  const from = messages.findLastIndex(({ role, content }) => {
    const said = bare(content)
    return role === 'user' && wants.test(said) && !isOtherwise.test(said)
  })
  if (from < 0) return -1
  const endings = Object.values(bookingPhrases).flatMap(({ notBooked, failed }) =>
    [notBooked, failed].map(firstSentence),
  )
  const isOver = messages.slice(from).some((message, index, rest) => {
    if (message.role === 'tool') return isBooking({ name: message.toolName }) && rest.slice(index).some(isAnswer)
    return message.role === 'assistant' && endings.some((ending) => includesAsSaid(message.content, ending))
  })
  return isOver ? -1 : from
}

/** Without the question after it. */
const firstSentence = (phrase: string): string => phrase.split(/(?<=\.)\s/)[0]!

const isAnswer = (message: ChatMessage): boolean => message.role === 'assistant' && message.content.trim() !== ''

const gaveUp =
  /\b(?:forget it|never ?mind|leave it|(?:don t|dont|do not) want (?:to book|it|that|a|an|anything|any)|not book|no longer want|changed my mind|vergessen sie es|vergiss es|nicht mehr (?:buchen|reservieren)|doch nicht|lassen wir (?:es|das)|laissez tomber|ne (?:veux|souhaite) (?:plus|pas) reserver|dejelo|ya no quiero|no quiero reservar|lasci(?:a|amo) (?:stare|perdere)|non voglio (?:piu )?prenotare|deixe estar|ja nao quero|nao quero (?:mais )?(?:reservar|marcar))\b/

/** The customer no longer wants to book. "No" can also be the answer to a question of the tool's own. */
function quits(said: string, { talk, fields, phrases }: Pick<Booking, 'talk' | 'fields' | 'phrases'>): boolean {
  if (gaveUp.test(bare(said))) return true
  const asked = talk.findLast(isAnswer)?.content
  if (asked === undefined || isFarewell(said, () => false) || !declinesAll(said)) return false
  return !fields.some((field) => field.kind === 'other' && endsAsSaid(asked, questionFor(field, phrases)))
}

const saysGoodbye = (said: string, language: Language): boolean =>
  isFarewell(said, (text) => phrasesByLanguage[language].hears.question.test(bare(text)))

interface Booking {
  generation: Generation
  tool: ToolDefinition
  talk: readonly ChatMessage[]
  fields: readonly BookingField[]
  values: Values
  phrases: BookingPhrases
  language: keyof typeof bookingPhrases
}

function stepOf(booking: Booking): BookingStep | undefined {
  const { generation, tool, talk, fields, values, phrases, language } = booking
  const id = `offline_${generation.messages.length}`
  const ask = (question: string): BookingStep | undefined =>
    timesAsked(talk, question) >= maxAsked ? { says: phrases.failed } : { says: question, question }
  for (const field of fields) {
    if (field.kind === 'slot') {
      const step = slotStep(booking, id, ask)
      if (step !== undefined) return step
    } else if (values[field.key] === undefined) return ask(questionFor(field, phrases))
  }
  const value = textOf({ generation, fields, values, language, phrases })
  const readBack = fill(phrases.readBack, { value })
  const { hears } = phrasesByLanguage[language]
  const last = talk.at(-1)
  const before = talk.findLast(isAnswer)
  if (last?.role === 'user' && before && endsAsSaid(before.content, readBack)) {
    if (hears.yes.test(bare(last.content)))
      return { says: '', call: { id, name: tool.name, arguments: argumentsOf(fields, values) } }
    if (hears.no.test(bare(last.content))) return { says: phrases.notBooked }
  }
  return ask(readBack)
}

const timesAsked = (talk: readonly ChatMessage[], question: string): number =>
  talk.filter(({ role, content }) => role === 'assistant' && endsAsSaid(content, question)).length

/** Looks for free slots on the day, and offers them until the customer has chosen one. */
function slotStep(
  { generation, talk, values, phrases, language }: Booking,
  id: string,
  ask: (question: string) => BookingStep | undefined,
): BookingStep | undefined {
  const day = String(values['day'])
  if (hasFailed(talk.findLast((message) => message.role === 'tool' && message.toolName === slotsTool)?.content))
    return { says: phrases.failed }
  const found = slotsOn(day, talk)
  if (found === undefined) return { says: '', call: { id, name: slotsTool, arguments: { from: day } } }
  const spoken = spokenDay(day, language, todayOf(generation))
  if (found.length === 0) return ask(fill(phrases.noSlots, { day: spoken }))
  if (values['start'] !== undefined) return undefined
  const times = found.slice(0, maxSlots).map((slot) => slot.slice(11, 16))
  const value = new Intl.ListFormat(language, { type: 'disjunction' }).format(times)
  return ask(fill(phrases.slots, { day: spoken, value }))
}

function questionFor({ kind, label }: BookingField, phrases: BookingPhrases): string {
  return kind === 'other' || kind === 'slot' ? fill(phrases.other, { name: label }) : phrases[kind]
}

const todayOf = ({ facts = {} }: Generation): string => facts['current_date'] ?? ''

function textOf({ generation, fields, values, language, phrases }: Omit<Booking, 'tool' | 'talk'>): string {
  return fields
    .flatMap(({ key, kind }) => {
      const value = values[key]
      if (value === undefined) return []
      if (kind === 'day') return [spokenDay(String(value), language, todayOf(generation))]
      if (kind === 'slot') return [String(value).slice(11, 16)]
      return [kind === 'people' ? fill(phrases.peopleValue, { value: String(value) }).toLowerCase() : String(value)]
    })
    .join(', ')
}

/** The search of the calendar has failed. */
function hasFailed(content: string | undefined): boolean {
  const result = content === undefined ? {} : tryParseJson(content)
  return typeof result !== 'object' || result === null || 'error' in result
}

const argumentsOf = (fields: readonly BookingField[], values: Values): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ key, isSent }) => (isSent ? [[key, values[key]]] : [])))

/** A result without an error is a booking, unless it says otherwise. */
function describeBooking(content: string, phrases: BookingPhrases, value: string): string {
  const result = tryParseJson(content)
  if (typeof result !== 'object' || result === null) return phrases.unsure
  const { error, booked, success, ok, must_be_confirmed_by_host: isRequest } = result as Record<string, unknown>
  const isFailed = (error !== undefined && error !== null && error !== false) || [booked, success, ok].includes(false)
  if (isFailed) return phrases.failed
  return fill(isRequest === true ? phrases.requested : phrases.booked, { value })
}
