// Tests that a call goes on with the built-in speech when the vendors refuse their keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeepgramSpeechToText } from '#server/models/deepgram/deepgram.ts'
import { createElevenLabsTextToSpeech } from '#server/models/elevenlabs/elevenlabs.ts'
import { openOfflineSpeech } from '#server/models/offline-speech/offline-speech.ts'
import { startScriptedDeepgram } from '#server/models/scripted-speech-servers/deepgram-server.ts'
import { startScriptedElevenLabs } from '#server/models/scripted-speech-servers/elevenlabs-server.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { SpeechFallback } from '#server/ports/speech-to-text.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { createFallbackSpeechToText } from './recognition.ts'
import { createFallbackTextToSpeech } from './synthesis.ts'

const log = createLog({ level: 'silent', pretty: false })
const silence = new Uint8Array(4_000).fill(0xff)

test('the built-in speech speaks and hears when the vendors refuse their keys', { timeout: 60_000 }, async () => {
  await using deepgram = await startScriptedDeepgram({ apiKey: 'another' })
  await using elevenLabs = await startScriptedElevenLabs({ apiKey: 'another' })
  await using offline = openOfflineSpeech()
  const supports = () => true

  const textToSpeech = createFallbackTextToSpeech(
    [
      {
        vendor: 'elevenlabs',
        adapter: createElevenLabsTextToSpeech({ apiKey: 'expired', baseUrl: elevenLabs.baseUrl }),
        supports,
      },
      { vendor: 'offline', adapter: offline.textToSpeech, supports },
    ],
    { log },
  )
  const speaker = textToSpeech.open({
    vendor: 'elevenlabs',
    voice: 'EXAVITQu4vr4xnSDxMaL',
    gender: 'male',
    language: 'en',
    speed: 1,
    stability: 0.5,
    similarity: 0.75,
    emotion: false,
  })
  const spoken = recordSpeech(speaker, 'I would like to book a table for tomorrow.')
  assert.equal(await spoken.outcome, 'done')
  assert.deepEqual(spoken.fallbacks, [{ from: 'elevenlabs', to: 'offline', code: 'unauthorised' }])
  speaker.close()

  const speechToText = createFallbackSpeechToText(
    [
      {
        vendor: 'deepgram',
        adapter: createDeepgramSpeechToText({ apiKey: 'expired', baseUrl: deepgram.baseUrl }),
        supports,
      },
      { vendor: 'offline', adapter: offline.speechToText, supports },
    ],
    { log },
  )
  const words: string[] = []
  const fallbacks: SpeechFallback[] = []
  const { promise: finalized, resolve, reject } = Promise.withResolvers<void>()
  const stream = speechToText.open(
    { vendor: 'deepgram', language: 'en', secondaryLanguages: [] },
    {
      interim() {},
      final: (text) => words.push(text),
      finalized: resolve,
      turnEnded() {},
      fellBack: (fallback) => fallbacks.push(fallback),
      failed: reject,
    },
  )
  // Most of the utterance is spoken before Deepgram refuses the connection.
  stream.speechStarted()
  for (const chunk of spoken.chunks) stream.write(chunk)
  stream.write(silence)
  stream.finalize()
  await finalized
  assert.match(words.join(' '), /like to book \w+ table for tomorrow/i)
  assert.deepEqual(fallbacks, [{ from: 'deepgram', to: 'offline', code: 'unauthorised' }])
  stream.close()
})
