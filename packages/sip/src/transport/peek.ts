// Looks at the first bytes of a packet, so that most unwanted packets are dropped before they are parsed.

/** What the bytes say without parsing. */
export interface Peek {
  /** The method of a request; undefined for a response. */
  method?: string
}

// User agents of programs that scan the internet for open telephone systems.
const scanners = /friendly-scanner|sipvicious|sipcli|sundayddr|vaxsipuseragent|pplsip/i
const maxLineLength = 4_096
const maxMethodLength = 64
const shortestMessage = 20

/** Returns undefined for bytes that are no SIP message, that have no Via, or that come from a known scanner. */
export function peek(bytes: Uint8Array): Peek | undefined {
  if (bytes.length < shortestMessage) return undefined
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = firstByte(buffer)
  const lineEnd = buffer.indexOf(10, start)
  if (lineEnd < 0 || lineEnd - start > maxLineLength) return undefined
  const line = buffer.toString('latin1', start, lineEnd)
  const isResponse = /^SIP\/2\.0[ \t]/i.test(line)
  const space = line.search(/[ \t]/)
  if (!isResponse && (space < 1 || space > maxMethodLength || !/[ \t]SIP\/\d/i.test(line.slice(-40)))) return undefined
  if (!hasVia(buffer, lineEnd)) return undefined
  if (isResponse) return {}
  return isScanner(buffer, lineEnd) ? undefined : { method: line.slice(0, space) }
}

/** Empty lines before the message are legal, but not many. */
function firstByte(buffer: Buffer): number {
  let index = 0
  while (index < 16 && (buffer[index] === 10 || buffer[index] === 13)) index++
  return index
}

function hasVia(buffer: Buffer, from: number): boolean {
  if (buffer.indexOf('\nVia:', from) >= 0 || buffer.indexOf('\nv:', from) >= 0) return true
  return /\n(?:via|v)[ \t]*:/i.test(buffer.toString('latin1', from))
}

function isScanner(buffer: Buffer, from: number): boolean {
  const at = buffer.indexOf('\nUser-Agent:', from)
  return at >= 0 && scanners.test(buffer.toString('latin1', at + 12, at + 112).split('\r', 1)[0]!)
}
