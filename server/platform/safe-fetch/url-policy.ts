// Decides which URLs are allowed, by their form and, when connecting, by their address.
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress, readAddress } from './address-policy.ts'
import type { AllowList } from './allow-list.ts'

export interface UrlPolicy {
  /** Returns the normalized URL without fragment, or the reason why it is rejected. Resolves no names. */
  inspect(text: string): URL | string
  /** Checks an address before every connection. */
  mayDial(host: string, address: string, port: number): boolean
  /** Whether the operator allows the host as private, by its name or as a literal address. */
  isPrivate(url: URL): boolean
}

/** The ports of public addresses. Other ports need an entry in the allow list. */
const webPorts = new Set([80, 443, 8080, 8443])
const maxUrlLength = 2048
/** The end of each refusal that the operator of the installation can change. */
export const exception = 'unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.'

/** `forbiddenPort`: of this machine, even if the operator allows its addresses. */
export function createUrlPolicy(options: {
  allowList: AllowList
  allowHttp: boolean
  forbiddenPort?: number | undefined
}): UrlPolicy {
  const { allowList, allowHttp, forbiddenPort } = options

  const mayDial = (host: string, address: string, port: number) =>
    !(port === forbiddenPort && isOwnAddress(address)) && isOpenTo(host, address, port)

  const isOpenTo = (host: string, address: string, port: number) =>
    (webPorts.has(port) && isPublicAddress(address)) || allowList.covers(host, address, port)

  function inspect(text: string): URL | string {
    if (text.length > maxUrlLength) return 'A URL may have at most 2,048 characters.'
    const url = hasControlCharacters(text) ? null : URL.parse(text)
    if (url === null) return 'This is not a valid URL.'
    if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
      return allowHttp ? 'A URL must start with http:// or https://.' : 'A URL must start with https://.'
    }
    if (url.username !== '' || url.password !== '') return 'A URL must not contain a user name or a password.'
    url.hash = ''
    url.hostname = url.hostname.replace(/\.$/, '')
    const host = hostOf(url.hostname)
    if (!(isIP(host) || isName(url.hostname)) || url.href.length > maxUrlLength) return 'This is not a valid URL.'
    return refuseTarget(host, portOf(url)) ?? url
  }

  function refuseTarget(host: string, port: number): string | undefined {
    const literals = literalsOf(host)
    const isOpen = literals
      ? literals.some((address) => mayDial(host, address, port))
      : webPorts.has(port) || allowList.opensPort(port)
    if (isOpen) return undefined
    if (literals && !literals.some(isPublicAddress))
      return `This address is private or reserved and cannot be used, ${exception}`
    return `The port ${port} cannot be used: only 80, 443, 8080 and 8443 can, ${exception}`
  }

  function isPrivate(url: URL): boolean {
    const host = hostOf(url.hostname)
    const port = portOf(url)
    const isAllowed = (address: string) => !isPublicAddress(address) && allowList.covers(host, address, port)
    return allowList.names(host, port) || (literalsOf(host) ?? []).some(isAllowed)
  }

  return { inspect, mayDial, isPrivate }
}

/** Whether connections to the address reach this machine. */
function isOwnAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === undefined) return true
  const range = address.range()
  if (range === 'loopback' || range === 'unspecified') return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((one) => readAddress(one.address)?.toString() === address.toString())
}

/** The addresses of a host that needs no name server. */
function literalsOf(host: string): string[] | undefined {
  if (isIP(host)) return [host]
  return isLocalhost(host) ? ['127.0.0.1', '::1'] : undefined
}

/** Normalizes a host: without the brackets of IPv6 and without a trailing dot. */
export function hostOf(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Requires non-empty labels of valid characters; the URL parser accepts `*` and `a..b`. */
function isName(hostname: string): boolean {
  return hostname.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(hostname)
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** The URL parser silently removes tabs and line breaks, which only malicious URLs contain. */
function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
