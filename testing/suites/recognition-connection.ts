// The test suite for recognizers with a connection that is replaced when it fails.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import type { RecognitionSocketLimits } from '#server/models/vendor-speech/recognition-socket.ts'
import type { RecognitionSettings, SpeechToText } from '#server/ports/speech-to-text.ts'
import { until } from '#testing/app/until.ts'
import { recordRecognition, silence } from '#testing/calls/record-recognition.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { retainedBytes } from '#testing/measure/retained-bytes.ts'
import type { ScriptedSocketServer, SocketFault } from '../speech-servers/socket-server.ts'

interface ServerOptions {
  faultOf?(): SocketFault | undefined
  /** The server sends no message after the handshake. */
  isMute?: boolean
}

interface Setup {
  settings: RecognitionSettings
  speech(text: string): Uint8Array
  start(options?: ServerOptions): Promise<ScriptedSocketServer & { audioBytes(): number }>
  create(baseUrl: string, limits?: Partial<RecognitionSocketLimits>): SpeechToText
}

const quick = { connectTimeoutMs: 200, reconnectDelaysMs: [0, 5] }
/** Every word and every pause takes at most 200 ms; the last three seconds are sent again. */
const maxPending = 8

export function testRecognitionConnection(name: string, { settings, speech, start: startServer, create }: Setup): void {
  describe(`the connection of recognition: ${name}`, () => {
    test('delivers every word once and in order, wherever connections drop', { timeout: 60_000 }, async () => {
      await using server = await startServer()
      const step = fc.oneof(
        fc.record({ words: fc.integer({ min: 1, max: 5 }) }),
        fc.constant('pause' as const),
        fc.constant('finalize' as const),
        fc.constant('drop' as const),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const call = recordRecognition(create(server.baseUrl, { reconnectDelaysMs: Array(20).fill(0) }), settings)
          const spoken: string[] = []
          let requests = 0
          let pending = 0
          const isHeard = () =>
            [call.finals.at(-1), call.interims.at(-1)].some((text) => text?.endsWith(spoken.at(-1)!))
          for (const next of steps) {
            if (typeof next === 'object') {
              const words = Array.from({ length: next.words }, (_, index) => `w${spoken.length + index}`)
              spoken.push(...words)
              // In pieces, so that connections can drop within a word.
              const audio = speech(words.join(' '))
              for (let from = 0; from < audio.length; from += 700) {
                call.stream.write(audio.subarray(from, from + 700))
                await nextTurn()
              }
            } else if (next === 'pause') call.stream.write(silence(150))
            else if (next === 'finalize') call.stream.finalize()
            else {
              server.disconnectAll()
              // The words of an utterance that has not ended must be heard again.
              call.interims.length = 0
            }
            pending += typeof next === 'object' ? next.words : 1
            if (pending >= maxPending && spoken.length > 0) {
              await call.until(isHeard)
              pending = 0
            }
            if (next === 'finalize') {
              requests++
              await call.until(() => call.finalized === requests)
            }
          }
          // Words that are not heard in time are not waited for, and a busy machine takes longer.
          if (spoken.length > 0) await call.until(isHeard)
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
      const { call, server } = await start({ isMute: true }, { reconnectDelaysMs: [0] })
      await using _server = server
      await call.writePaced(500)
      await until(() => server.audioBytes() === 80_000)
      server.disconnectAll()
      await until(() => server.audioBytes() > 80_000)
      assert.equal(server.audioBytes(), 104_000)
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
      const server = await startServer()
      await server[Symbol.asyncDispose]()
      const call = recordRecognition(create(server.baseUrl, quick), settings)
      await call.until(() => call.failure !== undefined)
      assert.equal(call.failure?.code, 'unavailable')
    })

    test('fails if the vendor receives audio but sends nothing', { timeout: 5_000 }, async () => {
      const { call, server } = await start({ isMute: true }, { ...quick, stallMs: 50, keepAliveMs: 100 })
      await using _server = server
      while (!call.failure) {
        call.stream.write(silence(20))
        await nextTurn()
      }
      assert.equal(call.failure.code, 'stalled')
    })

    test('uses no more memory after 10,000 frames, even without a connection', { timeout: 60_000 }, async () => {
      for (const fault of [undefined, { handshake: 'no-response' } as const]) {
        const { call, server } = await start({ faultOf: () => fault }, { connectTimeoutMs: 60_000 })
        await using _server = server
        await call.writePaced(2_000)
        const before = await retainedBytes()
        await call.writePaced(10_000)
        const growth = (await retainedBytes()) - before
        assert.ok(growth < 2 * 2 ** 20, `${growth} bytes`)
        assert.equal(call.failure, undefined)
        call.stream.close()
      }
    })
  })

  async function start(options: ServerOptions = {}, limits: Partial<RecognitionSocketLimits> = {}) {
    const server = await startServer(options)
    return { server, call: recordRecognition(create(server.baseUrl, limits), settings) }
  }
}
