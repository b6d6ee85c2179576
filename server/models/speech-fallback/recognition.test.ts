// Tests that recognition continues with the next vendor, against scripted servers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDeepgramSpeechToText } from '#server/models/deepgram/nova.ts'
import { createOpenAiSpeechToText } from '#server/models/openai-transcription/openai-transcription.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { type ScriptedDeepgramOptions, startScriptedDeepgram } from '#testing/speech-servers/deepgram-server.ts'
import { startScriptedOpenAiTranscription } from '#testing/speech-servers/openai-transcription-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { createFallbackSpeechToText } from './recognition.ts'

const log = createLog({ level: 'silent', pretty: false })
const limits = { connectTimeoutMs: 200, reconnectDelaysMs: [] }
const settings = { vendor: 'first', language: 'en', secondaryLanguages: [] }

testSpeechToText('a fallback after a refused key', async () => {
  const [refusing, working] = [await startScriptedDeepgram({ apiKey: 'another' }), await startScriptedDeepgram()]
  const adapterOf = ({ baseUrl }: { baseUrl: string }) => createDeepgramSpeechToText({ apiKey: 'key', baseUrl })
  return {
    adapter: createFallbackSpeechToText(
      [refusing, working].map((server, index) => ({
        vendor: index === 0 ? 'first' : 'second',
        adapter: adapterOf(server),
        supports: () => true,
      })),
      { log },
    ),
    settings,
    speech: encodeSpokenWords,
    async [Symbol.asyncDispose]() {
      await refusing[Symbol.asyncDispose]()
      await working[Symbol.asyncDispose]()
      assert.deepEqual(working.violations, [])
    },
  }
})

describe('recognition with several vendors', () => {
  test('asks the vendors of the account itself before the chosen one, if they support the language', () => {
    const openedFor = (language: string) => {
      const asked: string[] = []
      const recognizerOf = (vendor: string, isOwn: boolean, supports: (language: string) => boolean) => {
        const stream = { write() {}, speechStarted() {}, finalize() {}, close() {} }
        const open = () => {
          asked.push(vendor)
          return stream
        }
        return { vendor, isOwn, supports, adapter: { open } }
      }
      const recognizers = [recognizerOf('first', false, () => true), recognizerOf('own', true, (code) => code === 'en')]
      const listener = { interim() {}, final() {}, finalized() {}, turnEnded() {}, failed() {} }
      createFallbackSpeechToText(recognizers, { log })
        .open({ ...settings, language }, listener)
        .close()
      return asked
    }
    assert.deepEqual([openedFor('en'), openedFor('de')], [['own'], ['first']])
  })

  test('continues an utterance in the middle with the next vendor, without a lost or repeated word', async () => {
    await using call = await start([{}, {}])
    call.stream.speechStarted()
    call.stream.write(encodeSpokenWords('the first words'))
    call.stream.write(silence(250))
    await call.until(() => call.finals.length === 1)
    const audio = encodeSpokenWords('then five words are cut')
    call.stream.write(audio.subarray(0, 5_500))
    await call.until(() => call.interims.at(-1) === 'then five words')
    await call.servers[0]![Symbol.asyncDispose]()
    await call.until(() => call.fallbacks.length === 1)
    call.stream.write(audio.subarray(5_500))
    call.stream.write(silence(50))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(call.finals, ['the first words', 'then five words are cut'])
    assert.deepEqual(call.fallbacks, [{ from: 'first', to: 'second', code: 'unavailable' }])
  })

  test('gives a long utterance to the next vendor while it is spoken, if a server has no recognition', {
    timeout: 10_000,
  }, async () => {
    await using server = await startScriptedOpenAiTranscription({ answer: () => ({ status: 404 }) })
    await using working = await startScriptedOpenAiTranscription()
    const adapters = {
      first: createOpenAiSpeechToText({ apiKey: 'key', baseUrl: server.baseUrl }),
      second: createOpenAiSpeechToText({ apiKey: 'key', baseUrl: working.baseUrl }),
    }
    const call = recordRecognition(
      createFallbackSpeechToText(
        Object.entries(adapters).map(([vendor, adapter]) => ({ vendor, adapter, supports: () => true })),
        { log },
      ),
      settings,
    )
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`)
    call.stream.write(silence(5_000))
    call.stream.speechStarted()
    // Twenty seconds, of which the last one follows after the failure.
    call.stream.write(encodeSpokenWords(words.slice(0, 95).join(' ')))
    await call.until(() => call.fallbacks.length === 1)
    call.stream.write(encodeSpokenWords(words.slice(95).join(' ')))
    call.stream.write(silence(250))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.equal(call.finals.join(' '), words.join(' '))
    assert.deepEqual(call.fallbacks, [{ from: 'first', to: 'second', code: 'not_found' }])
    call.stream.close()
  })

  test('does not wait for the words of a vendor that never answers', { timeout: 5_000 }, async () => {
    await using call = await start([{ faultOf: () => ({ handshake: 'no-response' }) }, {}], { finalizeDeadlineMs: 50 })
    call.stream.speechStarted()
    call.stream.write(encodeSpokenWords('is this heard'))
    call.stream.finalize()
    call.stream.finalize()
    await call.until(() => call.finalized === 2)
    assert.deepEqual(call.finals, ['is this heard'])
    assert.deepEqual(call.fallbacks, [{ from: 'first', to: 'second', code: 'timeout' }])
  })

  test('begins with the vendor of the settings, and skips those that do not support the language', async () => {
    await using call = await start([{}, {}, {}], {}, { ...settings, vendor: 'third', language: 'de' }, [
      'third',
      'second',
    ])
    call.stream.write(encodeSpokenWords('eins'))
    call.stream.finalize()
    await call.until(() => call.finalized === 1)
    assert.deepEqual(
      call.servers.map(({ handshakes }) => handshakes.length),
      [0, 0, 1],
    )
  })

  test('fails with the last failure when every vendor has failed, and leaves nothing open', {
    timeout: 5_000,
  }, async () => {
    await assertNoOpenHandles(async () => {
      await using call = await start([{ faultOf: () => ({ handshake: 503 }) }, { faultOf: () => ({ handshake: 429 }) }])
      await call.until(() => call.failure !== undefined)
      assert.equal(call.failure?.code, 'rate_limited')
    })
  })

  test('fails if no vendor supports the language', async () => {
    await using call = await start([{}], {}, { ...settings, language: 'xx' }, [])
    await call.until(() => call.failure !== undefined)
    assert.equal(call.failure?.code, 'language_not_supported')
  })
})

async function start(
  servers: ScriptedDeepgramOptions[],
  options: { finalizeDeadlineMs?: number } = {},
  given = settings,
  supporting: string[] = ['first', 'second', 'third'],
) {
  const started = await Promise.all(servers.map(startScriptedDeepgram))
  const vendors = ['first', 'second', 'third']
  const adapter = createFallbackSpeechToText(
    started.map(({ baseUrl }, index) => ({
      vendor: vendors[index]!,
      adapter: createDeepgramSpeechToText({ apiKey: 'key', baseUrl, limits }),
      supports: () => supporting.includes(vendors[index]!),
    })),
    { log, ...options },
  )
  const call = recordRecognition(adapter, given)
  return Object.assign(call, {
    servers: started,
    async [Symbol.asyncDispose]() {
      call.stream.close()
      for (const server of started) await server[Symbol.asyncDispose]()
    },
  })
}
