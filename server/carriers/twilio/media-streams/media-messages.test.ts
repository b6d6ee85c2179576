// Tests of the messages of media streams: those of the documentation, invalid ones, and generated ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readStreamMessage, streamWriter } from './media-messages.ts'

const streamSid = `MZ${'1'.repeat(32)}`
const callSid = `CA${'2'.repeat(32)}`
const accountSid = `AC${'3'.repeat(32)}`
const read = (message: unknown) => readStreamMessage(JSON.stringify(message))
const media = (fields: object) => read({ event: 'media', streamSid, media: { track: 'inbound', ...fields } })
const start = (change: object = {}) =>
  read({
    event: 'start',
    sequenceNumber: '1',
    streamSid,
    start: {
      accountSid,
      streamSid,
      callSid,
      tracks: ['inbound'],
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: { token: 'secret' },
      ...change,
    },
  })
const ignored = { event: 'ignored' }

test('the messages of the documentation are read', () => {
  assert.deepEqual(read({ event: 'connected', protocol: 'Call', version: '1.0.0' }), { event: 'connected' })
  assert.deepEqual(start(), { event: 'start', streamSid, callSid, accountSid, token: 'secret' })
  const audio = Buffer.alloc(160, 7)
  const read1 = media({ chunk: '1', timestamp: '20', payload: audio.toString('base64') })
  assert.deepEqual(read1, { event: 'media', audio, timestampMs: 20 })
  assert.deepEqual(read({ event: 'mark', mark: { name: 'ä"' } }), { event: 'mark', name: 'ä"' })
  for (const key of [...'0123456789*#'])
    assert.deepEqual(read({ event: 'dtmf', dtmf: { track: 'inbound_track', digit: key } }), { event: 'dtmf', key })
  assert.deepEqual(read({ event: 'stop', stop: { accountSid, callSid } }), { event: 'stop' })
})

test('audio that is not base64 is ignored', () => {
  for (const payload of ['', 'a', 'ab', 'abc', 'ab c', 'abc!', '====', 'ab=c', 'äöüß', 'ab\u0000c', null, 7, ['abcd']])
    assert.deepEqual(media({ payload }), ignored, JSON.stringify(payload))
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
      const message = media({ payload: Buffer.from(bytes).toString('base64') })
      assert.ok(message?.event === 'media' && Buffer.from(bytes).equals(message.audio))
    }),
  )
})

test('audio of another track is ignored', () => {
  assert.deepEqual(media({ track: 'outbound', payload: 'abcd' }), ignored)
})

test('a timestamp that is not a number is unknown', () => {
  for (const timestamp of [undefined, null, '', 'x', '-1', 'Infinity', {}, '1e999']) {
    const message = media({ payload: 'abcd', timestamp })
    assert.ok(message?.event === 'media' && Number.isNaN(message.timestampMs), String(timestamp))
  }
})

test('a start without valid ids, format or token is ignored', () => {
  for (const change of [
    { accountSid: 'AC1' },
    { callSid: `CA${'2'.repeat(33)}` },
    { streamSid: `MZ${'1'.repeat(31)}"` },
    { customParameters: {} },
    { customParameters: { token: 'x'.repeat(257) } },
    { customParameters: { token: ['secret'] } },
    { mediaFormat: { encoding: 'audio/x-l16', sampleRate: 8000, channels: 1 } },
    { mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 16000, channels: 1 } },
    { mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 2 } },
    { mediaFormat: undefined },
  ])
    assert.deepEqual(start(change), ignored, JSON.stringify(change))
})

test('the usual form of audio means the same as any other form of the same JSON', () => {
  const digits = fc.stringMatching(/^\d{1,6}$/)
  const payloads = fc.oneof(
    fc.base64String({ minLength: 4, maxLength: 216 }),
    fc.stringMatching(/^[A-Za-z0-9+/=]{1,12}$/),
  )
  fc.assert(
    fc.property(digits, digits, payloads, (chunk, timestamp, payload) => {
      const audio = { track: 'inbound', chunk, timestamp, payload }
      const usual = { event: 'media', sequenceNumber: chunk, media: audio, streamSid }
      assert.deepEqual(read(usual), readStreamMessage(JSON.stringify(usual, undefined, 1)))
    }),
  )
})

test('any text is read without an exception', () => {
  assert.equal(readStreamMessage('{'), undefined)
  const deep = `{"event":"media","media":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  assert.deepEqual(readStreamMessage(deep), ignored)
  const events = fc.constantFrom('media', 'mark', 'dtmf', 'start', 'stop', 'connected', 'teleport', '__proto__')
  const objects = fc.tuple(
    events,
    fc.json().map((text): unknown => JSON.parse(text)),
  )
  fc.assert(
    fc.property(objects, ([event, value]) => {
      assert.ok(read({ event, [event]: value, media: value }))
    }),
  )
  fc.assert(fc.property(fc.json(), (text) => assert.ok(readStreamMessage(text))))
})

test('written messages are the ones of the documentation', () => {
  const write = streamWriter(streamSid)
  const audio = new Uint8Array(Buffer.from('xxabcdef')).subarray(2, 6)
  assert.deepEqual(JSON.parse(write.media(audio)), {
    event: 'media',
    streamSid,
    media: { payload: Buffer.from('abcd').toString('base64') },
  })
  assert.deepEqual(JSON.parse(write.mark('a"\n😀')), { event: 'mark', streamSid, mark: { name: 'a"\n😀' } })
  assert.deepEqual(JSON.parse(write.clear), { event: 'clear', streamSid })
})
