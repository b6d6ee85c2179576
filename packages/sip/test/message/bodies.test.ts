// Tests of multipart bodies and of the fragments that report on transfers.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findContent } from '../../src/message/multipart.ts'
import { parseSipfrag } from '../../src/message/sipfrag.ts'
import { bytesOf, readRequest, requestText } from './requests.ts'

const sdp = 'v=0\no=- 1 1 IN IP4 192.0.2.1\n'

const find = (type: string, body: string, more = '') => {
  const found = findContent(readRequest(requestText(`Content-Type: ${type}${more}`, body)), 'application/sdp')
  return found.type === 'found' ? Buffer.from(found.body).toString().replaceAll('\r\n', '\n') : found.type
}

const multipart = (...parts: string[]): string => `preamble\n--b1\n${parts.join('\n--b1\n')}\n--b1--\nepilogue`

it('a body that is a session description is found, and another one is not supported', () => {
  assert.equal(find('Application/SDP; charset=utf-8', sdp), sdp)
  assert.equal(find('text/plain', 'x'), 'unsupported')
  assert.equal(find('text/plain', 'x', '\nContent-Disposition: render;handling=optional'), 'none')
  assert.equal(find('application/sdp', sdp, '\nContent-Encoding: gzip'), 'unsupported')
  assert.equal(find('application/sdp', ''), 'none')
})

it('the part with the session description is found among optional parts', () => {
  const other = 'Content-Type: application/isup\nContent-Disposition: signal;handling=optional\n\nx'
  const part = `content-type: application/sdp\n\n${sdp}`
  assert.equal(find('multipart/mixed;boundary=b1', multipart(other, part)), sdp)
  assert.equal(find('multipart/mixed; boundary="b1"', multipart(part, other)), sdp)
  assert.equal(find('multipart/mixed;boundary=b1', multipart(other)), 'none')
  const required = other.replace(';handling=optional', '')
  assert.equal(find('multipart/mixed;boundary=b1', multipart(part, required)), 'unsupported')
  assert.equal(find('multipart/alternative;boundary=b1', multipart(required, part)), sdp)
  assert.equal(find('multipart/mixed;boundary=b1', multipart('\nplain text', part)), 'unsupported')
  assert.equal(find('multipart/mixed;boundary=b2', multipart(part)), 'unsupported')
  assert.equal(find('multipart/mixed', multipart(part)), 'unsupported')
})

it('a body of very many parts is refused', () => {
  assert.equal(find('multipart/mixed;boundary=b1', '--b1\n'.repeat(1_000)), 'unsupported')
})

it('the status of a transfer is read, even without a line break at the end', () => {
  assert.deepEqual(parseSipfrag(bytesOf('SIP/2.0 100 Trying')), { status: 100, reason: 'Trying' })
  assert.deepEqual(parseSipfrag(bytesOf('SIP/2.0 486 Busy Here\nContact: <sip:a@b>\n')), {
    status: 486,
    reason: 'Busy Here',
  })
  assert.deepEqual(parseSipfrag(bytesOf('SIP/2.0 200')), { status: 200, reason: '' })
  for (const text of ['', 'INVITE sip:a@b SIP/2.0', 'SIP/2.0 20 OK'])
    assert.equal(parseSipfrag(bytesOf(text)), undefined)
})
