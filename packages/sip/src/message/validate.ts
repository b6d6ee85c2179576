// Checks the header fields that every message has (RFC 3261, sections 8.1.1 and 8.2).
import { parseAddress } from './address.ts'
import { parseCSeq } from './cseq.ts'
import type { Header } from './message.ts'
import { parseNumber } from './text.ts'
import { parseVia } from './via.ts'

export interface HeaderFault {
  status: number
  reason: string
}

const knownMethods = new Set([
  'ACK',
  'BYE',
  'CANCEL',
  'INFO',
  'INVITE',
  'MESSAGE',
  'NOTIFY',
  'OPTIONS',
  'PRACK',
  'PUBLISH',
  'REFER',
  'REGISTER',
  'SUBSCRIBE',
  'UPDATE',
])

const requiredNames = ['From', 'To', 'Call-ID', 'CSeq']
const singleNames = new Set([...requiredNames, 'Max-Forwards', 'Content-Length', 'Content-Type', 'Expires', 'Min-SE'])
const maxExpires = 2 ** 32 - 1

/** The first fault of the header fields. The method is that of the request line; undefined for a response. */
export function findHeaderFault(headers: readonly Header[], method: string | undefined): HeaderFault | undefined {
  const single = new Map<string, string>()
  let vias = 0
  for (const [name, value] of headers) {
    if (name === 'Via') {
      vias++
      if (parseVia(value) === undefined) return bad('Via')
    } else if (singleNames.has(name)) {
      if (single.has(name)) return { status: 400, reason: `Repeated ${name}` }
      single.set(name, value)
    }
  }
  if (vias === 0) return { status: 400, reason: 'Missing Via' }
  for (const name of requiredNames) if (!single.get(name)) return { status: 400, reason: `Missing ${name}` }
  for (const name of ['From', 'To']) if (parseAddress(single.get(name)!) === undefined) return bad(name)
  const fault = findCSeqFault(single.get('CSeq')!, method) ?? findNumberFault(single)
  return fault ?? findWildcardFault(headers, method, single.get('Expires'))
}

function findCSeqFault(value: string, method: string | undefined): HeaderFault | undefined {
  const cseq = parseCSeq(value)
  if (cseq === undefined) return bad('CSeq')
  if (method === undefined || cseq.method === method) return undefined
  // RFC 4475, section 3.1.2.18: an unknown method is answered with 501.
  return knownMethods.has(method) ? bad('CSeq') : { status: 501, reason: 'Not Implemented' }
}

function findNumberFault(single: ReadonlyMap<string, string>): HeaderFault | undefined {
  const maximums = { 'Max-Forwards': 255, 'Content-Length': 2 ** 31, Expires: maxExpires }
  for (const [name, maximum] of Object.entries(maximums)) {
    const value = single.get(name)
    if (value !== undefined && parseNumber(value, maximum) === undefined) return bad(name)
  }
  return undefined
}

/** `Contact: *` removes all bindings, and has no other meaning (RFC 3261, section 10.2.2). */
function findWildcardFault(
  headers: readonly Header[],
  method: string | undefined,
  expires: string | undefined,
): HeaderFault | undefined {
  const contacts = headers.filter(([name]) => name === 'Contact')
  if (!contacts.some(([, value]) => value === '*')) return undefined
  const isRemoval = method === 'REGISTER' && contacts.length === 1 && expires !== undefined && Number(expires) === 0
  return isRemoval ? undefined : bad('Contact')
}

const bad = (name: string): HeaderFault => ({ status: 400, reason: `Bad ${name}` })
