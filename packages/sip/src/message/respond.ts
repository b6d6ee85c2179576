// Builds responses and finds out where they go (RFC 3261, sections 8.2.6 and 18.2; RFC 3581).
import { isIPv6 } from 'node:net'
import type { Flow, Target } from '../transport/transport.ts'
import { tagOf, withTag } from './address.ts'
import { type Header, headerOf, type SipRequest, type SipResponse } from './message.ts'
import { reasonOf } from './reasons.ts'
import { formatVia, parseVia } from './via.ts'

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

/**
 * Writes the source of a request into its top Via: `received` if it differs from the sent-by host or `rport` is there,
 * and `rport` if the client has asked for it (RFC 3261, section 18.2.1; RFC 3581, section 4).
 */
export function stampReceived(request: SipRequest, flow: Flow): SipRequest {
  const top = request.headers.findIndex(([name]) => name === 'Via')
  const via = top < 0 ? undefined : parseVia(request.headers[top]![1])
  if (via === undefined) return request
  const { address, port } = flow.remote
  const stamped = { ...via, received: undefined as string | undefined }
  if (via.rport !== undefined) stamped.rport = port
  if (via.rport !== undefined || !isSameHost(via.host, address)) stamped.received = address
  return { ...request, headers: request.headers.with(top, ['Via', formatVia(stamped)]) }
}

const isSameHost = (host: string, address: string): boolean =>
  host === address || (isIPv6(host) && isIPv6(address) && canonicalIPv6(host) === canonicalIPv6(address))

const canonicalIPv6 = (address: string): string => URL.parse(`http://[${address}]`)?.hostname ?? address

/**
 * Where the response to a request goes. Over UDP: from the receiving socket to the source address, and to the source
 * port if the client has sent `rport`, else to the port of sent-by. Over TCP and TLS: on the same connection; if that is
 * closed, to the source address and the port of sent-by (RFC 3261, section 18.2.2; RFC 3581, section 4).
 *
 * `maddr` is ignored: it would let a request direct responses to a foreign address.
 */
export function responseTarget(request: SipRequest, flow: Flow): Target {
  const via = parseVia(headerOf(request, 'Via') ?? '')
  const defaultPort = flow.protocol === 'tls' ? 5061 : 5060
  const usesSource = flow.protocol === 'udp' && via?.rport !== undefined
  const target: Target = {
    protocol: flow.protocol,
    address: flow.remote.address,
    port: usesSource ? flow.remote.port : via?.port || defaultPort,
  }
  if (flow.connection !== undefined) target.connection = flow.connection
  return target
}
