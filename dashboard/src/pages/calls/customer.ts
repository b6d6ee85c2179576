// Names the customer of a call.
import type { CallRecord } from './lanes.ts'

/** The name from the variables if there is one, or the number. Undefined for visitors of web pages. */
export function customerOf({ variables, client_phone_number: phone }: CallRecord): string | undefined {
  const name = variables['customer_name']?.trim()
  if (name && phone) return `${name} (${phone})`
  return name || phone || undefined
}
