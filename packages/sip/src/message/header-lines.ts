// Splits the head of a message into its first line and its header fields (RFC 3261, sections 7.3 and 7.5).
import type { MessageLimits } from './limits.ts'
import type { Header } from './message.ts'
import { canonicalName, isListName } from './names.ts'
import { isToken, splitOutside } from './text.ts'

const lineFeed = 10
const carriageReturn = 13

/**
 * Where the body begins: after the first empty line. Returns -1 if there is no empty line. Lines end with CRLF, or with
 * LF alone, which some devices send.
 */
export function findBody(bytes: Uint8Array, from: number): number {
  let index = bytes.indexOf(lineFeed, from)
  while (index >= 0) {
    const next = bytes[index + 1] === carriageReturn ? index + 2 : index + 1
    if (bytes[next] === lineFeed) return next + 1
    index = bytes.indexOf(lineFeed, index + 1)
  }
  return -1
}

/** Skips empty lines before the first line (RFC 3261, section 7.5). */
export function skipEmptyLines(bytes: Uint8Array): number {
  let index = 0
  while (bytes[index] === lineFeed || bytes[index] === carriageReturn) index++
  return index
}

export interface Head {
  firstLine: string
  headers: Header[]
  /** The first fault, if the head is not well-formed. The header fields that could be read are there nevertheless. */
  fault?: string
}

export function readHead(text: string, limits: MessageLimits): Head {
  const end = text.indexOf('\n')
  const firstLine = (end < 0 ? text : text.slice(0, end)).trimEnd()
  const head: Head = { firstLine, headers: [] }
  const fields = unfold(text, end < 0 ? text.length : end + 1, limits.headers)
  if (fields === undefined) return { ...head, fault: 'There are too many header fields.' }
  for (const field of fields) {
    head.fault ??= addField(head.headers, field)
    if (head.headers.length > limits.values) return { ...head, fault: 'There are too many header values.' }
  }
  head.fault ??= findExcess(head.headers, limits.hops)
  return head
}

/** Joins folded lines with one space. Returns undefined for too many fields. */
function unfold(text: string, start: number, maxFields: number): string[] | undefined {
  const fields: string[][] = []
  let index = start
  while (index < text.length) {
    const lineEnd = text.indexOf('\n', index)
    const end = lineEnd < 0 ? text.length : lineEnd
    const line = text.slice(index, text[end - 1] === '\r' && end > index ? end - 1 : end)
    index = end + 1
    if (line === '') continue
    if ((line[0] === ' ' || line[0] === '\t') && fields.length > 0) fields.at(-1)!.push(line.trim())
    else if (fields.push([line.trim()]) > maxFields) return undefined
  }
  return fields.map((lines) => (lines.length === 1 ? lines[0]! : lines.join(' ')))
}

/** Returns a fault if the line is no header field. */
function addField(headers: Header[], field: string): string | undefined {
  const colon = field.indexOf(':')
  const written = field.slice(0, Math.max(colon, 0)).trimEnd()
  if (!isToken(written)) return 'A line is not a header field.'
  const name = canonicalName(written)
  // A carriage return without a line feed has no meaning, and must not be sent again.
  const value = field
    .slice(colon + 1)
    .replaceAll('\r', ' ')
    .trim()
  const values = isListName(name) ? splitOutside(value, ',')?.filter((each) => each !== '') : undefined
  if (values === undefined || values.length === 0) headers.push([name, value])
  else for (const each of values) headers.push([name, each])
  return undefined
}

function findExcess(headers: readonly Header[], maxHops: number): string | undefined {
  const counts = { Via: 0, Route: 0, 'Record-Route': 0 }
  for (const [name] of headers) if (name in counts) counts[name as keyof typeof counts]++
  return Math.max(...Object.values(counts)) > maxHops ? 'There are too many Via or Route values.' : undefined
}
