// Compares URIs (RFC 3261, section 19.1.4; RFC 3966, section 4).
import { stripSeparators } from './telephone.ts'
import type { SipUri } from './uri.ts'

// A parameter that only one of two URIs has makes no difference, except for these.
const decisiveParameters = ['user', 'ttl', 'method', 'maddr', 'transport']

/** Whether two URIs mean the same. `sip:a@example.com` and `sip:a@example.com:5060` do not. */
export function sameUri(a: SipUri, b: SipUri): boolean {
  if (a.scheme !== b.scheme || a.host.toLowerCase() !== b.host.toLowerCase()) return false
  if (a.port !== b.port || a.password !== b.password || !sameUser(a, b)) return false
  return sameParameters(a, b) && sameHeaders(a, b)
}

function sameUser(a: SipUri, b: SipUri): boolean {
  if (a.user === undefined || b.user === undefined || !(isPhone(a) && isPhone(b))) return a.user === b.user
  return stripSeparators(a.user).toLowerCase() === stripSeparators(b.user).toLowerCase()
}

const isPhone = ({ scheme, params }: SipUri): boolean =>
  scheme === 'tel' || params.get('user')?.toLowerCase() === 'phone'

function sameParameters(a: SipUri, b: SipUri): boolean {
  // All parameters of a tel URI count (RFC 3966, section 4).
  const isTel = a.scheme === 'tel'
  for (const name of new Set([...a.params.keys(), ...b.params.keys()])) {
    const first = a.params.get(name)
    const second = b.params.get(name)
    if (first === undefined || second === undefined) {
      if (isTel || decisiveParameters.includes(name)) return false
    } else if (first.toLowerCase() !== second.toLowerCase()) return false
  }
  return true
}

function sameHeaders(a: SipUri, b: SipUri): boolean {
  const lower = ({ headers }: SipUri) => new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  const first = lower(a)
  const second = lower(b)
  return first.size === second.size && [...first].every(([name, value]) => second.get(name) === value)
}
