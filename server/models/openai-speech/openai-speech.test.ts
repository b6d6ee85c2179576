// Tests synthesis over OpenAI's API against a scripted server: the shared suites, the requests, and the audio.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeMulaw } from '@parley/telephone'
import fc from 'fast-check'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { startScriptedOpenAiSpeech } from '#testing/speech-servers/openai-speech-server.ts'
import { openSpokenCall, testHttpSynthesis } from '#testing/suites/scripted-synthesis.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import type { UtteranceLimits } from '../vendor-speech/utterance.ts'
import { createOpenAiTextToSpeech, createTelephoneConverter } from './openai-speech.ts'

const apiKey = 'openai-key'
const settings = {
  vendor: 'openai',
  voice: 'coral',
  ...plainVoice,
}
const vendor = {
  settings,
  start: (options: Parameters<typeof startScriptedOpenAiSpeech>[0] = {}) =>
    startScriptedOpenAiSpeech({ apiKey, ...options }),
  create: (baseUrl: string, limits: Partial<UtteranceLimits> = {}) =>
    createOpenAiTextToSpeech({ apiKey, baseUrl, limits }),
}

testHttpSynthesis('OpenAI speech', vendor, [['an unknown model', 404, 'not_found']])

describe('synthesis over the API of OpenAI', () => {
  test('speaks a text in full length', async () => {
    await using call = await openSpokenCall(vendor)
    const spoken = recordSpeech(call.speaker, 'Good morning.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), 13 * 480)
  })

  test('asks for emotion and speed as the model supports them', async () => {
    for (const [model, hasInstructions] of [
      ['gpt-4o-mini-tts', true],
      ['tts-1', false],
    ] as const) {
      await using server = await startScriptedOpenAiSpeech()
      const adapter = createOpenAiTextToSpeech({ baseUrl: server.baseUrl, model })
      const speaker = adapter.open({ ...settings, emotion: true, speed: 1.2 })
      assert.equal(await recordSpeech(speaker, 'Good morning.').outcome, 'done')
      speaker.close()
      const [request] = server.requests
      assert.deepEqual([request?.model, request?.speed], [model, 1.2])
      assert.equal(request?.instructions !== undefined, hasInstructions)
    }
  })
})

test('servers with other models get the older names of voices', async () => {
  await using server = await startScriptedOpenAiSpeech()
  for (const [model, voice, asked] of [
    ['gpt-4o-mini-tts', 'marin', 'marin'],
    ['tts-1', 'marin', 'nova'],
    ['kokoro', 'cedar', 'onyx'],
    ['kokoro', 'coral', 'coral'],
  ] as const) {
    const speaker = createOpenAiTextToSpeech({ baseUrl: server.baseUrl, model }).open({ ...settings, voice })
    assert.equal(await recordSpeech(speaker, 'Good morning.').outcome, 'done')
    speaker.close()
    assert.equal(server.requests.at(-1)?.voice, asked)
  }
})

describe('the conversion to telephone audio', () => {
  test('does not depend on how the stream is cut', () => {
    const whole = pcm(1_000, 0.1)
    const expected = Buffer.concat(encode([whole]))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 20 }), (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), whole.length]
        const pieces = bounds.slice(1).map((to, index) => whole.subarray(bounds[index], to))
        assert.deepEqual(Buffer.concat(encode(pieces)), expected)
      }),
    )
    assert.equal(expected.length, 800)
  })

  test('keeps the tones of a voice and removes those that 8,000 Hz cannot represent', () => {
    for (const frequency of [300, 1_000, 2_500, 3_000]) assert.ok(Math.abs(gainDb(frequency)) < 1, `${frequency} Hz`)
    for (const frequency of [4_200, 5_000, 7_000, 9_000, 11_000])
      assert.ok(gainDb(frequency) < -50, `${frequency} Hz: ${gainDb(frequency)} dB`)
  })

  test('limits the loudest samples instead of letting them overflow', () => {
    const samples = Buffer.alloc(4_800)
    for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(at < 2_400 ? 32_767 : -32_768, at)
    const audio = Buffer.concat(encode([samples]))
    assert.deepEqual([audio[100], audio[600]], [0x80, 0x00])
  })
})

const encode = (pieces: Buffer[]): Uint8Array[] => {
  const converter = createTelephoneConverter()
  return [...pieces.map((piece) => converter.decode(piece)), converter.end()]
}

/** A sine at 24,000 Hz. */
function pcm(frequency: number, seconds: number): Buffer {
  const samples = Int16Array.from({ length: 24_000 * seconds }, (_, index) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * frequency * index) / 24_000)),
  )
  return Buffer.from(samples.buffer)
}

function gainDb(frequency: number): number {
  // The edges are transient.
  const samples = decodeMulaw(Buffer.concat(encode([pcm(frequency, 0.5)]))).slice(400, -400)
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length
  return 10 * Math.log10(power / (16_000 ** 2 / 2) + 1e-9)
}
