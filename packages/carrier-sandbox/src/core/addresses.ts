// Addresses of customers and senders: `+15551234567` for SMS, `whatsapp:+15551234567` for WhatsApp.
import { isE164 } from '@parley/rules'
export type Channel = 'sms' | 'whatsapp'

export interface Address {
  channel: Channel
  /** Without the channel prefix; in E.164 format if `isNumber`. */
  number: string
  isNumber: boolean
}

export function parseAddress(text: string): Address {
  const channel = /^whatsapp:/i.test(text) ? 'whatsapp' : 'sms'
  const number = text.slice(channel === 'whatsapp' ? 9 : 0)
  return { channel, number, isNumber: isE164(number) }
}

/** Adds the prefix `whatsapp:` if it is missing. */
export function onWhatsApp(number: string): string {
  return `whatsapp:${parseAddress(number).number}`
}

export function numberOf(address: string): string {
  return parseAddress(address).number
}

/** The API path of a recording. */
export function recordingPath(accountSid: string, sid: string): string {
  return `/2010-04-01/Accounts/${accountSid}/Recordings/${sid}`
}

/** The API path of a media file. */
export function mediaPath(accountSid: string, messageSid: string, mediaSid: string): string {
  return `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media/${mediaSid}`
}
