// Tests synthesis by ElevenLabs against a scripted server: the shared suites, voices, idle connections and memory.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { until } from '#testing/app/until.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { retainedBytes } from '#testing/measure/retained-bytes.ts'
import {
  type ScriptedElevenLabsOptions,
  type ScriptedElevenLabsUtterance,
  startScriptedElevenLabs,
} from '#testing/speech-servers/elevenlabs-server.ts'
import { openSpokenCall } from '#testing/suites/scripted-synthesis.ts'
import { testContextSynthesis } from '#testing/suites/synthesis-connection.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { createElevenLabsTextToSpeech, type ElevenLabsOptions } from './elevenlabs.ts'

const apiKey = 'elevenlabs-key'
const settings = {
  vendor: 'elevenlabs',
  voice: 'EXAVITQu4vr4xnSDxMaL',
  ...plainVoice,
}
const vendor = {
  settings,
  start: (options: ScriptedElevenLabsOptions = {}) => startScriptedElevenLabs({ apiKey, ...options }),
  create: (baseUrl: string, limits: ElevenLabsOptions['limits'] = {}) =>
    createElevenLabsTextToSpeech({ apiKey, baseUrl, limits }),
}
const start = (...call: [ScriptedElevenLabsOptions?, ElevenLabsOptions['limits']?, Partial<VoiceSettings>?]) =>
  openSpokenCall(vendor, ...call)

testContextSynthesis<ScriptedElevenLabsUtterance>('ElevenLabs', {
  vendor,
  // They open the context that keeps the connection, and that of the utterance.
  messagesBeforeText: 2,
  faults: [
    ['a quota error', { error: 'quota_exceeded' }, 'quota_exhausted'],
    ['an unknown voice', { error: 'voice_id_does_not_exist' }, 'not_found'],
  ],
  assertTimes: (text, startsMs) =>
    assert.deepEqual(
      startsMs,
      Array.from(text, (_, index) => index * 60),
    ),
})

describe('synthesis by ElevenLabs', () => {
  test('sends the settings of the voice within the accepted range', async () => {
    await using call = await start({}, {}, { speed: 2, stability: -1, emotion: true })
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    const expected = { stability: 0, similarity_boost: 0.75, style: 0.5, speed: 1.2 }
    assert.deepEqual(call.server.received.at(-3)?.fields['voice_settings'], expected)
    assert.equal(call.server.handshakes[0]?.searchParams.get('language_code'), 'en')
  })

  test('keeps the connection open during a long silence, and speaks over it afterwards', async () => {
    await using call = await start({ idleMs: 1_000 }, { keepAliveMs: 30 })
    await until(() => call.server.received.length >= 40)
    assert.equal(await recordSpeech(call.speaker, 'Hello again.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 1)
    assert.deepEqual(call.server.violations, [])
  })

  test('speaks although cancelled utterances never end', async () => {
    await using call = await start({ utterance: (text) => (text === 'Stuck.' ? 'nothing' : 'normal') })
    assert.equal(await recordSpeech(call.speaker, 'Ready.').outcome, 'done')
    for (let count = 0; count < 4; count++) recordSpeech(call.speaker, 'Stuck.').utterance.cancel()
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('uses no more memory after 10,000 messages', { timeout: 60_000 }, async () => {
    await using call = await start()
    const text = 'This text is spoken again and again. '.repeat(3).trim()
    const speakTimes = async (count: number) => {
      for (let index = 0; index < count; index++) assert.equal(await recordSpeech(call.speaker, text).outcome, 'done')
    }
    await speakTimes(400)
    const before = await retainedBytes()
    await speakTimes(850)
    const growth = (await retainedBytes()) - before
    assert.ok(growth < 2 * 2 ** 20, `${growth} bytes`)
  })
})
