// Reads the body of a NOTIFY that reports on a transfer (RFC 3420; RFC 3515, section 2.4.5).
import { parseFirstLine } from './first-line.ts'

export interface SipFragment {
  status: number
  reason: string
}

const decoder = new TextDecoder()
const maxLineLength = 1_024

/** The status line of a `message/sipfrag` body, which may lack the line break at its end. */
export function parseSipfrag(body: Uint8Array): SipFragment | undefined {
  const text = decoder.decode(body.subarray(0, maxLineLength)).trimStart()
  const [line = ''] = text.split(/\r?\n/, 1)
  const first = parseFirstLine(line.trimEnd())
  return first?.type === 'response' ? { status: first.status, reason: first.reason } : undefined
}
