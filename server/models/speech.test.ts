// Tests which vendor hears and speaks with which settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { startScriptedAzure } from '#testing/speech-servers/azure-speech-server.ts'
import { startScriptedCartesia } from '#testing/speech-servers/cartesia-server.ts'
import { startScriptedDeepgram } from '#testing/speech-servers/deepgram-server.ts'
import { startScriptedElevenLabs } from '#testing/speech-servers/elevenlabs-server.ts'
import { startScriptedOpenAiTranscription } from '#testing/speech-servers/openai-transcription-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { openSpeech, type Speech } from './speech.ts'

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
    assert.equal(server.received.at(-2)?.fields['text'], `${text} `)
    assert.equal(speech.textToSpeech.vendorFor?.(vendor), 'elevenlabs')
    speaker.close()
  }
  assert.match(String(server.handshakes[1]?.pathname), /EXAVITQu4vr4xnSDxMaL/)
})

test('a vendor that fails during a call is replaced by the next one, with a voice of the language', async () => {
  const apiKey = 'key'
  await using cartesia = await startScriptedCartesia({
    apiKey,
    utterance: (text) => (text === 'Guten Tag.' ? 'normal' : { status: 429, code: 'concurrency_limited' }),
  })
  await using azure = await startScriptedAzure({
    apiKey,
    speech: (text) => (text === 'Auf Wiederhören.' ? { status: 503 } : 'normal'),
  })
  await using speech = openSpeech({
    default: 'scripted',
    cartesia: { apiKey, baseUrl: cartesia.baseUrl },
    azure: { apiKey, baseUrl: azure.baseUrl },
    log,
  })
  const voice = '4ad22058-7cb6-402c-a115-196cbfc25dce'
  const speaker = speech.textToSpeech.open({ ...settings, vendor: 'cartesia', voice, gender: 'male', language: 'de' })
  const toAzure = { from: 'cartesia', to: 'azure', code: 'rate_limited' }
  for (const [text, fallbacks] of [
    ['Guten Tag.', []],
    ['Wir haben bis neun Uhr geöffnet.', [toAzure]],
    ['Auf Wiederhören.', [{ from: 'azure', to: 'scripted', code: 'unavailable' }]],
  ] as const) {
    const spoken = recordSpeech(speaker, text)
    assert.equal(await spoken.outcome, 'done')
    assert.deepEqual(spoken.fallbacks, fallbacks)
    assert.ok(spoken.bytes() > 0)
  }
  assert.deepEqual(
    azure.requests.map((request) => request.voice),
    ['de-DE-ConradNeural', 'de-DE-ConradNeural'],
  )
  assert.deepEqual([...cartesia.violations, ...azure.violations], [])
  speaker.close()
})

test('a vendor whose connection drops before the first audio is replaced, also by Cartesia', async () => {
  const apiKey = 'key'
  const drop = { afterMessages: 3, fault: 'disconnect' } as const
  await using elevenLabs = await startScriptedElevenLabs({ apiKey, faultOf: () => drop })
  await using cartesia = await startScriptedCartesia({ apiKey })
  await using speech = openSpeech({
    default: 'scripted',
    elevenlabs: { apiKey, baseUrl: elevenLabs.baseUrl },
    cartesia: { apiKey, baseUrl: cartesia.baseUrl },
    log,
  })
  const speaker = speech.textToSpeech.open({ ...settings, language: 'it' })
  const spoken = recordSpeech(speaker, 'Buongiorno.')
  assert.equal(await spoken.outcome, 'done')
  assert.deepEqual(spoken.fallbacks, [{ from: 'elevenlabs', to: 'cartesia', code: 'unavailable' }])
  const [request] = cartesia.received
  assert.deepEqual(
    [request?.['voice'], request?.['language']],
    [{ mode: 'id', id: '90c7d657-9599-4cd0-9ed2-2568359e4d1a' }, 'it'],
  )
  speaker.close()
})

test('without keys, the default speaks for every vendor', async () => {
  await using speech = openSpeech({ default: 'scripted', log })
  assert.equal(speech.textToSpeech.vendorFor?.('elevenlabs'), 'scripted')
  const speaker = speech.textToSpeech.open(settings)
  assert.equal(await recordSpeech(speaker, 'Good morning.').outcome, 'done')
  speaker.close()
})

test('speech is verified unless the recognizer of the assistant reads scripted speech, which sounds like noise', async () => {
  await using offline = openSpeech({ default: 'offline', log })
  await using scripted = openSpeech({ default: 'scripted', log })
  const isVerified = async (speech: Speech, recognizer?: string) =>
    (await speech.loadVerifier(recognizer)) !== undefined
  assert.deepEqual(
    await Promise.all([undefined, 'deepgram', 'offline', 'scripted'].map((vendor) => isVerified(offline, vendor))),
    [true, true, true, false],
  )
  assert.deepEqual(
    await Promise.all([undefined, 'deepgram', 'offline', 'scripted'].map((vendor) => isVerified(scripted, vendor))),
    [false, false, true, false],
  )
})

test('the other recognizers continue in their order if the one of the settings fails', async () => {
  await using deepgram = await startScriptedDeepgram({ apiKey: 'another' })
  await using openai = await startScriptedOpenAiTranscription({ apiKey: 'key' })
  await using speech = openSpeech({
    default: 'scripted',
    deepgram: { apiKey: 'key', baseUrl: deepgram.baseUrl },
    openaiTranscription: { apiKey: 'key', baseUrl: openai.baseUrl },
    log,
  })
  for (const [vendor, paths] of [
    ['deepgram', ['/v1/listen', '/v2/listen']],
    ['deepgram-flux', ['/v2/listen', '/v1/listen']],
    ['openai-transcription', []],
  ] as const) {
    const before = deepgram.handshakes.length
    const fallbacks: string[] = []
    const { promise: words, resolve, reject } = Promise.withResolvers<string>()
    const stream = speech.speechToText.open(
      { vendor, language: 'en', secondaryLanguages: [] },
      {
        interim() {},
        final: resolve,
        finalized() {},
        turnEnded() {},
        fellBack: ({ to }) => fallbacks.push(to),
        failed: reject,
      },
    )
    stream.speechStarted()
    stream.write(encodeSpokenWords('is this heard'))
    stream.finalize()
    assert.equal(await words, 'is this heard')
    assert.equal(fallbacks.length, paths.length)
    assert.deepEqual(
      deepgram.handshakes.slice(before).map(({ pathname }) => pathname),
      paths,
    )
    stream.close()
  }
  assert.deepEqual(openai.violations, [])
})
