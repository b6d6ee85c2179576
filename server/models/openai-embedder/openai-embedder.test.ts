// Tests the OpenAI-compatible embedder against an emulated server: the port's suite, batches, retries and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type EmulatedResponse,
  type EmulatedVector,
  type RetrievalEmulatorOptions,
  startRetrievalEmulator,
} from '#testing/emulators/retrieval.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { testEmbedder } from '#testing/suites/embedder.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts'

const apiKey = 'sk-test'
const model = 'text-embedding-3-small'
const fast = { query: 5, passage: 5 }

testEmbedder('OpenAI-compatible', async () => {
  const server = await startRetrievalEmulator({ apiKey })
  return {
    embedder: createOpenAiEmbedder({ baseUrl: server.baseUrl, model, apiKey, dimensions: 96 }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

async function start(server: RetrievalEmulatorOptions = {}, options: Partial<OpenAiEmbedderOptions> = {}) {
  const emulator = await startRetrievalEmulator(server)
  const limits = { retryAfterMs: fast, ...options.limits }
  const embedder = createOpenAiEmbedder({ baseUrl: emulator.baseUrl, model, ...options, limits })
  return { emulator, embedder, [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose]() }
}

describe('requests for embeddings', () => {
  test('name the model and the dimensions, which the name of the embedder contains', async () => {
    await using plain = await start()
    await plain.embedder.embed(['text'], { purpose: 'query' })
    assert.deepEqual(plain.emulator.requests, [{ model, input: ['text'], encoding_format: 'float' }])
    assert.equal(plain.embedder.name, 'openai/text-embedding-3-small')
    await using short = await start({}, { dimensions: 32 })
    const [vector] = await short.embedder.embed(['text'], { purpose: 'query' })
    assert.deepEqual([vector?.length, short.emulator.requests[0]?.dimensions], [32, 32])
    assert.equal(short.embedder.name, 'openai/text-embedding-3-small/32')
  })

  test('contain at most 32 texts and 200 kB, and two of them run at the same time', async () => {
    await using setup = await start({}, { dimensions: 8 })
    const texts = Array.from({ length: 300 }, (_, index) =>
      index < 100 ? `ü${index} `.repeat(1_900) : `text ${index}`,
    )
    const vectors = await setup.embedder.embed(texts, { purpose: 'passage' })
    assert.equal(vectors.length, 300)
    const sizes = setup.emulator.requests.map(({ input }) => (input as string[]).length)
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      300,
    )
    for (const { input } of setup.emulator.requests)
      assert.ok(Buffer.byteLength((input as string[]).join('')) <= 200_000)
    assert.ok(sizes.includes(32))
    assert.ok(setup.emulator.mostAtOnce() <= 2)
  })

  test('for a query do not wait for those for passages', async () => {
    const held = Promise.withResolvers<EmulatedResponse>()
    await using setup = await start(
      { respond: (_, { input }) => ((input as []).length > 1 ? held.promise : 'normal') },
      { dimensions: 8 },
    )
    const passages = setup.embedder.embed(Array(400).fill('text'), { purpose: 'passage' })
    assert.equal((await setup.embedder.embed(['query'], { purpose: 'query' })).length, 1)
    held.resolve('normal')
    assert.equal((await passages).length, 400)
  })
})

describe('a failed request for embeddings', () => {
  test('is repeated as often as the purpose allows', async () => {
    for (const [purpose, requests] of [
      ['query', 2],
      ['passage', 6],
    ] as const)
      for (const status of [429, 503]) {
        await using setup = await start({ respond: () => ({ status }) })
        const failure = await failureOf(setup.embedder.embed(['text'], { purpose }))
        assert.deepEqual([failure.retryable, setup.emulator.requests.length], [true, requests])
      }
  })

  test('succeeds if a repetition does', async () => {
    await using setup = await start({ respond: (index) => (index === 0 ? { status: 500 } : 'normal') })
    assert.equal((await setup.embedder.embed(['text'], { purpose: 'query' })).length, 1)
  })

  test('is repeated after the time that the server asks for, and not beyond the time limit', async () => {
    const refuse = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } })
    await using waits = await start({ respond: (index) => (index === 0 ? refuse('0.3') : 'normal') })
    const startedMs = performance.now()
    await waits.embedder.embed(['text'], { purpose: 'query' })
    assert.ok(performance.now() - startedMs >= 300)
    await using ends = await start({ respond: () => refuse('3600') })
    const failure = await failureOf(ends.embedder.embed(['text'], { purpose: 'passage' }))
    assert.deepEqual([failure.code, ends.emulator.requests.length], ['rate_limited', 1])
  })

  test('cancels the other batches', async () => {
    await using setup = await start({ respond: (index) => (index === 0 ? { status: 400 } : 'no response') })
    const failure = await failureOf(setup.embedder.embed(Array(500).fill('text'), { purpose: 'passage' }))
    assert.equal(failure.code, 'bad_request')
    assert.ok(setup.emulator.requests.length <= 2)
  })

  const changed = (change: (data: EmulatedVector[]) => unknown): EmulatedResponse => ({
    change: ({ data }) => ({ data: change(data) }),
  })
  const withEmbedding = (embedding: unknown) => changed((data) => data.map((item) => ({ ...item, embedding })))
  const faults: [string, EmulatedResponse, string, number][] = [
    ['a refused key', { status: 401 }, 'unauthorised', 1],
    ['an unknown model', { status: 404 }, 'not_found', 1],
    ['a refused request', { status: 400 }, 'bad_request', 1],
    ['a closed connection', 'disconnect', 'unavailable', 2],
    ['a response that never comes', 'no response', 'timeout', 1],
    ['a response that cannot be read', 'garbage', 'unreadable', 2],
    ['an endless response', 'endless', 'unreadable', 2],
    ['a missing vector', changed((data) => data.slice(1)), 'unreadable', 2],
    ['an additional vector', changed((data) => [...data, data[0]]), 'unreadable', 2],
    ['a repeated index', changed((data) => data.map((item) => ({ ...item, index: 0 }))), 'unreadable', 2],
    [
      'an index out of range',
      changed((data) => data.map((item) => ({ ...item, index: item.index + 1 }))),
      'unreadable',
      2,
    ],
    ['a vector of zeros', withEmbedding([0, 0]), 'unreadable', 2],
    ['an empty vector', withEmbedding([]), 'unreadable', 2],
    ['numbers that are not finite', withEmbedding([null, 1]), 'unreadable', 2],
    ['text instead of numbers', withEmbedding('AAAA'), 'unreadable', 2],
    ['other dimensions', withEmbedding([1, 2, 3]), 'wrong_dimensions', 1],
  ]
  for (const [name, fault, code, requests] of faults)
    test(`has the code ${code} for ${name}`, { timeout: 20_000 }, async () => {
      const limits = name.includes('never') ? { timeoutMs: { query: 200, passage: 200 } } : {}
      await using setup = await start({ respond: () => fault, dimensions: 8 }, { dimensions: 8, limits })
      const failure = await failureOf(setup.embedder.embed(['one', 'two'], { purpose: 'query' }))
      assert.deepEqual([failure.code, setup.emulator.requests.length], [code, requests])
      assert.doesNotMatch(JSON.stringify([failure.message, failure.cause]), /canary|sk-|one|two/)
    })

  test('because of a first response with other dimensions does not prevent the next ones', async () => {
    const short = withEmbedding([1, 2, 3])
    await using setup = await start({ respond: (index) => (index === 0 ? short : 'normal'), dimensions: 8 })
    const embed = async () => (await setup.embedder.embed(['text'], { purpose: 'query' }))[0]!.length
    assert.equal(await embed(), 3)
    assert.equal((await failureOf(embed())).code, 'wrong_dimensions')
    assert.deepEqual([await embed(), await embed()], [8, 8])
  })

  test('has the code unavailable if nothing listens', async () => {
    const embedder = createOpenAiEmbedder({ baseUrl: 'http://127.0.0.1:9/v1', model, limits: { retryAfterMs: fast } })
    assert.equal((await failureOf(embedder.embed(['text'], { purpose: 'query' }))).code, 'unavailable')
  })
})
