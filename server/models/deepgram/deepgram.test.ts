// Tests recognition by Deepgram against a scripted server: the port's suite, reconnection, and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { retainedBytes } from '#server/testing/retained-bytes.ts'
import { testSpeechToText } from '#server/testing/suites/speech-to-text.ts'
import { type ScriptedDeepgramOptions, startScriptedDeepgram } from '../scripted-speech-servers/deepgram-server.ts'
import type { SocketFault } from '../scripted-speech-servers/socket-server.ts'
import { encodeSpokenWords } from '../scripted-speech-servers/spoken-words.ts'
import { createDeepgramSpeechToText, type DeepgramLimits } from './deepgram.ts'

const apiKey = 'deepgram-key'
const settings = { vendor: 'deepgram', language: 'en', secondaryLanguages: [] }
const quick = { connectTimeoutMs: 200, reconnectDelaysMs: [0, 5] }
const silence = (durationMs: number) => new Uint8Array(durationMs * 8).fill(0xff)

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

describe('recognition by Deepgram', () => {
  test('asks for the main language, or for several languages that one stream can contain', async () => {
    await using server = await startScriptedDeepgram({ apiKey })
    const adapter = createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl })
    for (const secondaryLanguages of [[], ['de', 'en', 'ur']]) {
      const call = listen(adapter, { ...settings, secondaryLanguages })
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

  test('delivers every word once and in order, wherever connections drop', { timeout: 60_000 }, async () => {
    await using server = await startScriptedDeepgram({ apiKey })
    const step = fc.oneof(
      fc.record({ words: fc.integer({ min: 1, max: 5 }) }),
      fc.constant('pause' as const),
      fc.constant('finalize' as const),
      fc.constant('drop' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const limits = { reconnectDelaysMs: Array(20).fill(0), finalizeMs: { withWords: 2_000, withoutWords: 20 } }
        const call = listen(createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl, limits }))
        const spoken: string[] = []
        let requests = 0
        for (const next of steps) {
          if (typeof next === 'object') {
            const words = Array.from({ length: next.words }, (_, index) => `w${spoken.length + index}`)
            spoken.push(...words)
            // In pieces, so that connections can drop within a word.
            const audio = encodeSpokenWords(words.join(' '))
            for (let from = 0; from < audio.length; from += 700) {
              call.stream.write(audio.subarray(from, from + 700))
              await nextTurn()
            }
          } else if (next === 'pause') call.stream.write(silence(150))
          else if (next === 'finalize') call.stream.finalize()
          else server.disconnectAll()
          if (next === 'finalize') {
            requests++
            await call.until(() => call.finalized === requests)
          }
        }
        call.stream.finalize()
        await call.until(() => call.finalized === requests + 1)
        assert.deepEqual(call.finals.join(' '), spoken.join(' '))
        call.stream.close()
      }),
      { numRuns: 60 },
    )
    assert.deepEqual(server.violations, [])
  })

  test('sends at most three seconds of audio again', async () => {
    const { call, server } = await start({ finals: 'nothing at all' }, { reconnectDelaysMs: [0] })
    await using _server = server
    await writePaced(call, 500)
    await until(() => server.audioBytes() === 80_000)
    server.disconnectAll()
    await until(() => server.audioBytes() > 80_000)
    assert.equal(server.audioBytes(), 104_000)
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

  const faults: [string, SocketFault, string, number][] = [
    ['a refused key', { handshake: 401 }, 'unauthorised', 1],
    ['an exhausted quota', { handshake: 402 }, 'quota_exhausted', 1],
    ['a rate limit', { handshake: 429 }, 'rate_limited', 3],
    ['a failing server', { handshake: 503 }, 'unavailable', 3],
    ['a handshake without response', { handshake: 'no-response' }, 'timeout', 3],
    ['a closed handshake', { handshake: 'disconnect' }, 'unavailable', 3],
    ['a connection that drops', { afterMessages: 3, fault: 'disconnect' }, 'unavailable', 3],
    ['refused audio', { afterMessages: 3, fault: 'policy-violation' }, 'bad_request', 1],
    ['an internal error', { afterMessages: 3, fault: 'server-error' }, 'unavailable', 3],
    ['invalid JSON', { afterMessages: 3, fault: 'garbage' }, 'unreadable', 3],
    ['a message that is no object', { afterMessages: 3, fault: 'array' }, 'unreadable', 3],
    ['a binary message', { afterMessages: 3, fault: 'binary' }, 'unreadable', 3],
    ['a huge message', { afterMessages: 3, fault: 'huge' }, 'unreadable', 3],
  ]
  for (const [name, fault, code, handshakes] of faults)
    test(`fails with ${code} after ${handshakes} connections with ${name}`, { timeout: 5_000 }, async () => {
      await assertNoOpenHandles(async () => {
        const { call, server } = await start({ faultOf: () => fault }, quick)
        await using _server = server
        while (!call.failure) {
          call.stream.write(silence(20))
          await nextTurn()
        }
        assert.equal(call.failure.code, code)
        assert.equal(server.handshakes.length, handshakes)
        call.stream.close()
      })
    })

  test('fails if no server listens', { timeout: 5_000 }, async () => {
    const server = await startScriptedDeepgram()
    await server[Symbol.asyncDispose]()
    const call = listen(createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl, limits: quick }))
    await call.until(() => call.failure !== undefined)
    assert.equal(call.failure?.code, 'unavailable')
  })

  test('fails if Deepgram receives audio but sends nothing', { timeout: 5_000 }, async () => {
    const { call, server } = await start({ finals: 'nothing at all' }, { ...quick, stallMs: 50, keepAliveMs: 100 })
    await using _server = server
    while (!call.failure) {
      call.stream.write(silence(20))
      await nextTurn()
    }
    assert.equal(call.failure.code, 'stalled')
  })

  test('uses no more memory after 10,000 frames, also without a connection', { timeout: 60_000 }, async () => {
    for (const fault of [undefined, { handshake: 'no-response' } as const]) {
      const { call, server } = await start({ faultOf: () => fault }, { connectTimeoutMs: 60_000 })
      await using _server = server
      await writePaced(call, 2_000)
      const before = await retainedBytes()
      await writePaced(call, 10_000)
      const growth = (await retainedBytes()) - before
      assert.ok(growth < 2 * 2 ** 20, `${growth} bytes`)
      assert.equal(call.failure, undefined)
      call.stream.close()
    }
  })
})

