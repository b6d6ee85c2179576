// Keeps out other machines, and pages of other sites that a browser on this machine shows.
import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'

/**
 * Other addresses than 127.0.0.1 can connect only if the operator chose the address to listen on. Requests from the
 * machine of a container come from a private address.
 */
const near = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

function isNear(address: string): boolean {
  const ipv4 = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  return near.check(ipv4, ipv4.includes(':') ? 'ipv6' : 'ipv4')
}

/** Browsers send WebSocket requests of every site, so they need the origin of the page. Undefined if the request is allowed. */
export function rejectionReason({ socket, headers, method }: IncomingMessage, isWebSocket = false): string | undefined {
  if (!isNear(socket.remoteAddress ?? '')) return 'The control API accepts requests from its own machine only.'
  // With DNS rebinding, the name of another site resolves to this machine.
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? ''
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)) return 'The host must be localhost or 127.0.0.1.'
  if (!isWebSocket && (method === 'GET' || method === 'HEAD')) return undefined
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    return 'Pages of other sites cannot use the control API.'
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  return isWebSocket || isJson || method === 'DELETE' ? undefined : 'The content type must be application/json.'
}
