// Reads one complete SIP message (RFC 3261, section 7): lenient in what it accepts, bounded in what it reads.
import { parseFirstLine } from './first-line.ts'
import { findBody, readHead, skipEmptyLines } from './header-lines.ts'
import { defaultLimits, type MessageLimits } from './limits.ts'
import { type Header, headerOf, type SipMessage, type SipRequest } from './message.ts'
import { findHeaderFault } from './validate.ts'
import { parseVia } from './via.ts'

export interface MessageFault {
  /** The status and the reason phrase of the answer; undefined if the message is dropped without one. */
  status?: number
  reason: string
  /** With a status: a request with the readable ones of Via, From, To, Call-ID and CSeq, for `respond`. */
  request?: SipRequest
}

export type ParsedMessage = { message: SipMessage } | { fault: MessageFault }

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const answerNames = new Set(['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Timestamp'])

/**
 * Reads a datagram, or a message that `createStreamFraming` has cut from a stream. Without a Content-Length, the body
 * extends to the end of the bytes; bytes after the Content-Length are ignored (RFC 3261, section 18.3).
 *
 * Faulty requests are answered with the status of the fault; faulty responses and ACKs are dropped.
 */
export function parseMessage(bytes: Uint8Array, limits: MessageLimits = defaultLimits): ParsedMessage {
  if (bytes.length > limits.bytes) return drop('The message is too long.')
  const start = skipEmptyLines(bytes)
  const found = findBody(bytes, start)
  // A datagram that ends after its header fields lacks only the empty line.
  const bodyStart = found < 0 ? bytes.length : found
  const { firstLine, headers, fault } = readHead(decoder.decode(bytes.subarray(start, bodyStart)), limits)
  const first = parseFirstLine(firstLine)
  if (first === undefined) return drop('The first line is not that of a SIP message.')
  const method = first.type === 'request' ? first.method : undefined
  const headerFault =
    (first.type === 'request' ? first.fault : undefined) ??
    (fault === undefined ? findHeaderFault(headers, method) : { status: 400, reason: 'Bad Request' })
  const body = headerFault === undefined ? readBody(bytes.subarray(bodyStart), headers) : undefined
  if (headerFault !== undefined || body === undefined) {
    const { status, reason } = headerFault ?? { status: 400, reason: 'Bad Content-Length' }
    if (first.type === 'response' || first.method === 'ACK') return drop(fault ?? reason)
    return answer(status, reason, { method: first.method, uri: first.uri, headers })
  }
  if (first.type === 'request') return { message: { method: first.method, uri: first.uri, headers, body } }
  return { message: { status: first.status, reason: first.reason, headers, body } }
}

/** Returns undefined if the body is shorter than its Content-Length. */
function readBody(bytes: Uint8Array, headers: readonly Header[]): Uint8Array | undefined {
  const length = headers.find(([name]) => name === 'Content-Length')?.[1]
  if (length === undefined) return bytes
  return Number(length) > bytes.length ? undefined : bytes.subarray(0, Number(length))
}

const drop = (reason: string): ParsedMessage => ({ fault: { reason } })

/** A request without a readable Via has no address for an answer, and is dropped. */
function answer(status: number, reason: string, request: Omit<SipRequest, 'body'>): ParsedMessage {
  const seen = new Set<string>()
  const headers = request.headers.filter(([name, value]) => {
    if (!answerNames.has(name) || (name !== 'Via' && seen.has(name))) return false
    seen.add(name)
    return name !== 'Via' || parseVia(value) !== undefined
  })
  const partial: SipRequest = { ...request, headers: headers.slice(0, 32), body: new Uint8Array() }
  if (headerOf(partial, 'Via') === undefined) return drop(reason)
  return { fault: { status, reason, request: partial } }
}
