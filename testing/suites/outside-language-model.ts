// The test suite for language model adapters that call a vendor: streaming, retries and failures.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GenerationEvent } from '#server/ports/language-model.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import type { Script, ScriptedPiece, ScriptedTurn } from '../language-models/script.ts'
import type { ScriptedServer } from '../language-models/server.ts'
import {
  collect,
  finishOf,
  type LanguageModelSetup,
  type LanguageModelSetupOptions,
  listen,
  turn,
  weatherTool,
} from './language-model.ts'

/** For adapters whose setup has a scripted `vendor`. */
export function outsideLanguageModelSuite(
  name: string,
  open: (
    options?: LanguageModelSetupOptions,
  ) => Promise<LanguageModelSetup & { vendor: ScriptedServer; secret: string }>,
): void {
  describe(`language model of a vendor: ${name}`, () => {
    const rejectsWith = async (script: Script, code: string, retryable: boolean, requests: number) => {
      await using setup = await open({ script, ...(code === 'timeout' && { firstTokenTimeoutMs: 60 }) })
      const error = await failureOf(listen(setup))
      assert.deepEqual([error.code, error.retryable], [code, retryable])
      // The time limit can be over before a busy machine has sent the request.
      const fewest = code === 'timeout' ? 0 : requests
      const { length } = setup.vendor.requests
      assert.ok(length >= fewest && length <= requests, `${length} requests`)
    }

    test('streams the first word before the model has sent the second', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await using setup = await open({ script: { pieces: ['First', { gate: promise }, ' second'] } })
      const deltas: string[] = []
      for await (const event of setup.model.stream(turn(setup))) {
        if (event.type !== 'text') continue
        deltas.push(event.delta)
        resolve()
      }
      assert.deepEqual(deltas, ['First', ' second'])
    })

    test('reports the token counts of the vendor, and truncation by the length limit', async () => {
      const usage = { inputTokens: 321, outputTokens: 12 }
      await using setup = await open({ script: { pieces: ['Half an'], finish: 'length', usage } })
      const { events } = await listen(setup, { maxOutputTokens: 2 })
      const last = finishOf(events)
      assert.deepEqual([last.reason, last.usage], ['length', usage])
    })

    test('joins split characters, removes whitespace before the first word, and omits reasoning', async () => {
      const text = 'Grüße, 世界 👩‍👩‍👧 naïve — ok'
      const cases: [ScriptedPiece[], string][] = [
        [[{ shredded: text }], text],
        [['\n', ' \n Hello', ' you'], 'Hello you'],
        [[{ thinking: 'Hm, what …' }, 'Yes.'], 'Yes.'],
      ]
      for (const [pieces, expected] of cases) {
        await using setup = await open({ script: { pieces } })
        assert.equal((await listen(setup)).text, expected)
      }
    })

    test('sends text before several tool calls whose arguments arrive in fragments', async () => {
      const pieces: ScriptedPiece[] = [
        'Let me look. ',
        { tool: 'get_weather', arguments: { city: 'São Paulo "SP"' }, fragments: 7 },
        { tool: 'get_weather', arguments: { city: 'Rome' }, fragments: 3 },
        { tool: 'get_weather' },
      ]
      await using setup = await open({ script: { pieces } })
      const { text, calls, events } = await listen(setup, { tools: [weatherTool] })
      assert.equal(text, 'Let me look. ')
      assert.deepEqual(
        calls.map((call) => call.arguments),
        [{ city: 'São Paulo "SP"' }, { city: 'Rome' }, {}],
      )
      assert.equal(new Set(calls.map(({ id }) => id)).size, 3)
      assert.equal(finishOf(events).reason, 'tool-calls')
    })

    test('retries once if no text was sent yet', async () => {
      for (const status of [429, 500, 503]) {
        await using setup = await open({ script: [{ status, headers: { 'retry-after-ms': '1' } }, 'Here I am.'] })
        assert.equal((await listen(setup)).text, 'Here I am.')
        assert.equal(setup.vendor.requests.length, 2)
      }
    })

    test('does not retry twice, after a refusal, or if the vendor asks for a long pause', async () => {
      const headers = { 'retry-after-ms': '1' }
      await rejectsWith({ status: 429, headers }, 'rate_limited', true, 2)
      await rejectsWith({ status: 503, headers }, 'unavailable', true, 2)
      await rejectsWith({ status: 429, headers: { 'retry-after': '30' } }, 'rate_limited', true, 1)
      await rejectsWith({ status: 400 }, 'bad_request', false, 1)
      await rejectsWith({ status: 404 }, 'model_not_found', false, 1)
      await rejectsWith({ status: 401 }, 'unauthorised', false, 1)
    })

    test('treats an empty response as a failure, even with reasoning', async () => {
      const empty: ScriptedTurn[] = [
        { pieces: [] },
        { pieces: [' \n'] },
        { pieces: [{ thinking: 'Hm.' }], finish: 'length' },
      ]
      for (const script of empty) await rejectsWith(script, 'empty_answer', true, 2)
      await using setup = await open({ script: [{ pieces: [] }, 'Now I know.'] })
      assert.equal((await listen(setup)).text, 'Now I know.')
    })

    test('times out if the model stops in the middle, and does not retry', async () => {
      await using setup = await open({ script: { pieces: ['Well, ', { stall: true }] }, firstTokenTimeoutMs: 500 })
      const events: GenerationEvent[] = []
      const error = await failureOf(collect(setup.model.stream(turn(setup)), events))
      assert.deepEqual([error.code, setup.vendor.requests.length], ['timeout', 1])
      assert.deepEqual(events, [{ type: 'text', delta: 'Well, ' }])
      assert.equal(await setup.vendor.requests[0]?.closed, false)
    })

    test('times out if the model sends nothing, or if the response never ends', async () => {
      await rejectsWith({ pieces: [{ stall: true }] }, 'timeout', true, 1)
      const drip: ScriptedPiece[] = Array.from({ length: 1_000 }, () => [
        'la ',
        { gate: new Promise((resolve) => setTimeout(resolve, 10).unref()) },
      ]).flat()
      await using setup = await open({ script: { pieces: ['la ', ...drip, { stall: true }] }, totalTimeoutMs: 80 })
      assert.equal((await failureOf(listen(setup))).code, 'timeout')
    })

    test('aborts a response that is too long', async () => {
      const piece = 'x'.repeat(1_000)
      const calls: ScriptedPiece[] = Array.from({ length: 40 }, () => ({ tool: 'get_weather', arguments: {} }))
      const longCall: ScriptedPiece = { tool: 'get_weather', arguments: { city: piece.repeat(60) }, fragments: 600 }
      for (const pieces of [Array<ScriptedPiece>(60).fill(piece), [piece.repeat(60)], calls, [longCall]]) {
        await using setup = await open({ script: { pieces: [...pieces, { stall: true }] } })
        const error = await failureOf(listen(setup, { tools: [weatherTool] }))
        assert.deepEqual([error.code, error.retryable], ['answer_too_long', true])
        assert.equal(setup.vendor.requests.length, 1)
        assert.equal(await setup.vendor.requests[0]?.closed, false)
      }
    })

    test('refuses a tool call whose arguments are nested too deeply', async () => {
      let city: unknown = 'Rome'
      for (let level = 0; level < 100; level++) city = [city]
      const script: Script = { pieces: [{ tool: 'get_weather', arguments: { city } }] }
      await using setup = await open({ script })
      assert.equal((await failureOf(listen(setup, { tools: [weatherTool] }))).code, 'bad_tool_call')
    })

    test('retries after a lost connection or a missing end marker only if no text was sent', async () => {
      await using early = await open({ script: [{ pieces: [{ cut: true }] }, 'Back again.'] })
      assert.equal((await listen(early)).text, 'Back again.')
      const scripts: ScriptedTurn[] = [
        { pieces: ['Well, ', { cut: true }] },
        { pieces: ['Well, ', { error: 'Overloaded' }] },
        { pieces: ['Your balance is 1'], finish: 'none' },
      ]
      for (const script of scripts) {
        await using late = await open({ script })
        const error = await failureOf(listen(late))
        assert.deepEqual([error.code, late.vendor.requests.length], ['unavailable', 1])
      }
    })

    test('closes the connection when the reader stops', async () => {
      await using setup = await open({ script: { pieces: ['One', { stall: true }] } })
      for await (const event of setup.model.stream(turn(setup))) {
        assert.equal(event.type, 'text')
        break
      }
      assert.equal(await setup.vendor.requests[0]?.closed, false)
    })

    test('includes neither the API key nor the prompt in errors', async () => {
      await using setup = await open()
      for (const status of [400, 401, 429, 500]) {
        const echo: Script = ({ headers, body }) => ({
          status,
          code: setup.secret,
          message: `${JSON.stringify(headers)} ${JSON.stringify(body)}`,
          headers: { 'retry-after': '30' },
        })
        setup.vendor.use(echo)
        const error = await failureOf(listen(setup, { messages: [{ role: 'user', content: 'my secret prompt' }] }))
        const output = `${error.code} ${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
        for (const secret of [setup.secret, 'secret prompt']) assert.ok(!output.includes(secret))
      }
    })
  })
}
