// Tests of scripted speech: exact words in audio, and the recognizer and synthesizer that use it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadVoiceActivity } from '@parley/speech'
import fc from 'fast-check'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { testTextToSpeech } from '#testing/suites/text-to-speech.ts'
import { createScriptedSpeechReader, encodeScriptedSpeech } from './signal.ts'
import { createScriptedSpeechToText } from './speech-to-text.ts'
import { createScriptedTextToSpeech } from './text-to-speech.ts'

testSpeechToText('scripted', async () => ({
  adapter: createScriptedSpeechToText(),
  settings: { vendor: 'scripted', language: 'en', secondaryLanguages: [] },
  speech: (text) => encodeScriptedSpeech(text, 2_000),
  async [Symbol.asyncDispose]() {},
}))

const voice = { voice: '', gender: 'female', language: 'en', speed: 1, stability: 0.5, similarity: 0.5 } as const

testTextToSpeech('scripted', async () => ({
  adapter: createScriptedTextToSpeech(),
  settings: { ...voice, vendor: 'scripted', emotion: false },
  async [Symbol.asyncDispose]() {},
}))

describe('scripted speech', () => {
  it('is read exactly as it was written, at any position and in pieces of any length', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 })
    const noise = fc.uint8Array({ maxLength: 500 })
    const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(texts, fc.nat(4_000), noise, pieces, (text, durationMs, before, sizes) => {
        const audio = Buffer.concat([before, encodeScriptedSpeech(text, durationMs), before])
        const reader = createScriptedSpeechReader()
        let read = ''
        for (let from = 0, index = 0; from < audio.length; index++) {
          const size = sizes[index % sizes.length]!
          read += reader.read(audio.subarray(from, from + size))
          from += size
        }
        assert.equal(read, `${text.toWellFormed()} `)
      }),
    )
  })

  it('has the requested duration, and spreads its words over it', () => {
    const audio = encodeScriptedSpeech('one two three four five six', 3_000)
    assert.equal(audio.length, 24_000)
    const reader = createScriptedSpeechReader()
    assert.match(reader.read(audio.subarray(0, 12_000)), /^one two three/)
    assert.match(reader.read(audio.subarray(12_000)), /five six $/)
  })

  it('is speech for the detector of voice activity in every mode', async () => {
    const voiceActivity = await loadVoiceActivity()
    const audio = encodeScriptedSpeech('Hello, this is a test of the detector.', 20_000)
    for (const mode of [0, 1, 2, 3] as const) {
      const detector = voiceActivity.open(mode)
      const frames = Array.from({ length: audio.length / 160 }, (_, index) =>
        audio.subarray(index * 160, index * 160 + 160),
      )
      const found = frames.filter((frame) => detector.isSpeech(frame)).length
      detector.close()
      assert.ok(found / frames.length > 0.95, `${found} of ${frames.length} frames in mode ${mode}`)
    }
  })

  it('loses only the text of damaged frames', () => {
    const audio = encodeScriptedSpeech('abcdefghij', 200)
    audio[3 * 160 + 80]! ^= 1
    assert.equal(createScriptedSpeechReader().read(audio), 'abcefghij ')
  })

  it('is what the scripted synthesizer says, 60 ms for each character', async () => {
    const reader = createScriptedSpeechReader()
    const spoken = Promise.withResolvers<string>()
    let text = ''
    let bytes = 0
    const speaker = createScriptedTextToSpeech().open({ ...voice, speed: 1.2, vendor: 'scripted', emotion: false })
    speaker.speak('Exact words, please.', {
      audio(chunk) {
        text += reader.read(chunk)
        bytes += chunk.length
      },
      done: () => spoken.resolve(text),
      failed: spoken.reject,
    })
    assert.equal(await spoken.promise, 'Exact words, please. ')
    assert.equal(bytes, 20 * 50 * 8)
    speaker.close()
  })

  it('reports each word when it is complete, and nothing for other audio', async () => {
    const heard: string[] = []
    const finalized = Promise.withResolvers<void>()
    const stream = createScriptedSpeechToText().open(
      { vendor: 'scripted', language: 'en', secondaryLanguages: [] },
      {
        interim: (text) => heard.push(text),
        final: (text) => heard.push(`final: ${text}`),
        finalized: finalized.resolve,
        turnEnded: () => heard.push('turnEnded'),
        failed: finalized.reject,
      },
    )
    stream.write(Uint8Array.from({ length: 8_000 }, (_, index) => (index * 7_919) % 256))
    stream.write(encodeScriptedSpeech('one two three', 2_000).subarray(0, 11_000))
    const audio = encodeScriptedSpeech('four five', 300)
    for (let from = 0; from < audio.length; from += 160) stream.write(audio.subarray(from, from + 160))
    stream.finalize()
    await finalized.promise
    assert.ok(heard.includes('one two'))
    assert.deepEqual(heard.slice(-2), ['one two four five', 'final: one two four five'])
    stream.close()
  })
})
