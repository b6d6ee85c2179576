// Lists the parts of a template other than its body: header, footer, media, buttons, and other texts with a variable.
import { findPlaceholders } from '#server/platform/text/render-template.ts'
import type { TemplatePart } from '#server/ports/carrier.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json.ts'

const authentication = 'whatsapp/authentication'

/** `shown` is the type whose body is used. A variable that only occurs in another type is listed as a part. */
export function partsOf(types: Fields, shown: string | undefined): TemplatePart[] {
  const type = shown ?? Object.keys(types).sort()[0]
  if (type === undefined) return []
  const content = fieldsOf(types[type])
  const code: TemplatePart[] = authentication in types ? [{ part: 'code', text: '{{1}}', value: null }] : []
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
export const keysIn = (text: string): string[] =>
  findPlaceholders(text).filter((name) => /^[A-Za-z0-9_.-]+$/.test(name))

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

export function objectsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  return [fieldsOf(value), ...Object.values(value).flatMap(objectsIn)]
}
