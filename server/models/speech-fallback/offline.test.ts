// Tests that a call continues with the built-in speech when the vendors refuse their keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeepgramSpeechToText } from '#server/models/deepgram/nova.ts'
import { createElevenLabsTextToSpeech } from '#server/models/elevenlabs/elevenlabs.ts'
import { openOfflineSpeech } from '#server/models/offline-speech/offline-speech.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { startScriptedDeepgram } from '#testing/speech-servers/deepgram-server.ts'
import { startScriptedElevenLabs } from '#testing/speech-servers/elevenlabs-server.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { createFallbackSpeechToText } from './recognition.ts'
import { createFallbackTextToSpeech } from './synthesis.ts'

const log = createLog({ level: 'silent', pretty: false })

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
    ...plainVoice,
    gender: 'male',
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
  const call = recordRecognition(speechToText, { vendor: 'deepgram', language: 'en', secondaryLanguages: [] })
  assert.equal(call.stream.hearsAnyVolume?.(), false)
  // Most of the utterance is spoken before Deepgram refuses the connection.
  call.stream.speechStarted()
  for (const chunk of spoken.chunks) call.stream.write(chunk)
  call.stream.write(silence(500))
  call.stream.finalize()
  await call.until(() => call.finalized === 1)
  assert.match(call.finals.join(' '), /like to \w+ \w+ table for tomorrow/i)
  assert.deepEqual(call.fallbacks, [{ from: 'deepgram', to: 'offline', code: 'unauthorised' }])
  assert.equal(call.stream.hearsAnyVolume?.(), true, 'the volume is not changed for the built-in recognizer')
  call.stream.close()
})
