// Tests that no bytes make the parser throw or work for long.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import fc from 'fast-check'
import { parseAddress } from '../../src/message/address.ts'
import { parseAuthentication } from '../../src/message/authentication.ts'
import { isRequest, type SipMessage } from '../../src/message/message.ts'
import { findContent } from '../../src/message/multipart.ts'
import { parseMessage } from '../../src/message/parse.ts'
import { calledOf, callerOf, forwarderOf, isAnonymous } from '../../src/message/parties.ts'
import { respond } from '../../src/message/respond.ts'
import { parseUri } from '../../src/message/uri.ts'
import { parseVia } from '../../src/message/via.ts'
import { writeMessage } from '../../src/message/write.ts'
import { bytesOf, requestText } from './requests.ts'

const folder = new URL('./torture/', import.meta.url)
const samples = readdirSync(folder)
  .filter((name) => name.endsWith('.dat'))
  .map((name): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder))))
samples.push(
  bytesOf(requestText('Contact: <sip:a@192.0.2.1>\nSupported: timer, 100rel\nDiversion: <sip:1@a>;reason=x', 'v=0\n')),
)

/** Does everything with a message that the stack does before it knows the sender. */
function useAll(bytes: Uint8Array): void {
  const parsed = parseMessage(bytes)
  if ('fault' in parsed) {
    const { request, status } = parsed.fault
    if (request !== undefined) writeMessage(respond(request, status!, { toTag: 'a' }))
    return
  }
  const { message } = parsed
  if (isRequest(message)) {
    writeMessage(respond(message, 200, { toTag: 'a' }))
    callerOf(message, { isTrusted: true })
    calledOf(message, { account: 'a' })
    forwarderOf(message)
    isAnonymous(message)
  }
  findContent(message, 'application/sdp')
  const again = parseMessage(writeMessage(message))
  assert.ok('message' in again)
  assert.deepEqual(withoutLength(again.message), withoutLength(message))
}

const withoutLength = (message: SipMessage): SipMessage => ({
  ...message,
  body: new Uint8Array(message.body),
  headers: message.headers.filter(([name]) => name !== 'Content-Length'),
})

it('a message that is cut at any byte does no harm', () => {
  for (const sample of samples.slice(0, 20))
    for (let end = 0; end < sample.length; end += 3) useAll(sample.slice(0, end))
})

it('a message with any byte changed does no harm, and what is accepted means the same after it is written', () => {
  const anySample = fc.constantFrom(...samples)
  const anyByte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('\r\n \t:;,<>"\\@/=%[]\0')))
  const change = fc.record({ at: fc.nat(), byte: anyByte, kind: fc.constantFrom('set', 'insert', 'remove', 'double') })
  fc.assert(
    fc.property(anySample, fc.array(change, { minLength: 1, maxLength: 6 }), (sample, changes) => {
      let bytes = [...sample]
      for (const { at, byte, kind } of changes) {
        const index = at % Math.max(1, bytes.length)
        if (kind === 'set') bytes[index] = byte
        else if (kind === 'insert') bytes.splice(index, 0, byte)
        else if (kind === 'remove') bytes.splice(index, 5)
        else bytes = [...bytes.slice(0, index + 40), ...bytes.slice(index)]
      }
      useAll(Uint8Array.from(bytes))
    }),
    { numRuns: 1_000 },
  )
})

it('any bytes do no harm', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), useAll), { numRuns: 300 })
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      parseUri(`sip:${text}`)
      parseAddress(text)
      parseVia(`SIP/2.0/UDP ${text}`)
      parseAuthentication(`Digest ${text}`)
    }),
    { numRuns: 500 },
  )
})

it('64 KiB of hostile input take a few milliseconds', () => {
  const fill = (unit: string): string => unit.repeat(Math.floor(64_000 / unit.length))
  const hostile = [
    fill('\n'),
    fill('\r\n '),
    fill('a: b\n'),
    fill(' '),
    `INVITE sip:${fill('%41')}@a SIP/2.0\n\n`,
    `INVITE sip:${fill(';')} SIP/2.0\n\n`,
    `INVITE ${fill('  ')}`,
    requestText(`Subject: ${fill(' ')}`),
    requestText(`Subject: x\n${fill(' y\n')}`),
    requestText(`Contact: ${fill(',')}`),
    requestText(`Contact: ${fill('"\\"')}`),
    requestText(`Contact: ${fill('<')}`),
    requestText(`Route: ${fill('<a>,')}`),
    requestText('').replace('To: Bob', `To: ${fill('"')}`),
    requestText('').replace('To: Bob', `To: ${fill('a ')}`),
    requestText('').replace('To: Bob <sip:bob@example.com>', `To: <sip:b>${fill(';a=b')}`),
    requestText('').replace('pc33.example.com;', `pc33${fill(' ')};`),
    requestText('').replace('314159 ', `314159${fill(' ')}`),
    requestText(`Privacy: ${fill('a;')}`),
    requestText('Content-Type: multipart/mixed;boundary=a', fill('\n--a\n')),
    requestText('Content-Type: multipart/mixed;boundary=a', fill('--')),
  ]
  useAll(bytesOf(hostile[0]!))
  for (const text of hostile) {
    const bytes = new TextEncoder().encode(text).subarray(0, 65_536)
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage()
      useAll(bytes)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1_000
    })
    // It takes milliseconds; time that grows with the square of the length would be seconds.
    assert.ok(Math.min(...times) < 1_000, `${text.slice(0, 60)}: ${times.join(', ')} ms`)
  }
})