async function start(options: ScriptedDeepgramOptions = {}, limits: Partial<DeepgramLimits> = {}) {
  const server = await startScriptedDeepgram({ apiKey, ...options })
  const call = listen(createDeepgramSpeechToText({ apiKey, baseUrl: server.baseUrl, limits }))
  return { call, server }
}

function listen(
  adapter: ReturnType<typeof createDeepgramSpeechToText>,
  given = settings as Parameters<typeof adapter.open>[0],
) {
  const call = {
    interims: [] as string[],
    finals: [] as string[],
    finalized: 0,
    turnsEnded: 0,
    failure: undefined as SpeechFailure | undefined,
    async until(condition: () => boolean) {
      await until(() => {
        if (!condition() && call.failure) throw call.failure
        return condition()
      })
    },
  }
  const stream = adapter.open(given, {
    interim: (text) => call.interims.push(text),
    final: (text) => call.finals.push(text),
    finalized: () => call.finalized++,
    turnEnded: () => call.turnsEnded++,
    failed(failure) {
      call.failure = failure
    },
  })
  return Object.assign(call, { stream })
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn()
}

/** Writes frames in quick succession, without blocking the event loop. */
async function writePaced({ stream }: ReturnType<typeof listen>, frames: number): Promise<void> {
  const frame = silence(20)
  for (let count = 0; count < frames; count++) {
    stream.write(frame)
    if (count % 20 === 0) await nextTurn()
  }
}
