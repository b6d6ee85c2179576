// What a tool for bookings needs, and where the customer has said it.
import type { ChatMessage, Generation, ToolDefinition } from '#server/ports/language-model.ts'
import type { BookingPhrases } from './booking-phrases.ts'
import { wordsOf } from './facts.ts'
import { fill } from './fill.ts'
import { bare } from './language.ts'
import { dayIn, numberIn, timeIn } from './moments.ts'
import { endsAsSaid } from './said.ts'
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
    const before = talk.slice(0, index).findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')
    for (const field of fields) {
      const isAsked = before !== undefined && asksFor(field, before.content, context.phrases)
      const value = valueIn(message.content, field, isAsked, context, { day: values['day'], talk })
      if (value !== undefined) values[field.key] = value
      // Another day has other slots.
      if (value !== undefined && field.kind === 'day' && fields.some(({ kind }) => kind === 'slot'))
        values['start'] = undefined
    }
  }
  return values
}

function asksFor({ kind, label }: BookingField, asked: string, phrases: BookingPhrases): boolean {
  if (kind === 'slot') return endsLike(asked, phrases.slots)
  if (kind === 'day') return endsAsSaid(asked, phrases.day) || endsLike(asked, phrases.noSlots)
  return endsAsSaid(asked, kind === 'other' ? fill(phrases.other, { name: label }) : phrases[kind])
}

/** A phrase with values is recognized by its last sentence. */
const endsLike = (text: string, phrase: string): boolean => endsAsSaid(text, phrase.split(/(?<=[.}])\s/).at(-1)!)

function valueIn(
  text: string,
  { kind, choices, isNumber }: BookingField,
  isAsked: boolean,
  { facts = {} }: Context,
  { day, talk }: { day: string | number | undefined; talk: readonly ChatMessage[] },
): string | number | undefined {
  const reply = text.trim().replace(/[.!]$/, '')
  switch (kind) {
    case 'name':
      return nameIn(text) ?? (isAsked && reply.split(' ').length <= 4 ? withoutIntroduction(reply) : undefined)
    case 'email':
      return emailIn(text)
    case 'phone':
      return phoneIn(text)
    case 'day':
      return dayIn(text, facts['current_date'] ?? '')
    case 'time':
      return timeIn(isAsked ? text : text.replace(/^\P{L}*\p{L}+\P{L}*$/u, ''))
    case 'people':
      return isAsked || /\b(?:for|fur|pour|para|per) |people|person|guests/i.test(bare(text))
        ? numberIn(text)
        : undefined
    case 'slot': {
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

const withoutIntroduction = (reply: string): string | undefined =>
  reply.replace(/^(?:it[’']?s|i am|i[’']m|that[’']s|ich bin|c[’']est|soy|sono|sou)\s+/i, '').trim() || undefined

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
