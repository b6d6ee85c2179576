// Reads fields of Twilio's webhook forms.
import type { WebhookForm } from '#server/platform/security/twilio-signature.ts'

const maxAddressLength = 255
const maxLength = 4_096

/** Null for a missing or empty field. */
export function oneOf(form: WebhookForm, name: string): string | null {
  return textIn(form, name)?.slice(0, maxLength).toWellFormed() || null
}

/** Addresses are in indexes, whose entries have a limited size. Null for a missing or empty field, or one that is too long. */
export function addressIn(form: WebhookForm, name: string): string | null {
  const address = oneOf(form, name)
  return address !== null && address.length <= maxAddressLength ? address : null
}

/** Uses the first value of a repeated field. Removes NUL characters, which PostgreSQL cannot store. */
export function textIn(form: WebhookForm, name: string): string | undefined {
  const value = Object.hasOwn(form, name) ? form[name] : undefined
  const first = typeof value === 'string' ? value : value?.[0]
  return first?.replaceAll('\0', '').toWellFormed()
}
