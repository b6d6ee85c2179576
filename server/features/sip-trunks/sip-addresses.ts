// Reads hosts and networks as people write them.
import { isIP } from 'node:net'

/** In lower case and without the brackets of IPv6. Undefined for what is neither a name nor an IP address. */
export function readHost(written: string): string | undefined {
  const host = written.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (isIP(host) !== 0) return host
  const labels = host.split('.')
  // Name servers and operating systems read names that end in a number, such as `0x7f.1`, as IPv4 addresses.
  const isName =
    labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) && !/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1)!)
  return isName && host.length <= 253 ? host : undefined
}

const prefixes = { 4: { min: 8, ofTenant: 24, max: 32 }, 6: { min: 16, ofTenant: 48, max: 128 } } as const

/** An IP address, or a network that is not so large that it would accept calls from strangers: for tenants, that of one site. */
export function isNetwork(written: string, { isTenant }: { isTenant: boolean }): boolean {
  const [address = '', prefix, ...others] = written.split('/')
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || others.length > 0) return false
  if (prefix === undefined) return true
  const { min, ofTenant, max } = prefixes[family]
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= (isTenant ? ofTenant : min) && Number(prefix) <= max
}
