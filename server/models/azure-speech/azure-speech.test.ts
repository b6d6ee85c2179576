// Tests synthesis by Azure against a scripted server: the shared suites, the markup, and connections.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { until } from '#testing/app/until.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { startScriptedAzure } from '#testing/speech-servers/azure-speech-server.ts'
import type { ScriptedSpeech } from '#testing/speech-servers/http-speech.ts'
import { readSpeechMarkup } from '#testing/speech-servers/speech-markup.ts'
import { bytesPerCharacter } from '#testing/speech-servers/tone.ts'
import { openSpokenCall, testHttpSynthesis } from '#testing/suites/scripted-synthesis.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { type AzureSpeechOptions, createAzureTextToSpeech } from './azure-speech.ts'
import { speechMarkup } from './markup.ts'

const apiKey = 'azure-key'
const settings = {
  vendor: 'azure',
  voice: 'en-US-JennyNeural',
  ...plainVoice,
}
interface Options {
  speech?(text: string, index: number): ScriptedSpeech
}
const vendor = {
  settings,
  start: (options: Options = {}) => startScriptedAzure({ apiKey, ...options }),
  create: (baseUrl: string, limits: AzureSpeechOptions['limits'] = {}) =>
    createAzureTextToSpeech({ apiKey, baseUrl: `${baseUrl}/`, limits }),
}
const start = (...call: [Options?, AzureSpeechOptions['limits']?, Partial<VoiceSettings>?]) =>
  openSpokenCall(vendor, ...call)

testHttpSynthesis('Azure', vendor, [
  ['an unknown voice', 400, 'bad_request'],
  ['a failing gateway', 502, 'unavailable'],
])

describe('synthesis by Azure', () => {
  test('speaks a text in full length with the requested voice', async () => {
    await using call = await start()
    const spoken = recordSpeech(call.speaker, 'Good morning.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), 13 * bytesPerCharacter)
    const plain = { voice: 'en-US-JennyNeural', locale: 'en-US', style: undefined, rate: undefined }
    assert.deepEqual(call.server.requests, [{ ...plain, text: 'Good morning.' }])
  })

  test('delivers audio before the response ends', async () => {
    await using call = await start({ speech: () => 'no end' })
    const spoken = recordSpeech(call.speaker, 'Good morning.')
    await until(() => spoken.bytes() >= 3_201)
    spoken.utterance.cancel()
  })

  test('asks for the speed, and for a style if the voice has one', async () => {
    const cases: [Partial<VoiceSettings>, string | undefined, string | undefined][] = [
      [{ speed: 1.2, emotion: true }, '+20%', 'friendly'],
      [{ speed: 0.7, emotion: false }, '-30%', undefined],
      [{ speed: 9, emotion: true, voice: 'en-US-AvaNeural' }, '+100%', undefined],
      [{ speed: 0, voice: 'fil-PH-AngeloNeural' }, '-50%', undefined],
    ]
    for (const [voice, rate, style] of cases) {
      await using call = await start({}, {}, voice)
      assert.equal(await recordSpeech(call.speaker, 'Good morning.').outcome, 'done')
      assert.deepEqual([call.server.requests[0]?.rate, call.server.requests[0]?.style], [rate, style])
    }
  })

  test('sends every text as one text without markup', () => {
    const parts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('<break time="9s"/>', '</voice>', '&amp;', ']]>', '\u0000', '\ud800', '\uffff', "'", '"'),
    )
    fc.assert(
      fc.property(fc.array(parts), (texts) => {
        const text = `a${texts.join('')}`
        const read = readSpeechMarkup(speechMarkup(text, { ...settings, speed: 1.1, emotion: true }))
        assert.ok(typeof read === 'object', String(read))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: These characters are what is replaced.
        const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
        assert.equal(read.text, allowed)
      }),
    )
  })

  test('uses the connections of a call again', async () => {
    await using call = await start()
    for (let count = 0; count < 10; count++) assert.equal(await recordSpeech(call.speaker, 'One.').outcome, 'done')
    // The first one may still be busy when the second utterance follows immediately.
    assert.ok(call.server.openConnections() <= 2, `${call.server.openConnections()}`)
  })
})
