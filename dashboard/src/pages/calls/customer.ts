// Names the customer of a call.
import type { CallRecord } from './lanes.ts'

/**
 * The name from the variables if there is one, the number, or the website of a visitor. Undefined for other people in a
 * browser.
 */
export function customerOf({ variables, client_phone_number: phone, origin }: CallRecord): string | undefined {
  const name = variables['customer_name']?.trim()
  if (name && phone) return `${name} (${phone})`
  return name || phone || (origin ? hostOf(origin) : undefined)
}

/** `https://shop.example` is shown as `shop.example`. */
const hostOf = (origin: string): string => (URL.canParse(origin) && new URL(origin).host) || origin
