// Names the customer of a call.
import { textsOf } from '../../i18n/texts.ts'
import type { CallRecord } from './lanes.ts'

export const customerTexts = textsOf('values', 'customer')

interface CustomerTexts {
  visitor: string
  visitorOf(website: string): string
  browser: string
}

/** The name from the variables if there is one, or the number. Undefined for people in a browser. */
export function customerOf({ variables, client_phone_number: phone }: CallRecord): string | undefined {
  const name = variables['customer_name']?.trim()
  if (name && phone) return `${name} (${phone})`
  return name || phone || undefined
}

/** Names people in a browser, too. A visitor of `https://shop.example` is one of `shop.example`. */
export function customerNameOf(call: CallRecord, texts: CustomerTexts): string {
  const { from_visitor: fromVisitor, origin } = call
  const host = origin !== null && URL.canParse(origin) ? new URL(origin).host : ''
  const visitor = host === '' ? texts.visitor : texts.visitorOf(host)
  return customerOf(call) ?? (fromVisitor ? visitor : texts.browser)
}
