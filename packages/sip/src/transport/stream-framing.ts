// Cuts a stream into SIP messages and keep-alives (RFC 3261, sections 7.5 and 18.3; RFC 5626, section 4.4.1).
import { findBody, readHead } from '../message/header-lines.ts'
import { defaultLimits } from '../message/limits.ts'
import { parseNumber } from '../message/text.ts'

export type StreamItem =
  /** One complete message, for `parseMessage`. */
  | { type: 'message'; bytes: Uint8Array }
  /** Two empty lines between messages, which are answered with one. */
  | { type: 'ping' }
  /** An empty line between messages: the answer to a ping, or the first half of one. */
  | { type: 'pong' }
  /** The stream cannot be read further, and the connection must be closed. */
  | { type: 'fault'; reason: string }

export interface StreamFraming {
  /** Takes the next bytes and returns what is complete. Nothing follows a fault. */
  push(chunk: Uint8Array): StreamItem[]
  /** Whether a message has begun and is not complete. */
  isWithinMessage(): boolean
}

const lineFeed = 10
const carriageReturn = 13
const initialCapacity = 4_096

/** Messages, with their header fields, can have up to `maxBytes`. Works in time linear to the bytes. */
export function createStreamFraming(maxBytes = defaultLimits.bytes): StreamFraming {
  let buffer = new Uint8Array(initialCapacity)
  let start = 0
  let end = 0
  /** Up to here, no empty line has been found. */
  let searched = 0
  /** The end of the current message, once its header fields are complete. */
  let messageEnd: number | undefined
  let emptyLines = 0
  let isBroken = false

  function push(chunk: Uint8Array): StreamItem[] {
    if (isBroken) return []
    append(chunk)
    const items: StreamItem[] = []
    while (start < end) {
      const item = next()
      if (item === undefined) break
      items.push(item)
      if (item.type !== 'fault') continue
      isBroken = true
      buffer = new Uint8Array()
      start = end = 0
    }
    return items
  }

  function append(chunk: Uint8Array): void {
    if (end + chunk.length > buffer.length) {
      const held = buffer.subarray(start, end)
      const needed = held.length + chunk.length
      const target = needed > buffer.length ? new Uint8Array(Math.max(needed, buffer.length * 2)) : buffer
      if (target === buffer) buffer.copyWithin(0, start, end)
      else target.set(held)
      if (messageEnd !== undefined) messageEnd -= start
      searched = Math.max(0, searched - start)
      buffer = target
      start = 0
      end = held.length
    }
    buffer.set(chunk, end)
    end += chunk.length
  }

  function next(): StreamItem | undefined {
    if (messageEnd === undefined && !isWithinMessage()) return skipEmptyLine()
    if (messageEnd === undefined) {
      const fault = readLength()
      if (fault !== undefined) return { type: 'fault', reason: fault }
    }
    if (messageEnd === undefined || messageEnd > end) return undefined
    const bytes = buffer.slice(start, messageEnd)
    start = searched = messageEnd
    messageEnd = undefined
    emptyLines = 0
    return { type: 'message', bytes }
  }

  /** Between messages, at an empty line; undefined if its second byte is missing. */
  function skipEmptyLine(): StreamItem | undefined {
    if (buffer[start] === carriageReturn) {
      if (start + 1 === end) return undefined
      start++
    }
    if (buffer[start] === lineFeed) start++
    searched = start
    emptyLines++
    return { type: emptyLines % 2 === 0 ? 'ping' : 'pong' }
  }

  /** Looks for the end of the header fields, and sets the end of the message. Returns a fault. */
  function readLength(): string | undefined {
    const view = buffer.subarray(0, end)
    // The empty line can have begun before the last bytes that were searched.
    const bodyStart = findBody(view, Math.max(start, searched - 3))
    if (bodyStart < 0) {
      searched = end
      return end - start > maxBytes ? 'The header fields are too long.' : undefined
    }
    const length = contentLength(view.subarray(start, bodyStart))
    if (length === undefined) return 'The Content-Length is missing or cannot be read.'
    if (bodyStart - start + length > maxBytes) return 'The message is too long.'
    messageEnd = bodyStart + length
    return undefined
  }

  const isWithinMessage = (): boolean => start < end && buffer[start] !== carriageReturn && buffer[start] !== lineFeed

  return { push, isWithinMessage }
}

/** On streams, exactly one Content-Length is required (RFC 3261, section 20.14). */
function contentLength(head: Uint8Array): number | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  // The number of fields is checked by the parser, which can answer the request.
  const { headers } = readHead(text, { ...defaultLimits, headers: 2_000, values: 4_000 })
  const values = headers.filter(([name]) => name === 'Content-Length')
  return values.length === 1 ? parseNumber(values[0]![1], defaultLimits.bytes) : undefined
}
