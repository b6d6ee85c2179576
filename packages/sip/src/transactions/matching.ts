// Computes the keys by which messages are matched to transactions (RFC 3261, sections 17.1.3, 17.2.3 and 8.2.2.2).
import { headerOf, headersOf, parseCSeq, parseVia, type SipRequest, type SipResponse, tagOf } from '../message/index.ts'

/** Branches that begin with it are unique (RFC 3261, section 8.1.1.7). */
export const branchCookie = 'z9hG4bK'

/** The key of the client transaction that a response belongs to. Undefined for a response that is not ours. */
export function clientKey(response: SipResponse): string | undefined {
  const vias = headersOf(response, 'Via')
  // More than one Via means that the response was misrouted (RFC 3261, section 8.1.3.3).
  if (vias.length !== 1) return undefined
  const branch = parseVia(vias[0]!)?.branch
  const method = parseCSeq(headerOf(response, 'CSeq') ?? '')?.method
  return branch === undefined || method === undefined ? undefined : `${branch}|${method}`
}

/**
 * The key of the server transaction of a request. An ACK has the key of its INVITE, and a CANCEL has one of its own;
 * `method` asks for the key of the request that a CANCEL cancels.
 */
export function serverKey(request: SipRequest, method = request.method): string {
  const top = headerOf(request, 'Via') ?? ''
  const via = parseVia(top)
  const name = method === 'ACK' ? 'INVITE' : method
  if (via?.branch?.startsWith(branchCookie)) {
    const sentBy = `${via.host.toLowerCase()}:${via.port ?? ''}`
    return `${via.branch}|${sentBy}|${name}`
  }
  // A peer of RFC 2543: the fields that do not change between a request, its repetitions, its ACK and its CANCEL.
  const number = parseCSeq(headerOf(request, 'CSeq') ?? '')?.number
  const parts = [request.uri, fromTag(request), headerOf(request, 'Call-ID'), number, top, name]
  return `2543|${parts.join('|')}`
}

/**
 * Requests with equal keys are one request that has arrived over several paths (RFC 3261, section 8.2.2.2). Undefined
 * inside of dialogs, where the rule does not apply.
 */
export function mergeKey(request: SipRequest): string | undefined {
  if (tagOf(headerOf(request, 'To') ?? '') !== undefined || request.method === 'CANCEL') return undefined
  return `${fromTag(request)}|${headerOf(request, 'Call-ID')}|${headerOf(request, 'CSeq')}`
}

const fromTag = (request: SipRequest): string | undefined => tagOf(headerOf(request, 'From') ?? '')
