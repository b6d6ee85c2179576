// Finds and adds the session description of a message, whose content the stack does not read.
import { type Header, headerOf, headersOf, type SipMessage } from '../message/index.ts'

const sessionType = 'application/sdp'

/** The session description, or undefined without one. */
export function sessionOf(message: SipMessage): Uint8Array | undefined {
  if (message.body.length === 0) return undefined
  const type = (headerOf(message, 'Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  return type === sessionType ? message.body : undefined
}

/** Whether a message has a body that cannot be understood and must be (RFC 3261, section 8.2.3). */
export function hasUnknownBody(message: SipMessage): boolean {
  if (message.body.length === 0 || sessionOf(message) !== undefined) return false
  const disposition = headersOf(message, 'Content-Disposition').join(';').toLowerCase()
  return !disposition.includes('handling=optional')
}

export const withSession = (session: Uint8Array | undefined): { headers: readonly Header[]; body: Uint8Array } =>
  session === undefined
    ? { headers: [], body: new Uint8Array() }
    : { headers: [['Content-Type', sessionType]], body: session }
