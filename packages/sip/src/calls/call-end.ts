// Says how a call has ended: the status, Reason and Retry-After of the message that ended it (RFC 3326).
import { type Header, headerOf, headersOf, parseParameters, type SipMessage } from '../message/index.ts'
import type { CallEnd, Reason } from './types.ts'

const maxReasons = 8
/** Names from the description of a stranger may be part of a text. */
const longestText = 200

export function reasonsOf(message: SipMessage): Reason[] {
  return headersOf(message, 'Reason')
    .slice(0, maxReasons)
    .map((value) => {
      const semicolon = value.indexOf(';')
      const protocol = (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toUpperCase()
      const params = semicolon < 0 ? undefined : parseParameters(value.slice(semicolon))
      const cause = Number(params?.get('cause'))
      return { protocol, cause: Number.isInteger(cause) ? cause : undefined, text: params?.get('text') }
    })
}

export function reasonHeader({ protocol, cause, text }: Reason): Header {
  const causePart = cause === undefined ? '' : `;cause=${cause}`
  const textPart = text === undefined ? '' : `;text="${quotable(text)}"`
  return ['Reason', `${protocol}${causePart}${textPart}`]
}

/** Why we refuse a session description (RFC 3261, section 20.43). */
export const warningHeader = (text: string): Header => ['Warning', `399 parley "${quotable(text)}"`]

const quotable = (text: string): string => text.replace(/[\\"\p{Cc}]/gu, ' ').slice(0, longestText)

/** Retry-After in seconds; comments and parameters are ignored (RFC 3261, section 20.33). */
export function retryAfterOf(message: SipMessage): number | undefined {
  const seconds = Number.parseInt(headerOf(message, 'Retry-After') ?? '', 10)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

export function callEnd(
  cause: CallEnd['cause'],
  by: CallEnd['by'],
  details: { message?: SipMessage; status?: number; reason?: Reason | undefined; wasAnswered?: boolean } = {},
): CallEnd {
  const { message, status, reason, wasAnswered = false } = details
  const response = message !== undefined && 'status' in message ? message : undefined
  return {
    cause,
    by,
    status: status ?? response?.status,
    reasonPhrase: response?.reason,
    reasons: message === undefined ? (reason ? [reason] : []) : reasonsOf(message),
    retryAfterSeconds: message === undefined ? undefined : retryAfterOf(message),
    wasAnswered,
  }
}
