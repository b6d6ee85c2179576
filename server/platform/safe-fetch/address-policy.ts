// Says which IP addresses lie on the public internet; whatever is not known to be public is refused.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses in public ranges that clouds give to their own machinery: the host of an Azure machine. */
const cloudInternal = new Set(['168.63.129.16'])

/** Reads strict spellings only and unmaps `::ffff:a.b.c.d`; undefined for anything else, zone ids included. */
export function readAddress(text: string): Address | undefined {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return undefined
  // ipaddr.js takes the dotted `::a.b.c.d` for `::ffff:a.b.c.d`, another address: the URL parser spells both in hex.
  return ipaddr.process(family === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text)
}

export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === undefined || address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !cloudInternal.has(address.toString())
  return isGlobalIPv6(address as ipaddr.IPv6)
}

/** ipaddr.js calls much unassigned space unicast (`::127.0.0.1` too): only 2000::/3 is handed out to the world. */
function isGlobalIPv6(address: ipaddr.IPv6): boolean {
  const [first = 0, , , , fifth = 0, sixth] = address.parts
  const isatapTunnel = sixth === 0x5efe && (fifth & 0xfdff) === 0
  return first >> 13 === 0b001 && !isatapTunnel
}
