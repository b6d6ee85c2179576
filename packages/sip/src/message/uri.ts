// Reads, writes and compares SIP, SIPS and tel URIs (RFC 3261, section 19.1; RFC 3966).
import { escapeUri, unescapeUri } from './escaping.ts'
import { formatHostPort, parseHostPort } from './host.ts'
import type { Parameters } from './parameters.ts'

export interface SipUri {
  scheme: 'sip' | 'sips' | 'tel'
  /** Without escapes. The number of a tel URI, as it is written. */
  user?: string
  password?: string
  /** Without brackets; empty for a tel URI. */
  host: string
  port?: number
  /** Lower-case names; the value of a parameter without one is ''. */
  params: Parameters
  /** The header fields that a request to this URI gets, with their names as they are written. */
  headers: ReadonlyMap<string, string>
}

const maxUriLength = 4_096
const maxParts = 64
const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]{0,31}):/
// The characters that separate the fields of a URI from its surroundings, and controls, must be escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is refused
const forbidden = /[\u0000- "<>\\^`{|}\u007f]/

/** The scheme in lower case, or undefined if the text does not begin with one. */
export const schemeOf = (text: string): string | undefined => schemePattern.exec(text.slice(0, 40))?.[1]?.toLowerCase()

/** Returns undefined for another scheme, and for a URI that is not well-formed. */
export function parseUri(text: string): SipUri | undefined {
  if (text.length > maxUriLength || forbidden.test(text)) return undefined
  const scheme = schemeOf(text)
  if (scheme === 'tel') return parseTel(text.slice(4))
  if (scheme !== 'sip' && scheme !== 'sips') return undefined
  const rest = text.slice(scheme.length + 1)
  const at = rest.indexOf('@')
  const userInfo = at < 0 ? undefined : rest.slice(0, at)
  if (userInfo === '') return undefined
  // A user part can have `;` and `?`; the parameters begin after the host.
  const afterUser = rest.slice(at + 1)
  const question = afterUser.indexOf('?')
  const address = question < 0 ? afterUser : afterUser.slice(0, question)
  const [hostPort = '', ...parameters] = address.split(';')
  const host = parseHostPort(hostPort)
  const params = parsePairs(parameters, true)
  const headers = question < 0 ? new Map() : parsePairs(afterUser.slice(question + 1).split('&'), false)
  if (host === undefined || params === undefined || headers === undefined) return undefined
  const uri: SipUri = { scheme, ...host, params, headers }
  if (userInfo === undefined) return uri
  const colon = userInfo.indexOf(':')
  uri.user = unescapeUri(colon < 0 ? userInfo : userInfo.slice(0, colon))
  if (colon >= 0) uri.password = unescapeUri(userInfo.slice(colon + 1))
  return uri
}

function parseTel(rest: string): SipUri | undefined {
  const [number = '', ...parameters] = rest.split(';')
  const params = parsePairs(parameters, true)
  if (params === undefined || !/^\+?[0-9A-Fa-f*#().-]{1,64}$/.test(number) || !/[0-9A-Fa-f*#]/.test(number))
    return undefined
  return { scheme: 'tel', user: number, host: '', params, headers: new Map() }
}

function parsePairs(parts: readonly string[], areParameters: boolean): Map<string, string> | undefined {
  if (parts.length > maxParts) return undefined
  const pairs = new Map<string, string>()
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const written = unescapeUri(equals < 0 ? part : part.slice(0, equals))
    const name = areParameters ? written.toLowerCase() : written
    if (name === '') return undefined
    if (!pairs.has(name)) pairs.set(name, equals < 0 ? '' : unescapeUri(part.slice(equals + 1)))
  }
  return pairs
}

export function formatUri(uri: SipUri): string {
  let text = `${uri.scheme}:`
  if (uri.scheme === 'tel') text += uri.user ?? ''
  else {
    if (uri.user !== undefined) {
      text += escapeUri(uri.user, 'user')
      if (uri.password !== undefined) text += `:${escapeUri(uri.password, 'password')}`
      text += '@'
    }
    text += formatHostPort(uri)
  }
  for (const [name, value] of uri.params) {
    text += `;${escapeUri(name, 'parameter')}`
    if (value !== '') text += `=${escapeUri(value, 'parameter')}`
  }
  let separator = '?'
  for (const [name, value] of uri.headers) {
    text += `${separator}${escapeUri(name, 'header')}=${escapeUri(value, 'header')}`
    separator = '&'
  }
  return text
}
