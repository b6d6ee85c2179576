// Tests synthesis over OpenAI's API against a scripted server: the port's suite, the audio, and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeMulaw } from '@parley/speech'
import fc from 'fast-check'
import type { UtteranceLimits } from '#server/platform/vendor-speech/utterance.ts'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { plainVoice, testTextToSpeech } from '#server/testing/suites/text-to-speech.ts'
import { type ScriptedSpeech, startScriptedOpenAiSpeech } from '../scripted-speech-servers/openai-speech-server.ts'
import { createOpenAiTextToSpeech } from './openai-speech.ts'
import { createTelephoneConverter } from './telephone-audio.ts'

const apiKey = 'openai-key'
const settings = {
  vendor: 'openai',
  voice: 'coral',
  ...plainVoice,
}
const quick = { firstAudioMs: 300, progressMs: 200 }

testTextToSpeech('OpenAI speech', async () => {
  const server = await startScriptedOpenAiSpeech({ apiKey })
  return {
    adapter: createOpenAiTextToSpeech({ apiKey, baseUrl: server.baseUrl }),
    settings,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

describe('synthesis over the API of OpenAI', () => {
  test('speaks a text in full length', async () => {
    await using call = await start()
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

  test('ends the request of a cancelled utterance', async () => {
    await using call = await start({ speech: () => 'endless' })
    const spoken = recordSpeech(call.speaker, 'This goes on and on. '.repeat(20))
    while (spoken.bytes() === 0) await nextTurn()
    spoken.utterance.cancel()
    while (call.server.openConnections() > 0) await nextTurn()
  })

  const faults: [string, ScriptedSpeech, string][] = [
    ['a refused key', { status: 401 }, 'unauthorised'],
    ['an unknown model', { status: 404 }, 'not_found'],
    ['a rate limit', { status: 429 }, 'rate_limited'],
    ['a failing server', { status: 500 }, 'unavailable'],
    ['an empty response', 'nothing', 'no_audio'],
    ['no response', 'no response', 'no_audio'],
    ['only silence', 'silence', 'silent_audio'],
    ['audio that stops', 'no end', 'stalled'],
    ['endless audio', 'endless', 'too_much_audio'],
    ['a connection that drops', 'disconnect', 'unavailable'],
    ['compressed audio', 'compressed', 'unreadable'],
    ['a WAV file', 'wav', 'unreadable'],
  ]
  for (const [name, speech, code] of faults)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ speech: () => speech })
        const spoken = recordSpeech(call.speaker, 'Good morning, how can I help you?')
        assert.equal(codeOf(await spoken.outcome), code)
        assert.equal(
          spoken.bytes() > 0,
          ['stalled', 'too_much_audio', 'unavailable'].includes(code) && speech !== faults[3]![1],
        )
      })
    })

  test('fails if no server listens', async () => {
    const server = await startScriptedOpenAiSpeech()
    await server[Symbol.asyncDispose]()
    const speaker = createOpenAiTextToSpeech({ baseUrl: server.baseUrl, limits: quick }).open(settings)
    assert.equal(codeOf(await recordSpeech(speaker, 'Good morning.').outcome), 'unavailable')
    speaker.close()
  })
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

async function start(
  options: { speech?(text: string, index: number): ScriptedSpeech } = {},
  limits: Partial<UtteranceLimits> = quick,
) {
  const server = await startScriptedOpenAiSpeech({ apiKey, ...options })
  const speaker = createOpenAiTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits }).open(settings)
  return {
    server,
    speaker,
    async [Symbol.asyncDispose]() {
      speaker.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

const codeOf = (outcome: 'done' | { code: string }) => (outcome === 'done' ? outcome : outcome.code)
