// Finds the part of a body that a message is about (RFC 3261, sections 20.11 and 20.15; RFC 5621).
import { findBody, readHead } from './header-lines.ts'
import { defaultLimits } from './limits.ts'
import type { Header, SipMessage } from './message.ts'
import { type Parameters, parseParameters } from './parameters.ts'

export type FoundBody =
  | { type: 'found'; body: Uint8Array }
  /** The message has no body, or only parts that may be ignored. */
  | { type: 'none' }
  /** The message has a body that must be understood and is not: the answer is 415. */
  | { type: 'unsupported' }

interface MediaType {
  /** In lower case. */
  type: string
  params: Parameters
}

interface Part {
  headers: readonly Header[]
  body: Uint8Array
}

const maxParts = 16
const maxBoundaryLength = 70

/** The body of a media type, such as `application/sdp`, which can be a part of a multipart body. */
export function findContent(message: SipMessage, mediaType: string): FoundBody {
  return message.body.length === 0 ? { type: 'none' } : findIn(message, mediaType, 0)
}

function findIn(part: Part, mediaType: string, depth: number): FoundBody {
  const { type, params } = readMediaType(fieldOf(part, 'Content-Type') ?? 'text/plain')
  const encoding = fieldOf(part, 'Content-Encoding')?.toLowerCase() || 'identity'
  if (encoding !== 'identity') return unknown(part)
  if (type === mediaType) return { type: 'found', body: part.body }
  const boundary = params.get('boundary')
  if (!type.startsWith('multipart/') || !boundary || depth > 1) return unknown(part)
  const parts = splitParts(part.body, boundary)
  if (parts === undefined) return { type: 'unsupported' }
  const results = parts.map((each) => findIn(each, mediaType, depth + 1))
  const found = results.find((result) => result.type === 'found')
  // All alternatives have the same meaning, so that one is enough (RFC 2046, section 5.1.4).
  if (found !== undefined && type === 'multipart/alternative') return found
  return results.find((result) => result.type === 'unsupported') ?? found ?? { type: 'none' }
}

/** A part must be understood unless its handling is optional (RFC 3261, section 20.11). */
function unknown(part: Part): FoundBody {
  const disposition = readMediaType(fieldOf(part, 'Content-Disposition') ?? '')
  return { type: disposition.params.get('handling')?.toLowerCase() === 'optional' ? 'none' : 'unsupported' }
}

const fieldOf = ({ headers }: Part, name: string): string | undefined => headers.find(([each]) => each === name)?.[1]

function readMediaType(value: string): MediaType {
  const semicolon = value.indexOf(';')
  const type = (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase()
  return { type, params: (semicolon < 0 ? undefined : parseParameters(value.slice(semicolon))) ?? new Map() }
}

/** Returns undefined for a boundary that is too long or missing, and for more than 16 parts. */
function splitParts(body: Uint8Array, boundary: string): Part[] | undefined {
  if (boundary.length > maxBoundaryLength) return undefined
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`--${boundary}`)
  const starts: number[] = []
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && bytes[at - 1] !== 10) continue
    if (starts.push(at) > maxParts + 1) return undefined
  }
  if (starts.length === 0) return undefined
  const parts: Part[] = []
  for (const [index, start] of starts.entries()) {
    const content = start + delimiter.length
    if (bytes.toString('latin1', content, content + 2) === '--') break
    const next = starts[index + 1] ?? bytes.length
    const lineEnd = bytes.indexOf(10, content)
    if (lineEnd >= 0 && lineEnd < next) parts.push(readPart(bytes.subarray(lineEnd + 1, withoutLineBreak(bytes, next))))
  }
  return parts
}

/** The line break before a boundary belongs to the boundary (RFC 2046, section 5.1.1). */
function withoutLineBreak(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] !== 10) return end
  return bytes[end - 2] === 13 ? end - 2 : end - 1
}

function readPart(bytes: Buffer): Part {
  // A part without header fields begins with the empty line.
  const hasHeaders = bytes[0] !== 10 && bytes[0] !== 13
  const found = hasHeaders ? findBody(bytes, 0) : bytes.indexOf(10) + 1
  const bodyStart = found < 0 ? bytes.length : found
  const { headers } = readHead(`\n${bytes.toString('utf8', 0, bodyStart)}`, defaultLimits)
  return { headers, body: bytes.subarray(bodyStart) }
}
