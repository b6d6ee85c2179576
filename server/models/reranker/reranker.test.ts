// Tests of the reranker against an emulated server.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type EmulatedResponse,
  type EmulatedResult,
  type RetrievalEmulatorOptions,
  startRetrievalEmulator,
} from '#testing/emulators/retrieval.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { createReranker } from './reranker.ts'

const model = 'rerank-v3.5'
const texts = ['Pay by card or in cash.', 'We open at seven.', 'On Sunday we open at nine.']

async function start(options: RetrievalEmulatorOptions = {}, timeoutMs?: number) {
  const emulator = await startRetrievalEmulator({ apiKey: 'sk-test', ...options })
  const reranker = createReranker({ baseUrl: emulator.baseUrl, model, apiKey: 'sk-test', timeoutMs })
  return { emulator, reranker, [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose]() }
}

describe('the reranker', () => {
  test('returns the best texts first', async () => {
    await using setup = await start()
    const ranked = await setup.reranker.rerank('open sunday', texts, { limit: 2 })
    assert.deepEqual(ranked, [
      { index: 2, score: 1 },
      { index: 1, score: 0.5 },
    ])
    assert.deepEqual(setup.emulator.requests, [{ model, query: 'open sunday', documents: texts, top_n: 2 }])
    assert.equal(setup.reranker.name, model)
  })

  test('orders and limits the results itself, and ignores other fields', async () => {
    const change = ({ results }: { results: EmulatedResult[] }) => ({
      results: results.reverse().map((result) => ({ ...result, document: { text: 'x' } })),
    })
    await using setup = await start({ respond: () => ({ change }) })
    const ranked = await setup.reranker.rerank('open sunday', texts, { limit: 3 })
    assert.deepEqual(
      ranked.map(({ index }) => index),
      [2, 1, 0],
    )
  })

  test('sends no request without texts, and truncates long ones', async () => {
    await using setup = await start()
    assert.deepEqual(await setup.reranker.rerank('query', [], { limit: 5 }), [])
    assert.equal(setup.emulator.requests.length, 0)
    await setup.reranker.rerank('q'.repeat(50_000), ['t'.repeat(50_000)], { limit: 5 })
    assert.deepEqual(setup.emulator.violations, [])
  })

  const results = (change: (results: EmulatedResult[]) => unknown): EmulatedResponse => ({
    change: (body) => ({ results: change(body.results) }),
  })
  const faults: [string, EmulatedResponse, string, boolean][] = [
    ['a refused key', { status: 401 }, 'unauthorised', false],
    ['a rate limit', { status: 429 }, 'rate_limited', true],
    ['a failing server', { status: 502 }, 'unavailable', true],
    ['a closed connection', 'disconnect', 'unavailable', true],
    ['a response that never comes', 'no response', 'timeout', true],
    ['a response that cannot be read', 'garbage', 'unreadable', true],
    ['an endless response', 'endless', 'unreadable', true],
    ['missing results', results((all) => all.slice(1)), 'unreadable', true],
    ['a repeated index', results((all) => all.map((one) => ({ ...one, index: 0 }))), 'unreadable', true],
    ['an index out of range', results((all) => all.map((one) => ({ ...one, index: 3 }))), 'unreadable', true],
    [
      'a score that is no number',
      results((all) => all.map((one) => ({ ...one, relevance_score: '1' }))),
      'unreadable',
      true,
    ],
    ['another form of response', { change: () => [{ index: 0, score: 1 }] }, 'unreadable', true],
  ]
  for (const [name, fault, code, retryable] of faults)
    test(`fails with ${code} after ${name}`, { timeout: 20_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await start({ respond: () => fault }, name.includes('never') ? 100 : 5_000)
        const failure = await failureOf(setup.reranker.rerank('open', texts, { limit: 3 }))
        assert.deepEqual([failure.code, failure.retryable, setup.emulator.requests.length], [code, retryable, 1])
        assert.doesNotMatch(failure.message, /canary/)
      })
    })

  test('throws the reason of a signal', async () => {
    await using setup = await start({ respond: () => 'no response' })
    const controller = new AbortController()
    const running = setup.reranker.rerank('open', texts, { limit: 3, signal: controller.signal })
    controller.abort(new Error('hung up'))
    await assert.rejects(running, /hung up/)
  })
})
