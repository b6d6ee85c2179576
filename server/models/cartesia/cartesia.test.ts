// Tests synthesis by Cartesia against a scripted server: the shared suites, word times, voices and cancellation.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { until } from '#testing/app/until.ts'
import { codeOf, recordSpeech } from '#testing/calls/record-speech.ts'
import {
  type ScriptedCartesiaOptions,
  type ScriptedCartesiaUtterance,
  startScriptedCartesia,
} from '#testing/speech-servers/cartesia-server.ts'
import { openSpokenCall } from '#testing/suites/scripted-synthesis.ts'
import { testContextSynthesis } from '#testing/suites/synthesis-connection.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { type CartesiaOptions, createCartesiaTextToSpeech } from './cartesia.ts'

const apiKey = 'cartesia-key'
const settings = {
  vendor: 'cartesia',
  voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
  ...plainVoice,
}
const vendor = {
  settings,
  start: (options: ScriptedCartesiaOptions = {}) => startScriptedCartesia({ apiKey, ...options }),
  create: (baseUrl: string, limits: CartesiaOptions['limits'] = {}) =>
    createCartesiaTextToSpeech({ apiKey, baseUrl, limits }),
}
const start = (...call: [ScriptedCartesiaOptions?, CartesiaOptions['limits']?, Partial<VoiceSettings>?]) =>
  openSpokenCall(vendor, ...call)

testContextSynthesis<ScriptedCartesiaUtterance>('Cartesia', {
  vendor,
  messagesBeforeText: 0,
  strict: { concurrency: 2 },
  faults: [
    ['too many contexts', { status: 429, code: 'concurrency_limited' }, 'rate_limited'],
    ['used-up credits', { status: 402, code: null }, 'quota_exhausted'],
    ['an unknown voice', { status: 400, code: 'voice_not_found' }, 'not_found'],
    ['a refused request', { status: 400, code: null }, 'bad_request'],
  ],
  assertTimes(text, startsMs) {
    for (const word of ['Your', 'table', 'seven']) {
      const at = text.indexOf(word)
      assert.ok(Math.abs(startsMs[at]! - at * 60) < 0.001, `${word}: ${startsMs[at]}`)
    }
  },
})

describe('synthesis by Cartesia', () => {
  test('sends the settings of the voice, and none that Cartesia does not support', async () => {
    for (const [voice, config, language] of [
      [{ speed: 0.7 }, { speed: 0.7, emotion: 'neutral' }, 'en'],
      [{ speed: 2, emotion: true, language: 'de' }, { speed: 1.5 }, 'de'],
      [{ emotion: true, language: 'cy' }, { speed: 1 }, undefined],
    ] as const) {
      await using call = await start({}, {}, voice)
      assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
      const [request] = call.server.received
      assert.deepEqual([request?.['generation_config'], request?.['language']], [config, language])
    }
  })

  test('does not let a text contain commands', async () => {
    await using call = await start()
    const spoken = recordSpeech(call.speaker, 'Wait <break time="9s"/> if 5 < 6.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(call.server.received[0]?.['transcript'], 'Wait  break time="9s"/> if 5 < 6.')
    assert.deepEqual(call.server.violations, [])
  })

  test('stops the generation of a cancelled utterance, and speaks the next one over the same connection', async () => {
    await using call = await start({ utterance: (text) => (text === 'Endless.' ? 'endless' : 'normal') })
    const endless = recordSpeech(call.speaker, 'Endless.')
    await until(() => endless.bytes() > 0)
    endless.utterance.cancel()
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    const [first, second] = call.server.received
    assert.deepEqual(second, { context_id: first?.['context_id'], cancel: true })
    assert.equal(call.server.handshakes.length, 1)
    assert.deepEqual(call.server.violations, [])
  })

  test('fails only the utterance to which an error belongs', async () => {
    await using call = await start({
      utterance: (text) => (text === 'Second.' ? { status: 500, code: null } : 'normal'),
    })
    const outcomes = ['First.', 'Second.', 'Third.'].map((text) => recordSpeech(call.speaker, text).outcome)
    assert.deepEqual((await Promise.all(outcomes)).map(codeOf), ['done', 'unavailable', 'done'])
    assert.equal(call.server.handshakes.length, 1)
  })

  test('opens a connection again that Cartesia closed while nobody spoke', async () => {
    const idleMsOf = (connection: number) => (connection === 0 ? 10 : undefined)
    await using call = await start({ idleMsOf }, { reopenAfterMs: 0 })
    await until(() => call.server.handshakes.length >= 2)
    assert.equal(await recordSpeech(call.speaker, 'Hello again.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })
})
