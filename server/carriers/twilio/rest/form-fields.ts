// Reads fields of Twilio's webhook forms.
import type { WebhookForm } from '#server/platform/security/twilio-signature.ts'

/** Null for a missing or empty field. */
export function oneOf(form: WebhookForm, name: string): string | null {
  return textIn(form, name) || null
}

/** Uses the first value of a repeated field. Removes NUL characters, which PostgreSQL cannot store. */
export function textIn(form: WebhookForm, name: string): string | undefined {
  const value = Object.hasOwn(form, name) ? form[name] : undefined
  const first = typeof value === 'string' ? value : value?.[0]
  return first?.replaceAll('\0', '').toWellFormed()
}
