// Finds and fills the placeholders of templates, such as `{{1}}`.
import { ApiError } from '../core/api-error.ts'
import type { Template, TemplateTypes } from '../core/state.ts'
import { bodyOf, buttonsOf, mediaOf } from './content-types.ts'

const placeholder = /\{\{([^{}]*)\}\}/g

/** Includes the placeholders in buttons and URLs. */
function placeholdersOf(types: TemplateTypes): Set<string> {
  const texts = [bodyOf(types), ...textsOf(types)]
  return new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name!.trim())))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Uses the sample of a missing value, as Twilio does; placeholders without either stay unchanged. */
export function fillTemplate(template: Template, values: Record<string, string>) {
  const known = { ...template.variables, ...values }
  const replace = (text: string) => text.replace(placeholder, (whole, name: string) => known[name.trim()] ?? whole)
  return {
    body: replace(bodyOf(template.types)),
    mediaUrls: mediaOf(template.types).map(replace),
    buttons: buttonsOf(template.types).map(({ title, payload }) => ({
      title: replace(title),
      payload: payload === null ? null : replace(payload),
    })),
  }
}

/** Parses `ContentVariables`; throws 21656 or 21658. */
export function readVariables(text: string, template: Template, isWhatsApp: boolean): Record<string, string> {
  // `{{}}` and `{{name}` cannot be filled.
  const isBroken = textsOf(template.types).some((part) => part.replace(placeholder, '').includes('{{'))
  if (isBroken || placeholdersOf(template.types).has('')) throw new ApiError(21656)
  if (text === '') return {}
  const values = parseObject(text)
  const isStrict = isWhatsApp && template.approval?.status === 'approved'
  for (const value of Object.values(values)) {
    if (typeof value !== 'string') throw new ApiError(21656)
    if (value.length > 1_600) throw new ApiError(21658)
    if (isStrict && (value.trim() === '' || /[\n\r\t]| {5}/.test(value))) throw new ApiError(21656)
  }
  return values as Record<string, string>
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text)
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>
  } catch {}
  throw new ApiError(21656)
}
