// Tests that instructions are those of Twilio's official package, and that no text can add others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import twilio from 'twilio'
import { connectStream, dialNumber, hangUp, rejectCall } from './twiml.ts'

const { VoiceResponse } = twilio.twiml
const url = 'wss://parley.example/carrier/twilio/media'
const dial = {
  to: '+4915112345678',
  callerId: '+14155238886',
  ringingSeconds: 30,
  maxSeconds: 600,
  resultUrl: 'https://parley.example/carrier/twilio/transfer/1/2?a=1&b=2#rc=3',
}

test('the instructions are those of the official package', () => {
  const connected = new VoiceResponse()
  connected.connect().stream({ url }).parameter({ name: 'token', value: 'a&b<c>"d"' })
  assert.equal(decode(connectStream({ url, token: 'a&b<c>"d"' })), decode(String(connected)))

  const dialed = new VoiceResponse()
  const { to, callerId, ringingSeconds: timeout, maxSeconds: timeLimit, resultUrl: action } = dial
  dialed.dial({ action, callerId, timeout, timeLimit }).number(to)
  assert.equal(decode(dialNumber(dial)), decode(String(dialed)))

  for (const reason of ['busy', 'rejected'] as const) {
    const rejected = new VoiceResponse()
    rejected.reject({ reason })
    assert.equal(rejectCall(reason), String(rejected))
  }
  const ended = new VoiceResponse()
  ended.hangup()
  assert.equal(hangUp(), String(ended))
})

test('any text stays within its attribute or element', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      const connected = connectStream({ url: text, token: other })
      const [, streamUrl, token] =
        /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Connect><Stream url="([^"<>]*)"><Parameter name="token" value="([^"<>]*)"\/><\/Stream><\/Connect><\/Response>$/.exec(
          connected,
        ) ?? assert.fail(connected)
      assert.deepEqual([decode(streamUrl!), decode(token!)], [allowed(text), allowed(other)])
      const dialed = dialNumber({ ...dial, to: text, callerId: other })
      const [, callerId, to] =
        / callerId="([^"<>]*)" timeout="30" timeLimit="600"><Number>([^"<>]*)<\/Number><\/Dial><\/Response>$/.exec(
          dialed,
        ) ?? assert.fail(dialed)
      assert.deepEqual([decode(to!), decode(callerId!)], [allowed(text), allowed(other)])
    }),
  )
})

test('connecting a call fits into a request with a long URL and token', () => {
  const long = connectStream({ url: `wss://${'a'.repeat(250)}.example/carrier/twilio/media`, token: 'x'.repeat(256) })
  assert.ok(long.length <= 4_000)
})

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(xml: string): string {
  return xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name]!)
}

/** The characters of https://www.w3.org/TR/xml/#charsets */
function allowed(text: string): string {
  const isAllowed = (code: number) =>
    code === 9 || code === 10 || code === 13 || (code >= 32 && code !== 0xfffe && code !== 0xffff)
  return [...text.toWellFormed()].filter((character) => isAllowed(character.codePointAt(0)!)).join('')
}
