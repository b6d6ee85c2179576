// Builds the ACK to a failure and the CANCEL of a request (RFC 3261, sections 17.1.1.3 and 9.1).
import { formatCSeq, type Header, headerOf, parseCSeq, type SipRequest, type SipResponse } from '../message/index.ts'

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
