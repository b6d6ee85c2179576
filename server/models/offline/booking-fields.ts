// What a tool for bookings needs, and where the customer has said it.
import type { ChatMessage, Generation, ToolDefinition } from '#server/ports/language-model.ts'
import type { BookingPhrases } from './booking-phrases.ts'
import { wordsOf } from './facts.ts'
import { fill } from './fill.ts'
import { bare } from './language.ts'
import { dayIn } from './moments.ts'
import { numberIn, peopleIn } from './numbers.ts'
import { endsAsSaid } from './said.ts'
import { isStopWord } from './stop-words.ts'
import { timeIn } from './times.ts'
import { emailIn, nameIn, phoneIn } from './transcript.ts'

/** The tool of the calendar that finds free slots. */
export const slotsTool = 'find_free_slots'

export interface BookingField {
  key: string
  kind: 'name' | 'email' | 'phone' | 'day' | 'time' | 'people' | 'slot' | 'other'
  /** The key in words. */
  label: string
  choices: readonly unknown[] | undefined
  /** It is an argument of the tool. */
  isSent: boolean
  isNumber: boolean
}

export type Values = Readonly<Record<string, string | number | undefined>>

interface Property {
  type?: string | string[]
  enum?: unknown[]
}

const maxFields = 8
const maxReply = 200
const kinds: readonly (readonly [BookingField['kind'], RegExp])[] = [
  ['email', /e?mail/],
  ['phone', /phone|mobile|telefon|tel$/],
  ['people', /people|persons?|guests?|party|seats|personen|covers|participants/],
  ['day', /^(?:.* )?(?:date|day|datum|tag)$/],
  ['time', /^(?:.* )?(?:time|hour|uhrzeit)$/],
  ['name', /^(?:full |customer |guest )?name$/],
]

/** With a calendar, the day and a free slot on it take the place of the start. */
export function fieldsOf({ parameters }: ToolDefinition, hasSlots: boolean): BookingField[] {
  const { properties = {}, required } = parameters as { properties?: Record<string, Property>; required?: string[] }
  const keys = (required ?? Object.keys(properties)).slice(0, maxFields)
  const extra = { choices: undefined, isNumber: false, label: '' }
  return keys.flatMap((key): BookingField[] => {
    const { type, enum: choices } = properties[key] ?? {}
    if (type === 'boolean' || type === 'object' || type === 'array') return []
    if (hasSlots && key === 'start')
      return [
        { key: 'day', kind: 'day', isSent: false, ...extra },
        { key, kind: 'slot', isSent: true, ...extra },
      ]
    const label = wordsOf(key).join(' ')
    const kind = kinds.find(([, pattern]) => pattern.test(label))?.[0] ?? 'other'
    const isNumber = [type].flat().some((name) => name === 'integer' || name === 'number')
    return [{ key, kind: choices ? 'other' : kind, label, choices, isSent: true, isNumber }]
  })
}

type Context = Pick<Generation, 'facts'> & { phrases: BookingPhrases }

/** The latest values count. A reply to a question can be a value without further words. */
export function readValues(fields: readonly BookingField[], talk: readonly ChatMessage[], context: Context): Values {
  const values: Record<string, string | number | undefined> = {}
  for (const [index, message] of talk.entries()) {
    if (message.role !== 'user') continue
    const rejected = fields.filter(({ kind }) => isRejected(message.content, kind))
    for (const { key } of rejected) values[key] = undefined
    if (rejected.length > 0) continue
    const before = talk.slice(0, index).findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')
    for (const field of fields) {
      const isAsked = before !== undefined && asksFor(field, before.content, context.phrases)
      const value = valueIn(message.content, field, isAsked, context, { values, talk })
      if (value !== undefined) values[field.key] = value
      // Another day has other slots.
      if (value !== undefined && field.kind === 'day' && fields.some(({ kind }) => kind === 'slot'))
        values['start'] = undefined
    }
  }
  const [day, time] = [fields.find(({ kind }) => kind === 'day'), fields.find(({ kind }) => kind === 'time')]
  if (day && time && isPast(values[day.key], values[time.key], context)) values[time.key] = undefined
  return values
}

type Value = Values[string]

const isPast = (day: Value, time: Value, { facts = {} }: Context): boolean =>
  day !== undefined &&
  day === facts['current_date'] &&
  time !== undefined &&
  String(time) <= (facts['current_time'] ?? '')

