// Tests which vendor hears and speaks with which settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { plainVoice } from '#server/testing/suites/text-to-speech.ts'
import { startScriptedElevenLabs } from './scripted-speech-servers/elevenlabs-server.ts'
import { openSpeech } from './speech.ts'

const log = createLog({ level: 'silent', pretty: false })
const settings = {
  vendor: 'elevenlabs',
  voice: 'EXAVITQu4vr4xnSDxMaL',
  ...plainVoice,
}

test('a configured vendor speaks its voices and those of vendors without a key, and the default replaces it', async () => {
  await using server = await startScriptedElevenLabs({
    apiKey: 'key',
    utterance: (text) => (text === 'Fail.' ? { error: 'quota_exceeded' } : 'normal'),
  })
  const elevenlabs = { apiKey: 'key', baseUrl: server.baseUrl }
  await using speech = openSpeech({ default: 'scripted', elevenlabs, log })
  for (const [vendor, text, fallbacks] of [
    ['elevenlabs', 'Good morning.', 0],
    ['cartesia', 'Good morning.', 0],
    ['elevenlabs', 'Fail.', 1],
  ] as const) {
    const speaker = speech.textToSpeech.open({ ...settings, vendor })
    const spoken = recordSpeech(speaker, text)
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.fallbacks.length, fallbacks)
    assert.equal(server.received.at(-2)?.text, `${text} `)
    assert.equal(speech.textToSpeech.vendorFor?.(vendor), 'elevenlabs')
    speaker.close()
  }
  assert.match(String(server.handshakes[1]?.pathname), /EXAVITQu4vr4xnSDxMaL/)
})

test('without keys, the default speaks for every vendor', async () => {
  await using speech = openSpeech({ default: 'scripted', log })
  assert.equal(speech.textToSpeech.vendorFor?.('elevenlabs'), 'scripted')
  const speaker = speech.textToSpeech.open(settings)
  assert.equal(await recordSpeech(speaker, 'Good morning.').outcome, 'done')
  speaker.close()
})
