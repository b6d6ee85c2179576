// Tests recognition by Deepgram against a scripted server: the port's suite, reconnection, and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing/app/until.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import { type ScriptedDeepgramOptions, startScriptedDeepgram } from '#testing/speech-servers/deepgram-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { testRecognitionConnection } from '#testing/suites/recognition-connection.ts'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { createDeepgramSpeechToText, type NovaLimits } from './nova.ts'

const apiKey = 'deepgram-key'
const settings = { vendor: 'deepgram', language: 'en', secondaryLanguages: [] }

testSpeechToText('Deepgram', async () => {
  const server = await startScriptedDeepgram({ apiKey })
  return {
    adapter: createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl }),
    settings,
    speech: encodeSpokenWords,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

testRecognitionConnection('Deepgram', {
  settings,
  speech: encodeSpokenWords,
  start: ({ isMute, ...options } = {}) =>
    startScriptedDeepgram({ apiKey, ...options, ...(isMute && { finals: 'nothing at all' }) }),
  create: (baseUrl, limits) =>
    createDeepgramSpeechToText({
      apiKey,
      baseUrl,
      limits: { finalizeMs: { withWords: 2_000, withoutWords: 20 }, ...limits },
    }),
})

describe('recognition by Deepgram', () => {
  test('asks for the main language, or for several languages that one stream can contain', async () => {
    await using server = await startScriptedDeepgram({ apiKey })
    const adapter = createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl })
    for (const secondaryLanguages of [[], ['de', 'en', 'ur']]) {
      const call = recordRecognition(adapter, { ...settings, secondaryLanguages })
      call.stream.finalize()
      await call.until(() => call.finalized === 1)
      call.stream.close()
    }
    const [single, several] = server.handshakes.map(({ searchParams }) => searchParams)
    assert.deepEqual([single?.get('language'), single?.getAll('language_hint')], ['en', []])
    assert.deepEqual([several?.get('language'), several?.getAll('language_hint')], ['multi', ['en', 'de']])
    assert.deepEqual(server.violations, [])
  })

  test('reports interim words, the end of the turn, and closes the stream properly', async () => {
    const { call, server } = await start()
    await using _server = server
    call.stream.write(encodeSpokenWords('one two three'))
    call.stream.write(silence(1_200))
    await call.until(() => call.turnsEnded === 1)
    assert.deepEqual(call.interims, ['one', 'one two', 'one two three'])
    assert.deepEqual(call.finals, ['one two three'])
    call.stream.close()
    await until(() => server.openConnections() === 0)
    assert.deepEqual(server.received, ['CloseStream'])
  })

  test('sends keep-alive messages while there is no audio', async () => {
    const { call, server } = await start({ idleMs: 300 }, { keepAliveMs: 40 })
    await using _server = server
    await until(() => server.received.length >= 10)
    assert.deepEqual(new Set(server.received), new Set(['KeepAlive']))
    assert.equal(server.handshakes.length, 1)
    call.stream.close()
  })

  test('continues an utterance without a lost or repeated word after the connection drops', async () => {
    const { call, server } = await start()
    await using _server = server
    call.stream.write(encodeSpokenWords('the first words'))
    call.stream.write(silence(150))
    await call.until(() => call.finals.length === 1)
    const audio = encodeSpokenWords('then five words are cut')
    call.stream.write(audio.subarray(0, 5_500))
    await call.until(() => call.interims.at(-1) === 'then five words')
    server.disconnectAll()
    call.stream.write(audio.subarray(5_500))
    call.stream.write(silence(50))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, ['the first words', 'then five words are cut'])
    assert.equal(server.handshakes.length, 2)
    call.stream.close()
  })

  test('finalizes words that Deepgram leaves interim, and ignores later results for them', async () => {
    const { call, server } = await start(
      { finals: 'never' },
      { staleInterimMs: 30, finalizeMs: { withWords: 30, withoutWords: 30 } },
    )
    await using _server = server
    call.stream.write(encodeSpokenWords('4 2'))
    await call.until(() => call.finals.length === 1)
    assert.deepEqual(call.finals, ['4 2'])
    assert.deepEqual(server.received, ['Finalize'])
    call.stream.write(encodeSpokenWords('7'))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, ['4 2', '7'])
    call.stream.close()
  })
})

async function start(options: ScriptedDeepgramOptions = {}, limits: Partial<NovaLimits> = {}) {
  const server = await startScriptedDeepgram({ apiKey, ...options })
  const call = recordRecognition(createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl, limits }), settings)
  return { call, server }
}
