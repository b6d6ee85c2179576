// Addresses of people and senders: `+15551234567` on SMS, `whatsapp:+15551234567` on WhatsApp.

export type Channel = 'sms' | 'whatsapp'

export interface Address {
  channel: Channel
  /** Without the channel; E.164 when `isNumber`. */
  number: string
  isNumber: boolean
}

export function parseAddress(text: string): Address {
  const channel = /^whatsapp:/i.test(text) ? 'whatsapp' : 'sms'
  const number = text.slice(channel === 'whatsapp' ? 9 : 0)
  return { channel, number, isNumber: /^\+[1-9]\d{6,14}$/.test(number) }
}

/** `whatsapp:+1…` from `+1…` and from itself. */
export function onWhatsApp(number: string): string {
  return `whatsapp:${parseAddress(number).number}`
}

export function numberOf(address: string): string {
  return parseAddress(address).number
}

/** As status callbacks show it: `+1555123XXXX`. */
export function masked(address: string): string {
  return numberOf(address).replace(/\d{4}$/, 'XXXX')
}

/** All of +1; the carrier itself tells Canada and the islands apart. */
export function isInUs(number: string): boolean {
  return number.startsWith('+1')
}
