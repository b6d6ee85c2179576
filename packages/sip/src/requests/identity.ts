// Writes who calls: From, and the header fields that a trunk expects (RFC 3325, RFC 3323; draft-ietf-sip-privacy for RPID).
import { formatAddress, type Header } from '../message/index.ts'
import type { Account, CallerField } from './account.ts'

export interface Caller {
  /** The user part of the caller's address in the form that the trunk expects. Default: that of the account. */
  number?: string
  displayName?: string
  /** The called party does not see the number; the trunk does. */
  isWithheld?: boolean
}

const names: Readonly<Record<CallerField, string>> = {
  'p-asserted': 'P-Asserted-Identity',
  'p-preferred': 'P-Preferred-Identity',
  'remote-party-id': 'Remote-Party-ID',
}

/** From with its tag, and the other header fields. From is anonymous as well if the number is withheld. */
export function callerHeaders(account: Account, caller: Caller, tag: string): { from: string; headers: Header[] } {
  const { domain, user, callerIn = ['p-asserted'], from = 'number' } = account.settings
  const displayName = caller.displayName ?? account.settings.displayName
  const address = (name: string, params: ReadonlyMap<string, string> = new Map()) =>
    formatAddress({ displayName, uri: uriOfUser(name, domain), params })
  const number = caller.number ?? user
  const isWithheld = caller.isWithheld === true
  const headers = callerIn.map((field): Header => {
    const params = new Map([
      ['party', 'calling'],
      ['privacy', isWithheld ? 'full' : 'off'],
    ])
    return [names[field], field === 'remote-party-id' ? address(number, params) : address(number)]
  })
  if (!isWithheld) return { from: address(from === 'account' ? user : number, new Map([['tag', tag]])), headers }
  headers.push(['Privacy', 'id'])
  return { from: `"Anonymous" <sip:anonymous@anonymous.invalid>;tag=${tag}`, headers }
}

/** The URI of a number or name at a domain, which may contain a port. */
export const uriOfUser = (user: string, domain: string): string =>
  `sip:${encodeURIComponent(user).replace(/%2B/g, '+')}@${domain}`
