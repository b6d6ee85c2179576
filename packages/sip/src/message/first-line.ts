// Reads the first line of a message: the request line or the status line (RFC 3261, sections 7.1 and 7.2).
import { isToken } from './text.ts'
import { parseUri, schemeOf } from './uri.ts'

export type FirstLine =
  | { type: 'request'; method: string; uri: string; fault?: { status: number; reason: string } }
  | { type: 'response'; status: number; reason: string }

const statusLine = /^SIP\/2\.0[ \t]+([1-6][0-9]{2})(?=[ \t]|$)/i
const versionPattern = /^SIP\/[0-9]{1,5}\.[0-9]{1,5}$/i

/** Returns undefined if the line belongs to neither a request nor a response. */
export function parseFirstLine(line: string): FirstLine | undefined {
  if (/^SIP\//i.test(line)) {
    const match = statusLine.exec(line)
    // A carriage return within the line would end it where the message is written.
    if (match === null || line.includes('\r')) return undefined
    return { type: 'response', status: Number(match[1]), reason: line.slice(match[0].length).trimStart() }
  }
  const words = line.split(/[ \t]+/, 32).filter((word) => word !== '')
  const [method = '', uri = ''] = words
  const version = words.at(-1) ?? ''
  if (!isToken(method) || !versionPattern.test(version) || words.length < 3) return undefined
  return { type: 'request', method, uri, fault: requestFault(words.length, uri, version) }
}

function requestFault(words: number, uri: string, version: string): { status: number; reason: string } | undefined {
  if (version.toUpperCase() !== 'SIP/2.0') return { status: 505, reason: 'Version Not Supported' }
  if (words > 3) return { status: 400, reason: 'Bad Request-URI' }
  const scheme = schemeOf(uri)
  if (scheme === undefined) return { status: 400, reason: 'Bad Request-URI' }
  // RFC 3261, section 8.2.2.1.
  if (scheme !== 'sip' && scheme !== 'sips' && scheme !== 'tel')
    return { status: 416, reason: 'Unsupported URI Scheme' }
  return parseUri(uri) === undefined ? { status: 400, reason: 'Bad Request-URI' } : undefined
}
