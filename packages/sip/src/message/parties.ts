// Finds out who calls, who is called, and who has forwarded the call (RFC 3323, 3325, 5806, 7044, 7315).
import { parseAddress, type SipAddress } from './address.ts'
import { headerOf, headersOf, type SipRequest } from './message.ts'
import { telephoneOf } from './telephone.ts'
import { parseUri } from './uri.ts'

export interface Party {
  /** The URI as it is written. */
  uri: string
  displayName?: string
  /** The user part without escapes. */
  user?: string
  /** The telephone number without visual separators, if the URI has one. */
  number?: string
}

export interface CallerOptions {
  /** Whether the peer is a trusted trunk, whose P-Asserted-Identity counts (RFC 3325, section 5). */
  isTrusted: boolean
}

const hiddenUsers = new Set(['anonymous', 'unknown', 'restricted', 'unavailable'])

/**
 * The caller: P-Asserted-Identity of a trusted trunk, else P-Preferred-Identity, Remote-Party-ID or From. Returns
 * undefined if all of them are anonymous. A trusted trunk can name a caller who wants to be hidden: see `isAnonymous`.
 */
export function callerOf(request: SipRequest, { isTrusted }: CallerOptions): Party | undefined {
  const names = ['P-Preferred-Identity', 'Remote-Party-ID', 'From']
  if (isTrusted) names.unshift('P-Asserted-Identity')
  for (const name of names) {
    // P-Asserted-Identity can have a SIP and a tel URI (RFC 3325, section 9.1).
    const parties = headersOf(request, name).flatMap((value) => readParty(value) ?? [])
    const known = parties.filter((party) => !isHidden(party))
    const party = known.find(({ number }) => number !== undefined) ?? known[0]
    if (party !== undefined) return party
  }
  return undefined
}

/** Whether the caller has withheld the number: an anonymous From, or a Privacy field (RFC 3323, section 4). */
export function isAnonymous(request: SipRequest): boolean {
  const from = readParty(headerOf(request, 'From') ?? '')
  if (from !== undefined && isHidden(from)) return true
  const privacy = headersOf(request, 'Privacy').join(';').toLowerCase().split(/[;,]/)
  if (privacy.some((each) => ['id', 'user', 'header'].includes(each.trim()))) return true
  const level = parseAddress(headerOf(request, 'Remote-Party-ID') ?? '')?.params.get('privacy')
  return level !== undefined && ['full', 'name', 'uri'].includes(level.toLowerCase())
}

export interface CalledOptions {
  /** The user part of the account, which the provider can use as Request-URI for all numbers. */
  account?: string
}

/** The called party: the Request-URI unless it is the account, then To, then P-Called-Party-ID (RFC 7315). */
export function calledOf(request: SipRequest, { account }: CalledOptions = {}): Party {
  const written = partyOf({ uri: request.uri, params: new Map() })
  if (account === undefined || written.user !== account) return written
  for (const name of ['To', 'P-Called-Party-ID']) {
    const party = readParty(headerOf(request, name) ?? '')
    if (party?.user !== undefined && party.user !== account) return party
  }
  return written
}

/** The party that has forwarded the call last: the first Diversion (RFC 5806), else History-Info (RFC 7044). */
export function forwarderOf(request: SipRequest): Party | undefined {
  const [diversion] = headersOf(request, 'Diversion')
  if (diversion !== undefined) return readParty(diversion)
  const history = headersOf(request, 'History-Info').flatMap((value) => parseAddress(value) ?? [])
  const last = history.at(-1)
  if (last === undefined) return undefined
  // The last entry is the current target. Its `mp` names the entry that was forwarded; older devices send none.
  const origin = last.params.get('mp')
  const entry = origin === undefined ? history.at(-2) : history.find(({ params }) => params.get('index') === origin)
  return entry === undefined ? undefined : partyOf(entry)
}

function isHidden({ uri, user }: Party): boolean {
  const host = parseUri(uri)?.host.toLowerCase() ?? ''
  return host === 'anonymous.invalid' || (user !== undefined && hiddenUsers.has(user.toLowerCase()))
}

function readParty(value: string): Party | undefined {
  const address = parseAddress(value)
  return address === undefined ? undefined : partyOf(address)
}

function partyOf({ uri, displayName }: SipAddress): Party {
  const party: Party = { uri }
  if (displayName !== undefined) party.displayName = displayName
  const parsed = parseUri(uri)
  if (parsed?.user !== undefined) party.user = parsed.user
  const number = parsed === undefined ? undefined : telephoneOf(parsed)?.number
  if (number !== undefined) party.number = number
  return party
}