/** "No, the name is wrong." */
const rejections: Partial<Record<BookingField['kind'], RegExp>> = {
  name: /\b(?:name|nom|nombre|nome)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:name|nom|nombre|nome)\b/,
  email:
    /\b(?:e ?mail|mail|courriel|correo)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:e ?mail|mail|courriel|correo)\b/,
  phone:
    /\b(?:phone|number|telefon\w*|nummer|numero|telephone)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:phone|number|telefon\w*|nummer|numero|telephone)\b/,
  day: /\b(?:day|date|tag|datum|jour|dia|data|giorno|fecha)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:day|date|tag|datum|jour|dia|data|giorno|fecha)\b/,
  time: /\b(?:time|uhrzeit|zeit|heure|hora|ora)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:time|uhrzeit|zeit|heure|hora|ora)\b/,
  people:
    /\b(?:people|personen|personnes|personas|persone|pessoas)\b.{0,20}\b(?:wrong|not right|not correct|incorrect|falsch|stimmt nicht|nicht richtig|faux|fausse|incorrecte?|equivocad[oa]|mal|sbagliat[oa]|errad[oa])\b|\b(?:wrong|falsche[rs]?) (?:people|personen|personnes|personas|persone|pessoas)\b/,
}

const isRejected = (text: string, kind: BookingField['kind']): boolean => rejections[kind]?.test(bare(text)) ?? false

function asksFor({ kind, label }: BookingField, asked: string, phrases: BookingPhrases): boolean {
  if (kind === 'slot') return endsLike(asked, phrases.slots)
  if (kind === 'day') return endsAsSaid(asked, phrases.day) || endsLike(asked, phrases.noSlots)
  return endsAsSaid(asked, kind === 'other' ? fill(phrases.other, { name: label }) : phrases[kind])
}

/** A phrase with values is recognized by its last sentence. */
const endsLike = (text: string, phrase: string): boolean => endsAsSaid(text, phrase.split(/(?<=[.}])\s/).at(-1)!)

function valueIn(
  text: string,
  { key, kind, choices, isNumber }: BookingField,
  isAsked: boolean,
  { facts = {} }: Context,
  { values, talk }: { values: Values; talk: readonly ChatMessage[] },
): string | number | undefined {
  const reply = text.trim().replace(/[.!]$/, '')
  switch (kind) {
    case 'name':
      return nameIn(text) ?? (isAsked ? nameAlone(reply) : undefined)
    case 'email':
      return emailIn(text)
    case 'phone':
      return phoneIn(text)
    case 'day':
      return dayIn(text, facts['current_date'] ?? '')
    case 'time':
      return timeIn(text, {
        isUnasked: !isAsked,
        previous: values[key]?.toString(),
        from: Object.values(values).includes(facts['current_date']) ? facts['current_time'] : undefined,
      })
    case 'people':
      return isAsked ? numberIn(text) : peopleIn(text)
    case 'slot': {
      const { day } = values
      const time = timeIn(text)
      const slots = time === undefined || day === undefined ? undefined : slotsOn(String(day), talk)
      return slots?.find((slot) => slot.slice(11, 16) === time)
    }
    case 'other':
      if (choices) return choices.find((choice) => ` ${bare(text)} `.includes(` ${bare(String(choice))} `)) as string
      if (!isAsked || reply === '') return undefined
      return isNumber ? numberIn(text) : reply.slice(0, maxReply).toWellFormed()
  }
}

const introduction =
  /^(?:it[’']?s|it is|this is|i am|i[’']m|that[’']s|the name is|ich bin|das ist|hier ist|c[’']est|je suis|soy|sono|sou)\s+/i
const noName =
  /^(?:moment|wait|minute|second|sorry|mean|hold|again|repeat|pardon|bye|goodbye|later|dont|forget|nevermind|warten|augenblick|sekunde|attendez|espere|aspetti|espera|table|people|booking)$/
/** Names and parts of names that are also other words. */
const ofNames = new Set([
  'will',
  'may',
  'an',
  'don',
  'de',
  'la',
  'le',
  'el',
  'van',
  'von',
  'da',
  'di',
  'del',
  'do',
  'dos',
  'den',
  'der',
  'ella',
  'mia',
  'noi',
])
const maxNameWords = 4

/** The reply to a question for the name. */
function nameAlone(reply: string): string | undefined {
  const name = reply.replace(introduction, '').trim()
  if (!/^\p{L}[\p{L}\p{M}’'. -]{0,80}$/u.test(name)) return undefined
  const words = bare(name).split(' ')
  if (words.length > maxNameWords || words.every((word) => word.length === 1)) return undefined
  return words.some((word) => noName.test(word) || (isStopWord(word) && !ofNames.has(word))) ? undefined : name
}

const isoStart = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** The free slots of the latest search for the day; undefined if it was not searched. */
export function slotsOn(day: string, talk: readonly ChatMessage[]): string[] | undefined {
  for (const message of talk.toReversed()) {
    if (message.role !== 'tool' || message.toolName !== slotsTool) continue
    const call = talk.flatMap((other) => (other.role === 'assistant' ? (other.toolCalls ?? []) : []))
    const asked = call.findLast((other) => other.id === message.toolCallId)
    if (asked?.arguments['from'] === day) return message.content.match(isoStart) ?? []
  }
  return undefined
}
