// Tests recognition over OpenAI's transcription API against a scripted server: the port's suite, interim words, faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing/app/until.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import {
  type ScriptedTranscription,
  startScriptedOpenAiTranscription,
} from '#testing/speech-servers/openai-transcription-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { createOpenAiSpeechToText, type OpenAiTranscriptionLimits } from './openai-transcription.ts'

const apiKey = 'openai-key'
const settings = { vendor: 'openai-transcription', language: 'en', secondaryLanguages: [] }

testSpeechToText('OpenAI transcription', async () => {
  const server = await startScriptedOpenAiTranscription({ apiKey })
  return {
    adapter: createOpenAiSpeechToText({ apiKey, baseUrl: server.baseUrl }),
    settings,
    speech: encodeSpokenWords,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

describe('recognition over the transcription API', () => {
  test('names the model, and the language if the customer uses only one', async () => {
    await using server = await startScriptedOpenAiTranscription()
    for (const [model, secondaryLanguages] of [
      [undefined, []],
      ['whisper-1', ['de']],
    ] as const) {
      const adapter = createOpenAiSpeechToText({ baseUrl: server.baseUrl, model })
      const call = recordRecognition(adapter, { ...settings, secondaryLanguages })
      say(call, 'one')
      await call.until(() => call.finalized === 1)
      call.stream.close()
    }
    assert.deepEqual(
      server.requests.map(({ model, language }) => [model, language]),
      [
        ['gpt-4o-mini-transcribe', 'en'],
        ['whisper-1', undefined],
      ],
    )
    assert.deepEqual(server.violations, [])
  })

  test('requests interim words after every 700 ms of new audio, one request at a time', async () => {
    const held = Promise.withResolvers<ScriptedTranscription>()
    const { call, server } = await start((_, index) => (index === 0 ? held.promise : 'normal'))
    await using _server = server
    call.stream.speechStarted()
    call.stream.write(encodeSpokenWords('one two three four'))
    await until(() => server.requests.length === 1)
    call.stream.write(encodeSpokenWords('five six seven eight'))
    held.resolve('normal')
    await call.until(() => call.interims.length === 1)
    call.stream.write(encodeSpokenWords('nine'))
    await call.until(() => call.interims.length === 2)
    assert.deepEqual(call.interims, ['one two three four', 'one two three four five six seven eight nine'])
    call.stream.write(encodeSpokenWords('ten'))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, ['one two three four five six seven eight nine ten'])
    assert.deepEqual([server.requests.length, server.mostAtOnce()], [3, 1])
    call.stream.close()
  })

  test('uses interim words as final ones if only silence follows, and requests nothing for silence', async () => {
    const { call, server } = await start()
    await using _server = server
    call.stream.speechStarted()
    call.stream.write(encodeSpokenWords('one two three'))
    call.stream.write(silence(200))
    await call.until(() => call.interims.length === 1)
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    call.stream.speechStarted()
    call.stream.write(silence(2_000))
    call.stream.finalize()
    await call.until(() => call.finalized === 2)
    assert.deepEqual([call.finals, server.requests.length], [['one two three'], 1])
    call.stream.close()
  })

  test('waits for a running request that contains all words, and repeats it only if it fails', async () => {
    for (const [outcome, requests] of [
      ['normal', 1],
      [{ status: 400 }, 2],
    ] as const) {
      const held = Promise.withResolvers<ScriptedTranscription>()
      const { call, server } = await start((_, index) => (index === 0 ? held.promise : 'normal'))
      await using _server = server
      call.stream.speechStarted()
      call.stream.write(encodeSpokenWords('one two three'))
      call.stream.write(silence(200))
      call.stream.finalize()
      await until(() => server.requests.length === 1)
      held.resolve(outcome)
      await call.until(() => call.finalized === 1)
      assert.deepEqual([call.finals, server.requests.length], [['one two three'], requests])
      call.stream.close()
    }
  })

  test('recognizes a long utterance in parts', async () => {
    const { call, server } = await start(undefined, { maxUtteranceMs: 600 })
    await using _server = server
    say(call, 'one two three four five six seven')
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, ['one two three', 'four five six', 'seven'])
    assert.ok(server.requests.every(({ durationMs }) => durationMs <= 600))
    call.stream.close()
  })

  test('cuts a long utterance where it is quiet, so that every word is recognized once', async () => {
    const { call, server } = await start(undefined, { maxUtteranceMs: 3_000 })
    await using _server = server
    const words = Array.from({ length: 24 }, (_, index) => `word${index}`)
    call.stream.speechStarted()
    // The pause ends 130 ms before the longest utterance, which ends within a word.
    call.stream.write(encodeSpokenWords(words.slice(0, 13).join(' ')))
    call.stream.write(silence(270))
    call.stream.write(encodeSpokenWords(words.slice(13).join(' ')))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, [words.slice(0, 13).join(' '), words.slice(13).join(' ')])
    call.stream.close()
  })

  test('repeats a request for final words once', async () => {
    for (const status of [429, 503]) {
      const { call, server } = await start((_, index) => (index === 0 ? { status } : 'normal'))
      await using _server = server
      say(call, 'one')
      await call.until(() => call.finalized === 1)
      assert.deepEqual([call.finals, server.requests.length], [['one'], 2])
      call.stream.close()
    }
  })

  const faults: [string, ScriptedTranscription, string, number][] = [
    ['a refused key', { status: 401 }, 'unauthorised', 1],
    ['an unknown model', { status: 404 }, 'not_found', 1],
    ['a refused request', { status: 400 }, 'bad_request', 1],
    ['a rate limit', { status: 429 }, 'rate_limited', 2],
    ['a failing server', { status: 503 }, 'unavailable', 2],
    ['a closed connection', 'disconnect', 'unavailable', 2],
    ['a response that never comes', 'no response', 'timeout', 2],
    ['a response that cannot be read', 'garbage', 'unreadable', 2],
    ['an endless response', 'endless', 'unreadable', 2],
  ]
  for (const [name, fault, code, requests] of faults)
    test(`fails with ${code} after ${requests} requests with ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        const { call, server } = await start(() => fault, { timeoutMs: 300 })
        await using _server = server
        say(call, 'one')
        await until(() => call.failure !== undefined)
        assert.deepEqual([call.failure?.code, server.requests.length, call.finalized], [code, requests, 0])
        await until(() => server.openConnections() === 0)
      })
    })

  test('continues after a failure of interim words', async () => {
    const { call, server } = await start((_, index) => (index === 0 ? { status: 400 } : 'normal'))
    await using _server = server
    call.stream.speechStarted()
    call.stream.write(encodeSpokenWords('one two three four'))
    await until(() => server.requests.length === 1)
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual([call.interims, call.finals], [[], ['one two three four']])
    call.stream.close()
  })

  test('cancels its requests when it is closed', async () => {
    const { call, server } = await start(() => 'no response')
    await using _server = server
    say(call, 'one')
    await until(() => server.requests.length === 1)
    call.stream.close()
    await until(() => server.openConnections() === 0)
    assert.deepEqual([call.failure, call.finals, call.finalized], [undefined, [], 0])
  })
})

async function start(
  answer?: (text: string, index: number) => ScriptedTranscription | Promise<ScriptedTranscription>,
  limits: Partial<OpenAiTranscriptionLimits> = {},
) {
  const server = await startScriptedOpenAiTranscription({ apiKey, ...(answer && { answer }) })
  const adapter = createOpenAiSpeechToText({ apiKey, baseUrl: server.baseUrl, limits: { retryAfterMs: 5, ...limits } })
  return { server, call: recordRecognition(adapter, settings) }
}

function say({ stream }: ReturnType<typeof recordRecognition>, words: string): void {
  stream.speechStarted()
  for (const word of words.split(' ')) stream.write(encodeSpokenWords(word))
  stream.finalize()
}
