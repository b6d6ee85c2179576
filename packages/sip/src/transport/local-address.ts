// Finds the own address that a peer can reach, for sockets that are bound to all addresses.
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Only this machine reaches the address. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::'

const interfaces = () => Object.values(networkInterfaces()).flatMap((each) => each ?? [])

/** Whether packets to an address arrive at a socket that is bound to `bound`. */
export const reaches = (address: string, bound: string): boolean =>
  address === bound || (isWildcard(bound) && interfaces().some((own) => own.address === address))

/**
 * The address of an interface in the network of the peer, else the first one that is neither a loopback nor a link-local
 * address. Returns the bound address if it is a particular one.
 */
export function localAddressFor(bound: string, peer: string): string {
  if (!isWildcard(bound)) return bound
  const family = isIPv6(bound) ? 'IPv6' : 'IPv4'
  if (isLoopback(peer)) return family === 'IPv6' ? '::1' : '127.0.0.1'
  const own = interfaces().filter(
    (each) => each.family === family && !each.internal && !/^fe[89ab]/i.test(each.address),
  )
  const near = own.find(
    ({ address, netmask }) => family === 'IPv4' && network(address, netmask) === network(peer, netmask),
  )
  return (near ?? own[0])?.address ?? bound
}

function network(address: string, netmask: string): number {
  const toNumber = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return (toNumber(address) & toNumber(netmask)) >>> 0
}
