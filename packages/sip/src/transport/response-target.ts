// Finds out where the response to a request goes (RFC 3261, section 18.2; RFC 3581).
import { isIP, isIPv6 } from 'node:net'
import { headerOf, type SipRequest, type SipResponse } from '../message/message.ts'
import { formatVia, parseVia } from '../message/via.ts'
import type { Endpoint, Flow, Target } from './transport.ts'

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
  const value = formatVia(stamped)
  // A request that is stamped already stays the same object, which the application has admitted.
  return value === request.headers[top]![1]
    ? request
    : { ...request, headers: request.headers.with(top, ['Via', value]) }
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

/** The own public address that a response tells in `received` and `rport` of the top Via (RFC 3581, section 9). */
export function publicAddressOf(response: SipResponse): Endpoint | undefined {
  const via = parseVia(headerOf(response, 'Via') ?? '')
  if (via === undefined || typeof via.rport !== 'number') return undefined
  const address = via.received ?? via.host
  return isIP(address) === 0 ? undefined : { address, port: via.rport }
}
