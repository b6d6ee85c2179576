// Tests of responses, of their targets, and of the writer.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headerOf, headersOf } from '../../src/message/message.ts'
import { respond } from '../../src/message/respond.ts'
import { writeMessage } from '../../src/message/write.ts'
import { publicAddressOf, responseTarget, stampReceived } from '../../src/transport/response-target.ts'
import type { Flow } from '../../src/transport/transport.ts'
import { readRequest, requestText } from './requests.ts'

const request = readRequest(
  requestText('Via: SIP/2.0/TCP b.example.com;branch=z9hG4bK2\nRecord-Route: <sip:p1;lr>, <sip:p2;lr>\nTimestamp: 54'),
)
const withVia = (via: string) => readRequest(requestText('').replace(/Via: .*/, `Via: ${via}`))
const flow: Flow = {
  protocol: 'udp',
  remote: { address: '192.0.2.7', port: 40_000 },
  local: { address: '192.0.2.1', port: 5060 },
  connection: 'udp:1',
}

it('a response has all Via values, From, To with a tag, Call-ID, CSeq, and Record-Route where a dialog can begin', () => {
  const ringing = respond(request, 180, { toTag: 'b', headers: [['Contact', '<sip:b@192.0.2.1>']] })
  assert.deepEqual(
    ringing.headers.map(([name]) => name),
    ['Via', 'To', 'From', 'Call-ID', 'CSeq', 'Via', 'Record-Route', 'Record-Route', 'Contact'],
  )
  assert.equal(headerOf(ringing, 'To'), '"Bob" <sip:bob@example.com>;tag=b')
  assert.equal(ringing.reason, 'Ringing')
  assert.equal(headersOf(respond(request, 200), 'Record-Route').length, 2)
  for (const status of [100, 302, 404]) assert.equal(headersOf(respond(request, status), 'Record-Route').length, 0)
  assert.equal(headerOf(respond(request, 100), 'Timestamp'), '54')
})

it('a To tag of the request is kept, and a body gets its type', () => {
  const inDialog = readRequest(
    requestText('').replace('To: Bob <sip:bob@example.com>', 'To: <sip:bob@example.com>;tag=own'),
  )
  assert.equal(headerOf(respond(inDialog, 200, { toTag: 'other' }), 'To'), '<sip:bob@example.com>;tag=own')
  const response = respond(inDialog, 200, { body: new Uint8Array(3), contentType: 'application/sdp' })
  assert.match(
    Buffer.from(writeMessage(response)).toString(),
    /Content-Type: application\/sdp\r\nContent-Length: 3\r\n\r\n/,
  )
})

it('the source is written into the top Via where the client asks for it or the address differs (RFC 3581)', () => {
  const stamp = (via: string) => headerOf(stampReceived(withVia(via), flow), 'Via')
  assert.equal(
    stamp('SIP/2.0/UDP 10.1.1.1:4540;rport;branch=z9hG4bKkjshdyff'),
    'SIP/2.0/UDP 10.1.1.1:4540;branch=z9hG4bKkjshdyff;received=192.0.2.7;rport=40000',
  )
  assert.equal(stamp('SIP/2.0/UDP 192.0.2.7;branch=z9hG4bKx'), 'SIP/2.0/UDP 192.0.2.7;branch=z9hG4bKx')
  assert.equal(
    stamp('SIP/2.0/UDP a.example.com;branch=z9hG4bKx;received=6.6.6.6'),
    'SIP/2.0/UDP a.example.com;branch=z9hG4bKx;received=192.0.2.7',
  )
  const v6 = { ...flow, remote: { address: '2001:db8::1', port: 5060 } }
  assert.equal(
    headerOf(stampReceived(withVia('SIP/2.0/UDP [2001:DB8:0::1];branch=x'), v6), 'Via'),
    'SIP/2.0/UDP [2001:DB8:0::1];branch=x',
  )
})

it('a response goes to the source port with rport, to the port of sent-by without, and never to maddr', () => {
  const target = (via: string, over: Partial<Flow> = {}) => responseTarget(withVia(via), { ...flow, ...over })
  const expected = { protocol: 'udp', address: '192.0.2.7', connection: 'udp:1' }
  assert.deepEqual(target('SIP/2.0/UDP 10.1.1.1:4540;rport'), { ...expected, port: 40_000 })
  assert.deepEqual(target('SIP/2.0/UDP 10.1.1.1:4540'), { ...expected, port: 4540 })
  assert.deepEqual(target('SIP/2.0/UDP 10.1.1.1;maddr=6.6.6.6'), { ...expected, port: 5060 })
  assert.deepEqual(target('SIP/2.0/TCP a;rport', { protocol: 'tcp' }), { ...expected, protocol: 'tcp', port: 5060 })
  assert.deepEqual(target('SIP/2.0/TLS a', { protocol: 'tls' }), { ...expected, protocol: 'tls', port: 5061 })
})

it('the writer refuses what would add a line, and counts the body in bytes', () => {
  const base = { method: 'INFO', uri: 'sip:a@b', headers: [], body: new Uint8Array() }
  for (const broken of [
    { ...base, headers: [['Subject', 'a\r\nVia: b']] as const },
    { ...base, headers: [['Subject', 'a\rb']] as const },
    { ...base, headers: [['Sub: x\r\nject', 'a']] as const },
    { ...base, uri: 'sip:a SIP/2.0\r\nX: y' },
    { ...base, uri: '' },
    { ...base, method: 'IN FO' },
    { status: 200, reason: 'a\nb', headers: [], body: base.body },
    { status: 20, reason: 'a', headers: [], body: base.body },
  ])
    assert.throws(() => writeMessage(broken), RangeError)
  const message = { ...base, headers: [['Content-Length', '9']] as const, body: new TextEncoder().encode('ä') }
  assert.equal(Buffer.from(writeMessage(message)).toString(), 'INFO sip:a@b SIP/2.0\r\nContent-Length: 2\r\n\r\nä')
})

it('the public address is read from the top Via of a response', () => {
  const address = (via: string) => publicAddressOf(respond(withVia(via), 200))
  const seen = { address: '203.0.113.9', port: 40_000 }
  assert.deepEqual(address('SIP/2.0/UDP 10.1.1.1:4540;received=203.0.113.9;rport=40000'), seen)
  assert.deepEqual(address('SIP/2.0/UDP 203.0.113.9;rport=40000'), seen)
  assert.equal(address('SIP/2.0/UDP 10.1.1.1:4540;rport'), undefined)
  assert.equal(address('SIP/2.0/UDP a.example.com;rport=40000'), undefined)
  const stamped = stampReceived(withVia('SIP/2.0/UDP a;rport'), {
    ...flow,
    remote: { address: '2001:db8::1', port: 7 },
  })
  assert.equal(headerOf(stamped, 'Via'), 'SIP/2.0/UDP a;received=2001:db8::1;rport=7')
})
