// Builds responses (RFC 3261, section 8.2.6).
import { tagOf, withTag } from './address.ts'
import type { Header, SipRequest, SipResponse } from './message.ts'
import { reasonOf } from './reasons.ts'

export interface ResponseOptions {
  /** Default: the registered phrase. */
  reason?: string
  /** Added to To if the request has no To tag. Every response except for 100 needs one. */
  toTag?: string
  /** More header fields, which follow those from the request. */
  headers?: readonly Header[]
  body?: Uint8Array
  /** The Content-Type of the body. */
  contentType?: string
}

/** Copies what a response has from its request (RFC 3261, sections 8.2.6.1, 8.2.6.2 and 12.1.1). */
export function respond(request: SipRequest, status: number, options: ResponseOptions = {}): SipResponse {
  const { reason = reasonOf(status), toTag, headers = [], body = new Uint8Array(), contentType } = options
  const hasRecordRoute = status > 100 && status < 300
  const copied: Header[] = []
  for (const header of request.headers) {
    const [name, value] = header
    if (name === 'Via' || name === 'From' || name === 'Call-ID' || name === 'CSeq') copied.push(header)
    else if (name === 'Record-Route' && hasRecordRoute) copied.push(header)
    else if (name === 'Timestamp' && status === 100) copied.push(header)
    else if (name === 'To')
      copied.push(['To', toTag === undefined || tagOf(value) !== undefined ? value : withTag(value, toTag)])
  }
  const type: Header[] = contentType === undefined ? [] : [['Content-Type', contentType]]
  return { status, reason, headers: [...copied, ...headers, ...type], body }
}
