// Placeholders of templates, `{{1}}`: finding them, and putting values in their place.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Template, TemplateTypes } from '../core/state.ts'
import { bodyOf, buttonsOf, mediaOf } from './types.ts'

const placeholder = /\{\{([^{}]*)\}\}/g

/** Of all texts of a template, buttons and addresses included. */
export function placeholdersOf(types: TemplateTypes): Set<string> {
  const texts = [bodyOf(types), ...textsOf(types)]
  return new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name!.trim())))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Missing values are taken from the samples, as the carrier does; what has neither stays as it is. */
export function fill(template: Template, values: Record<string, string>) {
  const known = { ...template.variables, ...values }
  const put = (text: string) => text.replace(placeholder, (whole, name: string) => known[name.trim()] ?? whole)
  return {
    body: put(bodyOf(template.types)),
    mediaUrls: mediaOf(template.types).map(put),
    buttons: buttonsOf(template.types).map(({ title, payload }) => ({
      title: put(title),
      payload: payload === null ? null : put(payload),
    })),
  }
}

const longestValue = 1_600

/** `ContentVariables` as values by name; refuses with 21656 and 21658. */
export function readVariables(
  text: string | undefined,
  template: Template,
  isWhatsApp: boolean,
): Record<string, string> {
  checkPlaceholders(template.types)
  if (text === undefined || text === '') return {}
  const values = parseObject(text)
  const isStrict = isWhatsApp && template.approval?.status === 'approved'
  for (const value of Object.values(values)) {
    if (typeof value !== 'string') throw new CarrierRefusal(21656)
    if (value.length > longestValue) throw new CarrierRefusal(21658)
    if (isStrict && (value.trim() === '' || /[\n\r\t]| {5}/.test(value))) throw new CarrierRefusal(21656)
  }
  return values as Record<string, string>
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text)
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>
  } catch {}
  throw new CarrierRefusal(21656)
}

/** `{{}}` and `{{name}` cannot be filled. */
function checkPlaceholders(types: TemplateTypes): void {
  const isBroken = textsOf(types).some((text) => text.replace(placeholder, '').includes('{{'))
  if (isBroken || placeholdersOf(types).has('')) throw new CarrierRefusal(21656)
}
