// Decides which IP addresses are public. Any other address is rejected.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Public addresses that clouds use for their own infrastructure: the host of an Azure machine. */
const cloudInternal = new Set(['168.63.129.16'])

/** Parses strict spellings only and unmaps `::ffff:a.b.c.d`. Returns undefined for anything else, including zone ids. */
export function readAddress(text: string): Address | undefined {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return undefined
  // ipaddr.js treats the dotted `::a.b.c.d` as `::ffff:a.b.c.d`. The URL parser writes both in hexadecimal.
  return ipaddr.process(family === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text)
}

export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === undefined || address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudInternal.has(address.toString())
  return isGlobalIPv6(address as ipaddr.IPv6)
}

/** ipaddr.js classifies unassigned ranges such as `::127.0.0.1` as unicast, but only 2000::/3 is globally assigned. */
function isGlobalIPv6(address: ipaddr.IPv6): boolean {
  const [first = 0, , , , fifth = 0, sixth] = address.parts
  const isatapTunnel = sixth === 0x5efe && (fifth & 0xfdff) === 0
  return first >> 13 === 0b001 && !isatapTunnel
}
