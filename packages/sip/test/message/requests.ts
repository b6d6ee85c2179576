// Builds messages for the tests of this folder.
import assert from 'node:assert/strict'
import { isRequest, type SipRequest } from '../../src/message/message.ts'
import { parseMessage } from '../../src/message/parse.ts'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text.replaceAll('\n', '\r\n'))

/** A request with the given header fields after those that are required. */
export const requestText = (lines: string, body = '', uri = 'sip:bob@example.com'): string =>
  `INVITE ${uri} SIP/2.0
Via: SIP/2.0/UDP pc33.example.com;branch=z9hG4bK776asdhds
Max-Forwards: 70
To: Bob <sip:bob@example.com>
From: "Alice" <sip:alice@example.org>;tag=1928301774
Call-ID: a84b4c76e66710@pc33.example.com
CSeq: 314159 INVITE
${lines === '' ? '' : `${lines}\n`}
${body}`

export function readRequest(text: string): SipRequest {
  const parsed = parseMessage(bytesOf(text))
  assert.ok('message' in parsed && isRequest(parsed.message), JSON.stringify(parsed))
  return parsed.message
}
