// Reads how long a registration lasts from the response of a registrar (RFC 3261, section 10.2.4).
import { headerOf, headersOf, parseAddress, parseUri, type SipResponse } from '../message/index.ts'

const longestSeconds = 86_400

/**
 * The lease of our own Contact in seconds; 0 if the registrar has not taken it. Other devices of the account return with
 * leases of their own, which do not matter.
 */
export function leaseOf(response: SipResponse, ownContact: string): number {
  const contacts = headersOf(response, 'Contact').map((value) => parseAddress(value))
  const own = contacts.find((contact) => contact !== undefined && isSameContact(contact.uri, ownContact))
  const general = seconds(headerOf(response, 'Expires'))
  if (own) return clip(seconds(own.params.get('expires')) ?? general ?? 0)
  // Session border controllers rewrite Contact; a single one must be ours.
  const only = contacts.length === 1 ? seconds(contacts[0]?.params.get('expires')) : undefined
  return clip(only ?? general ?? 0)
}

function isSameContact(a: string, b: string): boolean {
  const [first, second] = [parseUri(a), parseUri(b)]
  if (first === undefined || second === undefined) return a === b
  const port = (uri: typeof first) => uri.port ?? (uri.params.get('transport') === 'tls' ? 5061 : 5060)
  return (
    first.user === second.user && first.host.toLowerCase() === second.host.toLowerCase() && port(first) === port(second)
  )
}

const clip = (value: number): number => Math.min(value, longestSeconds)

export function seconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,10}$/.test(value.trim()) ? Number(value) : undefined
}

/** The lease is refreshed after 80 % of it, and never more than once a second. */
export const refreshAfterMs = (leaseSeconds: number): number => Math.max(1_000, leaseSeconds * 800)

const shortestRetryMs = 30_000
const longestRetryMs = 1_800_000

/** The wait after a number of failures in a row: 30 s, doubling, up to 30 min. */
export const retryAfterMs = (failures: number): number =>
  Math.min(shortestRetryMs * 2 ** Math.min(Math.max(failures - 1, 0), 10), longestRetryMs)
