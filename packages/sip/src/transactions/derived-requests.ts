// Builds requests as they are sent: with Via, and the ACK and CANCEL of an INVITE (RFC 3261, sections 17.1.1.3 and 9.1).
import {
  formatCSeq,
  formatVia,
  type Header,
  headerOf,
  noParameters,
  parseCSeq,
  parseVia,
  type SipRequest,
  type SipResponse,
} from '../message/index.ts'
import type { Target, Transport } from '../transport/index.ts'

/** Adds our Via to a request that has none. */
export function withVia(message: SipRequest, target: Target, branch: string, transport: Transport): SipRequest {
  const { address, port } = transport.localFor(target)
  const protocol = target.protocol.toUpperCase()
  const via = formatVia({ protocol, host: address, port, branch, rport: true, params: noParameters })
  return { ...message, headers: [['Via', via], ...message.headers] }
}

/** The request with the Via of the protocol that it has left by, which is TCP if it was too large for UDP. */
export function asSent(request: SipRequest, target: Target, transport: Transport): SipRequest {
  const [via, ...headers] = request.headers
  return withVia({ ...request, headers }, target, parseVia(via?.[1] ?? '')?.branch ?? '', transport)
}

/** The ACK to a response of 300 or more: the Via, URI and Route of the INVITE, and the To of the response. */
export const ackOfFailure = (invite: SipRequest, response: SipResponse): SipRequest =>
  derive(invite, 'ACK', headerOf(response, 'To'))

/** CANCEL has the Via, URI, Route and To of the INVITE, so each proxy can match it. */
export const cancelOf = (invite: SipRequest): SipRequest => derive(invite, 'CANCEL', headerOf(invite, 'To'))

function derive(invite: SipRequest, method: string, to = ''): SipRequest {
  const number = parseCSeq(headerOf(invite, 'CSeq') ?? '')?.number ?? 1
  const headers: Header[] = [['Via', headerOf(invite, 'Via') ?? '']]
  for (const header of invite.headers) {
    const [name] = header
    if (name === 'Route' || name === 'Max-Forwards' || name === 'From' || name === 'Call-ID') headers.push(header)
    else if (name === 'To') headers.push(['To', to])
    else if (name === 'CSeq') headers.push(['CSeq', formatCSeq({ number, method })])
  }
  return { method, uri: invite.uri, headers, body: new Uint8Array() }
}
