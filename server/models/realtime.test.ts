// Tests which vendor serves a realtime model, and who hears, thinks and speaks without one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { createSpokenChunker } from '#server/voice/words-and-sounds/sentence-chunker.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { startScriptedElevenLabs } from '#testing/speech-servers/elevenlabs-server.ts'
import { openConversation } from '#testing/suites/realtime-model/conversation.ts'
import { createLanguageModels } from './language-models.ts'
import { describeRealtimeVendors, openRealtime } from './realtime.ts'
import { encodeScriptedSpeech } from './scripted-speech/signal.ts'
import { openSpeech } from './speech.ts'

const log = createLog({ level: 'silent', pretty: false })
const settings = {
  model: 'gpt-realtime-2.1',
  output: 'audio',
  voice: 'marin',
  gender: 'female',
  speed: 1,
  instructions: 'You answer the phone.',
  language: 'en',
  temperature: 0.1,
  tools: [],
  facts: {},
  detectsTurns: false,
} as const

test('a vendor that is not configured is replaced by the configured speech vendors and language model', async () => {
  await using thinking = await startScriptedOpenAi({ script: 'We are open.' })
  await using speaking = await startScriptedElevenLabs({ apiKey: 'key' })
  await using speech = openSpeech({
    default: 'scripted',
    elevenlabs: { apiKey: 'key', baseUrl: speaking.baseUrl },
    log,
  })
  const realtime = openRealtime({
    ...speech,
    languageModel: createLanguageModels({ openai: { baseUrl: thinking.baseUrl, model: 'any' }, log }),
    defaultSpeech: 'scripted',
    createChunker: createSpokenChunker,
  })
  assert.deepEqual(realtime.vendors, [])
  for (const [vendor, hasSpoken] of [
    ['offline', false],
    ['openai', true],
  ] as const) {
    assert.equal(realtime.vendorFor(vendor), 'offline')
    using call = openConversation({ adapter: realtime, settings: { ...settings, vendor } })
    call.say(encodeScriptedSpeech('Are you open?', 600))
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    assert.equal(call.words(), 'are you open')
    assert.equal(call.textOf(1), 'We are open.')
    assert.ok(call.audioMs(1) > 0)
    assert.equal(
      speaking.received.some(({ fields }) => fields['text'] === 'We are open. '),
      hasSpoken,
    )
  }
})

test('a configured vendor serves its own models only', async () => {
  await using speech = openSpeech({ default: 'scripted', log })
  const realtime = openRealtime({
    ...speech,
    openai: { apiKey: 'key' },
    languageModel: createLanguageModels({ log }),
    defaultSpeech: 'scripted',
    createChunker: createSpokenChunker,
  })
  assert.deepEqual(realtime.vendors, ['openai'])
  assert.deepEqual(['google', 'openai', 'offline'].map(realtime.vendorFor), ['offline', 'openai', 'offline'])
})

test('the description names the vendors and other servers, without secrets', () => {
  assert.deepEqual(describeRealtimeVendors({}), [])
  const options = {
    openai: { apiKey: 'openai-secret', baseUrl: 'http://127.0.0.1:9000/v1' },
    google: { apiKey: 'google-secret' },
  }
  assert.deepEqual(describeRealtimeVendors(options), [
    { vendor: 'openai', detail: 'realtime models at 127.0.0.1:9000' },
    { vendor: 'google', detail: 'live models, not for dualplex mode' },
  ])
})
