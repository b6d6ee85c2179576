// Lists and parses the templates of an account with their approvals, and submits new ones.

import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { findPlaceholders } from '#server/platform/text/render-template.ts'
import type { CarrierTemplate, MessageCarrier, TemplatePart } from '#server/ports/carrier.ts'
import type { Api } from '../rest/api.ts'
import { unreadable } from '../rest/failures.ts'
import { type Fields, fieldsOf, listOf, sidOf, textOf } from '../rest/json.ts'

export function createTemplates(api: Api, log: Log): Pick<MessageCarrier, 'listTemplates' | 'submitTemplate'> {
  return {
    listTemplates: async (account) => {
      const found = await api.list(account, 'content', '/v1/ContentAndApprovals?PageSize=500', 'contents')
      return found
        .map((content) => toTemplate(content, content.approval_requests))
        .filter(({ externalId }) => externalId !== '')
    },
    submitTemplate: async (account, template) => {
      const { name, language, category, bodyText, samples } = template
      const content = await api.postJson(account, 'content', '/v1/Content', {
        friendly_name: name,
        language,
        variables: samples,
        types: { 'twilio/text': { body: bodyText } },
      })
      const sid = sidOf(content.sid)
      if (sid === null || !/^HX[0-9a-f]{32}$/i.test(sid)) throw unreadable('write')
      try {
        const request = { name, category: category.toUpperCase() }
        const path = `/v1/Content/${sid}/ApprovalRequests/whatsapp`
        return toTemplate(content, await api.postJson(account, 'content', path, request))
      } catch (refusal) {
        const isRefused = refusal instanceof CarrierError && refusal.outcome !== 'outcome_unknown'
        if (isRefused) {
          await api.remove(account, 'content', `/v1/Content/${sid}`).catch((error: unknown) => {
            log.warn({ error, sid }, 'a rejected template could not be deleted at the carrier')
          })
        }
        throw refusal
      }
    },
  }
}

/** `approval` is flat in lists, and under `whatsapp` in single responses. */
export function toTemplate(content: Fields, approval: unknown): CarrierTemplate {
  const status = { ...fieldsOf(approval), ...fieldsOf(fieldsOf(approval).whatsapp) }
  const types = fieldsOf(content.types)
  const shown = bodyTypeOf(types)
  const rawCategory = textOf(status.category) ?? ''
  return {
    externalId: sidOf(content.sid) ?? '',
    name: textOf(status.name) ?? textOf(content.friendly_name) ?? sidOf(content.sid) ?? '',
    language: textOf(content.language) ?? '',
    category: toCategory(rawCategory),
    rawCategory,
    rawStatus: (textOf(status.status) ?? 'unsubmitted').toLowerCase(),
    rejectionReason: textOf(status.rejection_reason),
    bodyText: shown === undefined ? '' : String(fieldsOf(types[shown]).body),
    parts: partsOf(types, shown),
    variables: variablesOf(types, fieldsOf(content.variables)),
    hasVoiceCall: objectsIn(types).some(({ type }) => /^VOICE_CALL(_REQUEST)?$/i.test(String(type))),
  }
}

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

/** `shown` is the type whose body is used. A variable that only occurs in another type is listed as a part. */
function partsOf(types: Fields, shown: string | undefined): TemplatePart[] {
  const type = shown ?? Object.keys(types).sort()[0]
  if (type === undefined) return []
  const content = fieldsOf(types[type])
  const code: TemplatePart[] = 'whatsapp/authentication' in types ? [{ part: 'code', text: '{{1}}', value: null }] : []
  const parts = [...code, ...partsOfContent(content)]
  const seen = new Set([textOf(content['body']), ...textsIn(parts)].flatMap((text) => keysIn(text ?? '')))
  for (const text of textsIn(types)) {
    const keys = keysIn(text)
    if (keys.every((key) => seen.has(key))) continue
    parts.push({ part: 'other', text, value: null })
    for (const key of keys) seen.add(key)
  }
  return parts
}

function partsOfContent(content: Fields): TemplatePart[] {
  const whole = (part: TemplatePart['part'], text: unknown): TemplatePart[] =>
    textOf(text) === null ? [] : [{ part, text: textOf(text)!, value: null }]
  const cards = listOf(content['cards']).map(fieldsOf)
  return [
    ...whole('header', content['header_text'] ?? content['title']),
    ...[content['media'] ?? []].flat().flatMap((url) => whole('media', url)),
    ...whole('footer', content['footer'] ?? content['subtitle']),
    ...listOf(content['actions']).map(fieldsOf).flatMap(buttonOf),
    ...cards.flatMap((card) => [...whole('other', card['body']), ...partsOfContent(card)]),
  ]
}

function buttonOf(action: Fields): TemplatePart[] {
  const text = textOf(action['title']) ?? textOf(action['copy_code_text']) ?? textOf(action['type'])
  const value = textOf(action['url']) ?? textOf(action['phone']) ?? textOf(action['code'])
  return text === null ? [] : [{ part: 'button', text, value }]
}

/** The carrier substitutes only names of ASCII letters, digits, `_`, `.` and `-`. */
const keysIn = (text: string): string[] => findPlaceholders(text).filter((name) => /^[A-Za-z0-9_.-]+$/.test(name))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function objectsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  return [fieldsOf(value), ...Object.values(value).flatMap(objectsIn)]
}
