// Parses a template of the carrier: its content types and its approval.
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import { type Fields, fieldsOf, textOf } from './json.ts'
import { keysIn, objectsIn, partsOf, textsIn } from './template-parts.ts'

/** `approval` is flat in lists, and under `whatsapp` in single responses. */
export function toTemplate(content: Fields, approval: unknown): CarrierTemplate {
  const status = { ...fieldsOf(approval), ...fieldsOf(fieldsOf(approval).whatsapp) }
  const types = fieldsOf(content.types)
  const rawCategory = textOf(status.category) ?? ''
  return {
    sid: textOf(content.sid) ?? '',
    name: textOf(status.name) ?? textOf(content.friendly_name) ?? textOf(content.sid) ?? '',
    language: textOf(content.language) ?? '',
    category: toCategory(rawCategory),
    rawCategory,
    rawStatus: (textOf(status.status) ?? 'unsubmitted').toLowerCase(),
    rejectionReason: textOf(status.rejection_reason),
    bodyText: bodyOf(types),
    parts: partsOf(types, bodyTypeOf(types)),
    variables: variablesOf(types, fieldsOf(content.variables)),
    hasVoiceCall: objectsIn(types).some(({ type }) => voiceActions.has(String(type).toUpperCase())),
  }
}

const voiceActions = new Set(['VOICE_CALL', 'VOICE_CALL_REQUEST'])

/** Category names from before 2023, still in old accounts; https://developers.facebook.com/docs/whatsapp/updates-to-pricing */
function toCategory(raw: string): CarrierTemplate['category'] {
  const word = raw.toLowerCase()
  if (word === 'marketing' || word === 'authentication') return word
  return word === 'otp' ? 'authentication' : 'utility'
}

/** The order of precedence: the channel's own card first, because customers see it, then by frequency. */
const bodyOrder = ['whatsapp/card', 'twilio/text', 'twilio/media', 'twilio/quick-reply', 'twilio/call-to-action']

function bodyTypeOf(types: Fields): string | undefined {
  const others = Object.keys(types).filter((type) => !bodyOrder.includes(type))
  return [...bodyOrder, ...others.sort()].find((type) => textOf(fieldsOf(types[type]).body) !== null)
}

function bodyOf(types: Fields): string {
  const type = bodyTypeOf(types)
  return type === undefined ? '' : (textOf(fieldsOf(types[type]).body) ?? '')
}

/** Includes buttons, headers and media URLs, because a missing variable would be sent as its sample. */
function variablesOf(types: Fields, samples: Fields): Record<string, string> {
  const keys = new Set(textsIn(types).flatMap(keysIn))
  // The channel does not show the text of the code; its single variable is known only by the sample.
  if ('whatsapp/authentication' in types) for (const key of Object.keys({ 1: '', ...samples })) keys.add(key)
  const sampleOf = (key: string) => (Object.hasOwn(samples, key) ? (textOf(samples[key]) ?? '') : '')
  return Object.fromEntries([...keys].sort(byKey).map((key) => [key, sampleOf(key)]))
}

function byKey(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)]
  if (Number.isNaN(first) || Number.isNaN(second)) return a < b ? -1 : a > b ? 1 : 0
  return first - second
}
