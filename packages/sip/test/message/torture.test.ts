// Tests of the parser with the torture test messages of RFC 4475.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { defaultLimits } from '../../src/message/limits.ts'
import { headerOf, isRequest, type SipRequest } from '../../src/message/message.ts'
import { parseMessage } from '../../src/message/parse.ts'
import { respond } from '../../src/message/respond.ts'
import { writeMessage } from '../../src/message/write.ts'

const folder = new URL('./torture/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.dat'))
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`${name}.dat`, folder)))

// longreq has 34 Via values, and the usual limit is 20.
const limits = { ...defaultLimits, hops: 40 }

const faults: Readonly<Record<string, number | undefined>> = {
  badaspec: 400,
  badinv01: 400,
  badvers: 505,
  bigcode: undefined,
  clerr: 400,
  insuf: 400,
  ltgtruri: 400,
  lwsruri: 400,
  mcl01: 400,
  mismatch01: 400,
  mismatch02: 501,
  multi01: 400,
  ncl: 400,
  novelsc: 416,
  quotbal: 400,
  scalar02: 400,
  scalarlg: undefined,
  unkscm: 416,
}

const expectRequest = (name: string): SipRequest => {
  const parsed = parseMessage(read(name), limits)
  assert.ok('message' in parsed && isRequest(parsed.message), name)
  return parsed.message
}

it('every message is accepted or refused as the RFC allows', () => {
  assert.equal(names.length, 49)
  for (const file of names) {
    const name = file.slice(0, -4)
    const parsed = parseMessage(read(name), limits)
    if (!(name in faults)) assert.ok('message' in parsed, `${name}: ${JSON.stringify(parsed)}`)
    else {
      assert.ok('fault' in parsed, name)
      assert.equal(parsed.fault.status, faults[name], name)
    }
  }
})

it('a refused request has what a stateless answer needs', () => {
  for (const [name, status] of Object.entries(faults)) {
    if (status === undefined) continue
    const parsed = parseMessage(read(name), limits)
    assert.ok('fault' in parsed && parsed.fault.request !== undefined, name)
    const response = respond(parsed.fault.request, status, { toTag: 'a', reason: parsed.fault.reason })
    assert.ok(headerOf(response, 'Via')?.startsWith('SIP'), name)
    assert.match(Buffer.from(writeMessage(response)).toString(), new RegExp(`^SIP/2.0 ${status} `), name)
  }
})

it('an accepted message means the same after it is written and read again', () => {
  for (const file of names) {
    const parsed = parseMessage(read(file.slice(0, -4)), limits)
    if (!('message' in parsed)) continue
    const headers = (message: typeof parsed.message) => message.headers.filter(([name]) => name !== 'Content-Length')
    const again = parseMessage(writeMessage(parsed.message), limits)
    assert.ok('message' in again, file)
    assert.deepEqual(headers(again.message), headers(parsed.message), file)
    assert.deepEqual({ ...again.message, headers: [] }, { ...parsed.message, headers: [] }, file)
  }
})

it('a request with unusual white space, folding and compact names is read completely (wsinv)', () => {
  const request = expectRequest('wsinv')
  assert.equal(request.method, 'INVITE')
  assert.equal(request.headers.filter(([name]) => name === 'Via').length, 3)
  assert.equal(headerOf(request, 'To'), 'sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n')
  assert.equal(headerOf(request, 'Newfangledheader'), 'newfangled value continued newfangled value')
  assert.equal(headerOf(request, 'Content-Type'), 'application/sdp')
  assert.equal(Buffer.from(request.body).toString('latin1').startsWith('v=0'), true)
})

it('a method with escapes is a method of its own (esc02), and bytes after the Content-Length are ignored (dblreq)', () => {
  assert.equal(expectRequest('esc02').method, 'RE%47IST%45R')
  const first = expectRequest('dblreq')
  assert.equal(first.method, 'REGISTER')
  assert.equal(first.body.length, 0)
})

it('a request with more than 20 Via values is refused', () => {
  const parsed = parseMessage(read('longreq'))
  assert.ok('fault' in parsed)
  assert.equal(parsed.fault.status, 400)
})
