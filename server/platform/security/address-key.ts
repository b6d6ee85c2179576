// Identifies a client by its network address, for rate limits.
import ipaddr from 'ipaddr.js'

/** The IPv4 address, or the /64 prefix of an IPv6 address, because one client can use all addresses of a /64. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
