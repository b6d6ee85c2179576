// Tests recognition by Deepgram Flux against a scripted server: the suites of the port, turns and languages.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing/app/until.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import {
  type ScriptedDeepgramFluxOptions,
  startScriptedDeepgramFlux,
} from '#testing/speech-servers/deepgram-flux-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { testRecognitionConnection } from '#testing/suites/recognition-connection.ts'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { createDeepgramFluxSpeechToText } from './flux.ts'
import type { DeepgramLimits } from './stream.ts'

const apiKey = 'deepgram-key'
const settings = { vendor: 'deepgram-flux', language: 'en', secondaryLanguages: [] }
/** So long that a test would not end if it waited for these limits. */
const patient = { finalizeMs: { withWords: 60_000, withoutWords: 60_000 } }

testSpeechToText('Deepgram Flux', async () => {
  const server = await startScriptedDeepgramFlux({ apiKey })
  return {
    adapter: createDeepgramFluxSpeechToText({ apiKey, baseUrl: server.baseUrl }),
    settings,
    speech: encodeSpokenWords,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

testRecognitionConnection('Deepgram Flux', {
  settings,
  speech: encodeSpokenWords,
  start: ({ isMute, ...options } = {}) =>
    startScriptedDeepgramFlux({ apiKey, ...options, ...(isMute && { turns: 'nothing at all' }) }),
  create: (baseUrl, limits) =>
    createDeepgramFluxSpeechToText({
      apiKey,
      baseUrl,
      limits: { finalizeMs: { withWords: 100, withoutWords: 50 }, ...limits },
    }),
})

describe('recognition by Deepgram Flux', () => {
  test('uses the English model for English alone, and names the languages otherwise', async () => {
    await using server = await startScriptedDeepgramFlux({ apiKey })
    const adapter = createDeepgramFluxSpeechToText({ apiKey, baseUrl: server.baseUrl })
    for (const [language, secondaryLanguages] of [
      ['en', ['sv']],
      ['de', []],
      ['en', ['de', 'sv', 'en']],
    ] as const) {
      const call = recordRecognition(adapter, { ...settings, language, secondaryLanguages })
      const connections = server.handshakes.length
      await until(() => server.handshakes.length > connections)
      call.stream.close()
    }
    assert.deepEqual(
      server.handshakes.map(({ searchParams }) => [searchParams.get('model'), searchParams.getAll('language_hint')]),
      [
        ['flux-general-en', []],
        ['flux-general-multi', ['de']],
        ['flux-general-multi', ['en', 'de']],
      ],
    )
    assert.deepEqual(server.violations, [])
  })

  test('reports interim words and the end of the turn, and closes the stream properly', async () => {
    const { call, server } = await start()
    await using _server = server
    call.stream.write(encodeSpokenWords('one two three'))
    call.stream.write(silence(400))
    await call.until(() => call.turnsEnded === 1)
    assert.deepEqual(call.interims, ['one', 'one two', 'one two three'])
    assert.deepEqual(call.finals, ['one two three'])
    call.stream.write(encodeSpokenWords('four'))
    call.stream.write(silence(400))
    await call.until(() => call.turnsEnded === 2)
    assert.deepEqual(call.finals, ['one two three', 'four'])
    call.stream.close()
    await until(() => server.openConnections() === 0)
    assert.deepEqual(server.received, ['CloseStream'])
    assert.deepEqual(server.violations, [])
  })

  test('answers finalize at once after an early end of the turn, also one that follows it', async () => {
    const { call, server } = await start({}, patient)
    await using _server = server
    call.stream.write(encodeSpokenWords('one two'))
    call.stream.finalize()
    call.stream.write(silence(120))
    await call.until(() => call.finalized === 1)
    call.stream.finalize()
    await call.until(() => call.finalized === 2)
    assert.deepEqual([call.finals, call.turnsEnded], [['one two'], 0])
    call.stream.write(encodeSpokenWords('three'))
    call.stream.write(silence(400))
    await call.until(() => call.turnsEnded === 1)
    assert.deepEqual(call.finals, ['one two', 'three'])
    call.stream.close()
  })

  test('does not answer finalize before a short word that follows an end of the turn is heard', async () => {
    for (const pauseMs of [120, 400]) {
      const { call, server } = await start({}, patient)
      await using _server = server
      call.stream.write(encodeSpokenWords('one'))
      call.stream.write(silence(pauseMs))
      call.stream.finalize()
      await call.until(() => call.finalized === 1 && call.turnsEnded === (pauseMs === 400 ? 1 : 0))
      call.stream.write(encodeSpokenWords('two'))
      call.stream.finalize()
      await call.until(() => call.finalized === 2)
      assert.deepEqual(call.finals, ['one', 'two'])
      call.stream.close()
    }
  })

  test('answers finalize when Flux has heard the audio, without waiting for the end of the turn', async () => {
    const { call, server } = await start({ turns: 'endless' }, patient)
    await using _server = server
    for (const [index, words] of ['one two', 'three four'].entries()) {
      call.stream.write(encodeSpokenWords(words))
      call.stream.finalize()
      call.stream.write(silence(300))
      await call.until(() => call.finalized === index + 1)
    }
    assert.deepEqual([call.finals, call.turnsEnded], [['one two', 'three four'], 0])
    call.stream.close()
  })

  test('delivers no word twice if Flux sends no times of words', async () => {
    const { call, server } = await start({ wordTimes: false }, patient)
    await using _server = server
    for (const [index, words] of ['one two', 'three', 'four'].entries()) {
      call.stream.write(encodeSpokenWords(words))
      call.stream.finalize()
      call.stream.write(silence(120))
      await call.until(() => call.finalized === index + 1)
    }
    call.stream.write(silence(400))
    await call.until(() => call.turnsEnded === 1)
    assert.deepEqual(call.finals, ['one two', 'three', 'four'])
    call.stream.close()
  })

  test('keeps the words of a turn of which the beginning cannot be sent again', async () => {
    const { call, server } = await start({ turns: 'endless' }, { reconnectDelaysMs: [0] })
    await using _server = server
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`)
    for (const word of words) {
      call.stream.write(encodeSpokenWords(word))
      await call.until(() => call.interims.at(-1)?.endsWith(word) === true)
    }
    server.disconnectAll()
    await call.until(() => call.finals.length === 1)
    call.stream.write(encodeSpokenWords('more'))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.equal(call.finals.join(' '), `${words.join(' ')} more`)
    call.stream.close()
  })
})

async function start(options: ScriptedDeepgramFluxOptions = {}, limits: Partial<DeepgramLimits> = {}) {
  const server = await startScriptedDeepgramFlux({ apiKey, ...options })
  const call = recordRecognition(createDeepgramFluxSpeechToText({ apiKey, baseUrl: server.baseUrl, limits }), settings)
  return { call, server }
}
