// Tests that another vendor speaks what one could not, against scripted servers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElevenLabsTextToSpeech } from '#server/models/elevenlabs/elevenlabs.ts'
import { createOpenAiTextToSpeech } from '#server/models/openai-speech/openai-speech.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { type ScriptedElevenLabsOptions, startScriptedElevenLabs } from '#testing/speech-servers/elevenlabs-server.ts'
import { startScriptedOpenAiSpeech } from '#testing/speech-servers/openai-speech-server.ts'
import { plainVoice, testTextToSpeech } from '#testing/suites/text-to-speech.ts'
import { createFallbackTextToSpeech } from './synthesis.ts'

const apiKey = 'elevenlabs-key'
const settings = {
  vendor: 'elevenlabs',
  voice: 'EXAVITQu4vr4xnSDxMaL',
  ...plainVoice,
}

testTextToSpeech('a fallback after a refused key', async () => {
  const chain = await start({ apiKey: 'another' })
  return { ...chain, settings }
})

describe('synthesis with several vendors', () => {
  test('speaks with the next vendor and its voice if no audio arrives in time, and reports it', async () => {
    await using chain = await start({ utterance: () => 'nothing' })
    const speaker = chain.adapter.open(settings)
    const spoken = recordSpeech(speaker, 'Good morning.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), 13 * 480)
    assert.deepEqual(spoken.fallbacks, [{ from: 'elevenlabs', to: 'openai', code: 'no_audio' }])
    assert.deepEqual(
      chain.openai.requests.map(({ voice, input }) => [voice, input]),
      [['coral', 'Good morning.']],
    )
    speaker.close()
  })

  test('never speaks a text again of which audio has been delivered', async () => {
    await using chain = await start({ utterance: () => 'disconnect' })
    const speaker = chain.adapter.open(settings)
    const spoken = recordSpeech(speaker, 'This text is cut after ten characters.')
    const outcome = await spoken.outcome
    assert.equal(outcome !== 'done' && outcome.code, 'unavailable')
    assert.equal(spoken.bytes(), 10 * 480)
    assert.deepEqual([spoken.fallbacks, chain.openai.requests], [[], []])
    speaker.close()
  })

  test('keeps the other voice after a failure, and returns after the pause', async () => {
    for (const [pauseMs, texts] of [
      [60_000, ['One.', 'Two.', 'Three.']],
      [0, ['One.']],
    ] as const) {
      await using chain = await start({ utterance: (_, index) => (index === 0 ? 'silence' : 'normal') }, pauseMs)
      const speaker = chain.adapter.open(settings)
      for (const text of ['One.', 'Two.', 'Three.']) assert.equal(await recordSpeech(speaker, text).outcome, 'done')
      assert.deepEqual(
        chain.openai.requests.map(({ input }) => input),
        texts,
      )
      speaker.close()
    }
  })

  test('does not ask a vendor again in this call that refused the key', async () => {
    await using chain = await start({ apiKey: 'another' }, 0)
    const speaker = chain.adapter.open(settings)
    for (const text of ['One.', 'Two.']) assert.equal(await recordSpeech(speaker, text).outcome, 'done')
    assert.equal(chain.elevenLabs.handshakes.length, 1)
    speaker.close()
  })

  test('fails if every vendor fails, or none supports the language', async () => {
    await using chain = await start({ apiKey: 'another' })
    await chain.openai[Symbol.asyncDispose]()
    for (const [language, code] of [
      ['en', 'unavailable'],
      ['xx', 'language_not_supported'],
    ] as const) {
      const speaker = chain.adapter.open({ ...settings, language })
      const outcome = await recordSpeech(speaker, 'Good morning.').outcome
      assert.equal(outcome !== 'done' && outcome.code, code)
      speaker.close()
    }
  })
})

async function start(options: ScriptedElevenLabsOptions = {}, pauseMs?: number) {
  const [elevenLabs, openai] = [
    await startScriptedElevenLabs({ apiKey, ...options }),
    await startScriptedOpenAiSpeech(),
  ]
  const limits = { firstAudioMs: 200, progressMs: 200 }
  const supports = (language: string) => language === 'en'
  const adapter = createFallbackTextToSpeech(
    [
      {
        vendor: 'elevenlabs',
        adapter: createElevenLabsTextToSpeech({ apiKey, baseUrl: elevenLabs.baseUrl, limits }),
        supports,
      },
      {
        vendor: 'openai',
        adapter: createOpenAiTextToSpeech({ baseUrl: openai.baseUrl }),
        supports,
        replacementVoice: ({ gender }) => (gender === 'female' ? 'coral' : 'ash'),
      },
    ],
    { log: createLog({ level: 'silent', pretty: false }), pauseMs },
  )
  return {
    adapter,
    elevenLabs,
    openai,
    async [Symbol.asyncDispose]() {
      await elevenLabs[Symbol.asyncDispose]()
      await openai[Symbol.asyncDispose]()
    },
  }
}
