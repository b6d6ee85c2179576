// Tests of single rules of the parser.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headerOf, headersOf } from '../../src/message/message.ts'
import { parseMessage } from '../../src/message/parse.ts'
import { bytesOf, readRequest, requestText } from './requests.ts'

const faultOf = (text: string) => {
  const parsed = parseMessage(bytesOf(text))
  return 'fault' in parsed ? parsed.fault : undefined
}

const register = (lines: string): string => requestText(lines, '', 'sip:example.com').replaceAll('INVITE', 'REGISTER')

it('commas separate values only in lists, and only outside of quotes and angle brackets', () => {
  const request = readRequest(
    requestText(
      [
        'Contact: "Bell, A." <sip:a@example.com?x=a,b>;x="c,d", , <sip:b@example.com>',
        'm: sip:c@example.com',
        'Subject: a, b',
        'Date: Sat, 13 Nov 2010 23:29:00 GMT',
        'Authorization: Digest realm="a", nonce="b"',
        'Supported:',
        'k: timer,100rel',
      ].join('\n'),
    ),
  )
  assert.deepEqual(headersOf(request, 'Contact'), [
    '"Bell, A." <sip:a@example.com?x=a,b>;x="c,d"',
    '<sip:b@example.com>',
    'sip:c@example.com',
  ])
  assert.equal(headerOf(request, 'Subject'), 'a, b')
  assert.equal(headerOf(request, 'Date'), 'Sat, 13 Nov 2010 23:29:00 GMT')
  assert.equal(headersOf(request, 'Authorization').length, 1)
  assert.deepEqual(headersOf(request, 'Supported'), ['', 'timer', '100rel'])
})

it('a datagram without Content-Length extends to its end, a longer one is cut, and a shorter one is refused', () => {
  assert.equal(readRequest(requestText('', 'abc')).body.length, 3)
  assert.equal(readRequest(requestText('Content-Length: 2', 'abc')).body.length, 2)
  assert.equal(faultOf(requestText('Content-Length: 4', 'abc'))?.status, 400)
  const response = requestText('Content-Length: 4', 'abc').replace(/^INVITE.*/, 'SIP/2.0 200 OK')
  assert.deepEqual(faultOf(response), { reason: 'Bad Content-Length' })
})

it('a message is read with bare line feeds, empty lines before it, and without the empty line at its end', () => {
  const text = requestText('Subject: a\n\tb')
  for (const variant of [text, `\n\n${text}`, text.trimEnd()]) {
    const parsed = parseMessage(new TextEncoder().encode(variant))
    assert.ok('message' in parsed, JSON.stringify(parsed))
    assert.equal(headerOf(parsed.message, 'Subject'), 'a b')
  }
})

it('faulty ACKs, requests without a Via and responses are dropped, not answered', () => {
  const broken = requestText('').replace('CSeq: 314159 INVITE', 'CSeq: x')
  assert.equal(faultOf(broken)?.status, 400)
  assert.equal(faultOf(broken.replace('INVITE', 'ACK'))?.status, undefined)
  assert.equal(faultOf(requestText('').replace(/Via: .*\n/, ''))?.status, undefined)
  assert.equal(faultOf(broken.replace(/^INVITE.*/, 'SIP/2.0 200 OK'))?.status, undefined)
  for (const text of ['', '\n', 'GET / HTTP/1.1\n\n', 'SIP/2.0 99 a\n\n', 'SIP/2.0 700 a\n\n', 'INVITE sip:a\n\n'])
    assert.equal(faultOf(text)?.status, undefined, text)
})

it('Contact: * removes all bindings, and is refused elsewhere', () => {
  assert.equal(faultOf(register('Contact: *\nExpires: 0')), undefined)
  assert.equal(faultOf(register('Contact: *\nExpires: 1'))?.status, 400)
  assert.equal(faultOf(register('Contact: *'))?.status, 400)
  assert.equal(faultOf(register('Contact: *, <sip:a@b>\nExpires: 0'))?.status, 400)
  assert.equal(faultOf(requestText('Contact: *\nExpires: 0'))?.status, 400)
})

it('more than 100 header fields, 200 values or 20 routes are refused', () => {
  const lines = (count: number, line: string): string => Array(count).fill(line).join('\n')
  assert.equal(faultOf(requestText(lines(94, 'X-Field: a'))), undefined)
  assert.notEqual(faultOf(requestText(lines(95, 'X-Field: a')))?.status, 400)
  assert.equal(faultOf(requestText(`Route: ${Array(20).fill('<sip:a>').join()}`)), undefined)
  assert.equal(faultOf(requestText(`Route: ${Array(21).fill('<sip:a>').join()}`))?.status, 400)
  assert.notEqual(faultOf(requestText(`Contact: ${Array(201).fill('<sip:a>').join()}`)), undefined)
})
