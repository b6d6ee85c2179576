// Reads and writes hosts and ports, with IPv6 addresses in brackets (RFC 3261, section 25.1).
import { isIPv6 } from 'node:net'
import { parseNumber } from './text.ts'

export interface HostPort {
  /** A name or an IP address, without brackets, as it is written. */
  host: string
  port?: number
}

const namePattern = /^[A-Za-z0-9._-]{1,255}$/

export function parseHostPort(text: string): HostPort | undefined {
  let host: string
  let rest: string
  if (text.startsWith('[')) {
    const end = text.indexOf(']')
    host = text.slice(1, end)
    rest = text.slice(end + 1).trim()
    if (end < 0 || !isIPv6(host)) return undefined
  } else {
    const colon = text.indexOf(':')
    host = (colon < 0 ? text : text.slice(0, colon)).trim()
    rest = colon < 0 ? '' : text.slice(colon)
    if (!namePattern.test(host)) return undefined
  }
  if (rest === '') return { host }
  const port = rest.startsWith(':') ? parseNumber(rest.slice(1).trim(), 65_535) : undefined
  return port === undefined ? undefined : { host, port }
}

export function formatHostPort({ host, port }: HostPort): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === undefined ? name : `${name}:${port}`
}
