// Reads a template as the carrier keeps it: several types of content side by side, and the state of its approval.
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import { type Fields, fieldsOf, textOf } from './json.ts'
import { keysIn, objectsIn, partsOf, textsIn } from './template-parts.ts'

/** `approval` in either of the carrier's two shapes: flat in lists, under `whatsapp` where it is asked for alone. */
export function toTemplate(content: Fields, approval: unknown): CarrierTemplate {
  const told = { ...fieldsOf(approval), ...fieldsOf(fieldsOf(approval).whatsapp) }
  const types = fieldsOf(content.types)
  const rawCategory = textOf(told.category) ?? ''
  return {
    sid: textOf(content.sid) ?? '',
    name: textOf(told.name) ?? textOf(content.friendly_name) ?? textOf(content.sid) ?? '',
    language: textOf(content.language) ?? '',
    category: toCategory(rawCategory),
    rawCategory,
    rawStatus: (textOf(told.status) ?? 'unsubmitted').toLowerCase(),
    rejectionReason: textOf(told.rejection_reason),
    bodyText: bodyOf(types),
    parts: partsOf(types, bodyTypeOf(types)),
    variables: variablesOf(types, fieldsOf(content.variables)),
    hasVoiceCall: objectsIn(types).some(({ type }) => voiceActions.has(String(type).toUpperCase())),
  }
}

const voiceActions = new Set(['VOICE_CALL', 'VOICE_CALL_REQUEST'])

/** Names from before 2023 live on in old accounts; https://developers.facebook.com/docs/whatsapp/updates-to-pricing */
function toCategory(raw: string): CarrierTemplate['category'] {
  const word = raw.toLowerCase()
  if (word === 'marketing' || word === 'authentication') return word
  return word === 'otp' ? 'authentication' : 'utility'
}

/** The channel's own card first, for that is what people see there; then by how common a type is. */
const bodyOrder = ['whatsapp/card', 'twilio/text', 'twilio/media', 'twilio/quick-reply', 'twilio/call-to-action']

function bodyTypeOf(types: Fields): string | undefined {
  const others = Object.keys(types).filter((type) => !bodyOrder.includes(type))
  return [...bodyOrder, ...others.sort()].find((type) => textOf(fieldsOf(types[type]).body) !== null)
}

function bodyOf(types: Fields): string {
  const type = bodyTypeOf(types)
  return type === undefined ? '' : (textOf(fieldsOf(types[type]).body) ?? '')
}

/** From buttons, headers and addresses of media too: one that is left out would be sent as its sample. */
function variablesOf(types: Fields, samples: Fields): Record<string, string> {
  const keys = new Set(textsIn(types).flatMap(keysIn))
  // The text with the code in it is the channel's own and not shown: its one variable is known by the sample alone.
  if ('whatsapp/authentication' in types) for (const key of Object.keys({ 1: '', ...samples })) keys.add(key)
  const sampleOf = (key: string) => (Object.hasOwn(samples, key) ? (textOf(samples[key]) ?? '') : '')
  return Object.fromEntries([...keys].sort(byKey).map((key) => [key, sampleOf(key)]))
}

function byKey(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)]
  if (Number.isNaN(first) || Number.isNaN(second)) return a < b ? -1 : a > b ? 1 : 0
  return first - second
}
