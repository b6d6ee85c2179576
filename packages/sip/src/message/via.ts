// Reads and writes Via values (RFC 3261, section 20.42; RFC 3581).
import { formatHostPort, parseHostPort } from './host.ts'
import { formatParameters, type Parameters, parseParameters } from './parameters.ts'
import { isToken, parseNumber } from './text.ts'

export interface Via {
  /** In upper case: UDP, TCP, TLS, WS … */
  protocol: string
  /** The sent-by host, without brackets. */
  host: string
  /** The sent-by port. */
  port?: number
  branch?: string
  /** The source port; `true` asks the server to fill it in (RFC 3581). */
  rport?: number | true
  /** The source address, without brackets. */
  received?: string
  maddr?: string
  ttl?: number
  /** All other parameters. */
  params: Parameters
}

const ownParameters = new Set(['branch', 'rport', 'received', 'maddr', 'ttl'])

/**
 * White space around the slashes and the colon is legal: `SIP / 2.0 / UDP example.com : 5060`. Other versions are read,
 * because a request with one is answered.
 */
export function parseVia(text: string): Via | undefined {
  const [sent, parameters] = splitAtSemicolon(text)
  const [name, version, afterVersion] = splitSlashes(sent)
  if (name?.toUpperCase() !== 'SIP' || !/^\d\.\d$/.test(version ?? '') || afterVersion === undefined) return undefined
  const space = afterVersion.search(/\s/)
  if (space < 0) return undefined
  const protocol = afterVersion.slice(0, space)
  const host = parseHostPort(afterVersion.slice(space).trim())
  const params = parseParameters(parameters)
  if (!isToken(protocol) || host === undefined || params === undefined) return undefined
  const via: Via = { protocol: protocol.toUpperCase(), ...host, params: noOwn(params) }
  return addOwn(via, params)
}

function addOwn(via: Via, params: Parameters): Via | undefined {
  const branch = params.get('branch')
  if (branch) via.branch = branch
  const received = params.get('received')
  if (received) via.received = withoutBrackets(received)
  const maddr = params.get('maddr')
  if (maddr) via.maddr = withoutBrackets(maddr)
  const ttl = parseNumber(params.get('ttl') ?? '', 255)
  if (ttl !== undefined) via.ttl = ttl
  const rport = params.get('rport')
  if (rport === '') via.rport = true
  else if (rport !== undefined) {
    const port = parseNumber(rport, 65_535)
    if (port === undefined) return undefined
    via.rport = port
  }
  return via
}

const noOwn = (params: Parameters): Parameters => new Map([...params].filter(([name]) => !ownParameters.has(name)))

const withoutBrackets = (host: string): string =>
  host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host

function splitAtSemicolon(text: string): [sent: string, parameters: string] {
  const semicolon = text.indexOf(';')
  return semicolon < 0 ? [text.trim(), ''] : [text.slice(0, semicolon).trim(), text.slice(semicolon)]
}

function splitSlashes(text: string): string[] {
  const parts = text.split('/')
  return parts.length === 3 ? parts.map((part) => part.trim()) : []
}

export function formatVia(via: Via): string {
  const own = new Map<string, string>()
  if (via.maddr !== undefined) own.set('maddr', bracketed(via.maddr))
  if (via.ttl !== undefined) own.set('ttl', String(via.ttl))
  if (via.branch !== undefined) own.set('branch', via.branch)
  // The grammar has no brackets here; both forms are read (RFC 5118, section 4.5).
  if (via.received !== undefined) own.set('received', via.received)
  if (via.rport !== undefined) own.set('rport', via.rport === true ? '' : String(via.rport))
  return `SIP/2.0/${via.protocol} ${formatHostPort(via)}${formatParameters(own)}${formatParameters(via.params)}`
}

const bracketed = (host: string): string => formatHostPort({ host })
