// WhatsApp's rules for the text of templates.
import type { TemplateTypes } from '../core/state.ts'
import { bodyOf, mainType } from './content-types.ts'

/** Returns the reason for rejection. */
export function findTextViolation(types: TemplateTypes, category: string): string | undefined {
  const hasOwnText = mainType(types) === 'whatsapp/authentication'
  if (hasOwnText !== (category === 'AUTHENTICATION')) {
    return 'The category AUTHENTICATION requires the type whatsapp/authentication, and the type requires the category'
  }
  if (hasOwnText) return undefined
  const body = bodyOf(types).trim()
  if (body === '' && 'body' in (types[mainType(types)] ?? {})) return 'The body is empty'
  if (/^\{\{|\}\}$/.test(body)) return 'Variables can’t be at the start or end of the template'
  if (/\}\}\s*\{\{/.test(body)) return 'Variables can’t be next to each other'
  const names = [...new Set([...body.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name!.trim()))]
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  if (numbers.length > 0 && Math.max(...numbers) !== numbers.length) return 'The numbers of the variables have gaps'
  const words = body.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (names.length > 0 && words < 2 * names.length + 1) return 'This template has too many variables for its length'
  return undefined
}
