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

/**
 * Customers who hide their number have an id: the country, for companies `ENT`, and up to 128 letters and digits.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export const isUserId = (text: string): boolean => /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(text)

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
