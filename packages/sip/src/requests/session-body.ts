// Finds and adds the session description of a message, whose content the stack does not read.
import { findContent, type Header, type SipMessage } from '../message/index.ts'

const sessionType = 'application/sdp'

/** The session description, or undefined without one. It can be a part of a multipart body. */
export function sessionOf(message: SipMessage): Uint8Array | undefined {
  const content = findContent(message, sessionType)
  return content.type === 'found' ? content.body : undefined
}

/** Whether a message has a body that must be understood and is not: the answer is 415 (RFC 3261, section 8.2.3). */
export const hasUnknownBody = (message: SipMessage): boolean => findContent(message, sessionType).type === 'unsupported'

export const withSession = (session: Uint8Array | undefined): { headers: readonly Header[]; body: Uint8Array } =>
  session === undefined
    ? { headers: [], body: new Uint8Array() }
    : { headers: [['Content-Type', sessionType]], body: session }
