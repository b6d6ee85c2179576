// Tests that instructions are those of Twilio's official package, and that no text can add others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import twilio from 'twilio'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { briefAgent, connectStream, hangUp, rejectCall } from './twiml.ts'

const { VoiceResponse } = twilio.twiml
const url = 'wss://parley.example/carrier/twilio/media'

test('the instructions are those of the official package', () => {
  const connected = new VoiceResponse()
  connected.connect().stream({ url }).parameter({ name: 'token', value: 'a&b<c>"d"' })
  assert.equal(decode(connectStream({ url, token: 'a&b<c>"d"' })), decode(String(connected)))

  for (const reason of ['busy', 'rejected'] as const) {
    const rejected = new VoiceResponse()
    rejected.reject({ reason })
    assert.equal(rejectCall(reason), String(rejected))
  }
  const ended = new VoiceResponse()
  ended.hangup()
  assert.equal(hangUp(), String(ended))
})

test('a briefing is spoken with a voice of its language, or with the default voice of the carrier', () => {
  const decisionUrl = 'https://parley.example/carrier/twilio/agent-decision/1/2'
  for (const [language, attributes] of [
    ['en', { voice: 'Polly.Joanna-Neural', language: 'en-US' }],
    ['de', { voice: 'Polly.Vicki-Neural', language: 'de-DE' }],
    ['es', { voice: 'Polly.Lucia-Neural', language: 'es-ES' }],
    ['fr', { voice: 'Polly.Lea-Neural', language: 'fr-FR' }],
    ['cs', { voice: 'Google.cs-CZ-Wavenet-A', language: 'cs-CZ' }],
    ['hr', {}],
    ['constructor', {}],
  ] as const) {
    const briefed = new VoiceResponse()
    briefed.say(attributes, 'Anna & Paula.')
    briefed.redirect({ method: 'POST' }, decisionUrl)
    const call = { language, briefing: 'Anna & Paula.', decisionUrl, needsKey: false }
    assert.equal(decode(briefAgent(call)), decode(String(briefed)))
    const asked = new VoiceResponse()
    asked.gather({ numDigits: 1, timeout: 10, action: decisionUrl }).say(attributes, 'Anna & Paula.')
    asked.hangup()
    assert.equal(decode(briefAgent({ ...call, needsKey: true })), decode(String(asked)))
    const connected = new VoiceResponse()
    connected.redirect({ method: 'POST' }, decisionUrl)
    assert.equal(decode(briefAgent({ ...call, briefing: undefined })), decode(String(connected)))
  }
})

test('any text stays within its attribute or element', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (text, other) => {
      const connected = connectStream({ url: text, token: other })
      const [, streamUrl, token] =
        /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Connect><Stream url="([^"<>]*)"><Parameter name="token" value="([^"<>]*)"\/><\/Stream><\/Connect><\/Response>$/.exec(
          connected,
        ) ?? assert.fail(connected)
      assert.deepEqual([decode(streamUrl!), decode(token!)], [allowed(text), allowed(other)])
      const briefed = briefAgent({ language: 'hr', briefing: text, decisionUrl: other, needsKey: true })
      const [, action, said] =
        /<Gather numDigits="1" timeout="10" action="([^"<>]*)"><Say>([^"<>]*)<\/Say><\/Gather><Hangup\/><\/Response>$/.exec(
          briefed,
        ) ?? assert.fail(briefed)
      assert.deepEqual([decode(said!), decode(action!)], [allowed(text), allowed(other)])
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
