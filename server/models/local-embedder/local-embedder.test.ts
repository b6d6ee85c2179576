// Tests of the local embedder: the port's suite with its model, the order of requests, and the end of its process.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordChildProcesses } from '#testing/measure/child-processes.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { testEmbedder } from '#testing/suites/embedder.ts'
import { openLocalEmbedder } from './local-embedder.ts'

testEmbedder('local', async () => {
  const embedder = openLocalEmbedder()
  return { embedder, [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose]() }
})

const script = new URL('./counting-worker.ts', import.meta.url)
const passage = { purpose: 'passage' } as const
const query = { purpose: 'query' } as const

/** The number of the batch in which each text was embedded. */
const batchesOf = (vectors: Float32Array[]): number[] => vectors.map((vector) => vector.indexOf(1))

describe('the local embedder', () => {
  test('considers the end of a long passage', async () => {
    await using embedder = openLocalEmbedder()
    const filler = 'Our company was founded by two sisters who love bread. '.repeat(15)
    const [plain, other, question] = await embedder.embed(
      [filler, `${filler}Dogs are welcome on the terrace.`, 'Can I bring my dog to the terrace?'],
      passage,
    )
    const similarity = (one: Float32Array) =>
      one.reduce((sum, component, index) => sum + component * question![index]!, 0)
    assert.ok(similarity(other!) > similarity(plain!) + 0.02)
  })

  test('understands English', () => {
    assert.deepEqual(openLocalEmbedder().languages, ['en'])
    assert.equal(openLocalEmbedder().name, 'local/all-minilm-l6-v2')
  })

  test('embeds at most four short texts or one long text at a time', async () => {
    await using embedder = openLocalEmbedder({ script })
    const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'l'.repeat(1_000), 'm'.repeat(1_000), 'seven']
    assert.deepEqual(batchesOf(await embedder.embed(texts, passage)), [0, 0, 0, 0, 1, 1, 2, 3, 4])
  })

  test('embeds a query before the passages that wait, and documents in batches', async () => {
    await using embedder = openLocalEmbedder({ script })
    const long = Array(3).fill('l'.repeat(600))
    const documents = [embedder.embed(long, passage), embedder.embed(long, passage)]
    const urgent = embedder.embed(['query'], query)
    assert.deepEqual(batchesOf(await urgent), [1])
    const [one, other] = await Promise.all(documents)
    assert.deepEqual(
      [batchesOf(one!), batchesOf(other!)],
      [
        [0, 2, 4],
        [3, 5, 6],
      ],
    )
  })

  test('does not embed the rest of a canceled request', async () => {
    await using embedder = openLocalEmbedder({ script })
    const controller = new AbortController()
    const canceled = embedder.embed(Array(50).fill('l'.repeat(600)), { ...passage, signal: controller.signal })
    controller.abort(new Error('deleted'))
    await assert.rejects(canceled, /deleted/)
    assert.deepEqual(batchesOf(await embedder.embed(['text'], passage)), [1])
  })

  test('fails the waiting requests if its process ends, and starts it again', async () => {
    await using embedder = openLocalEmbedder({ script })
    const [ending, waiting] = [embedder.embed(['end'], passage), embedder.embed(['text'], passage)]
    for (const request of [ending, waiting]) {
      const { code, retryable } = await failureOf(request)
      assert.deepEqual([code, retryable], ['local_model_failed', true])
    }
    assert.deepEqual(batchesOf(await embedder.embed(['text'], query)), [0])
  })

  test('embeds a batch again during which its process ended', async () => {
    using processes = recordChildProcesses()
    await using embedder = openLocalEmbedder({ script })
    await embedder.embed(['first'], query)
    const texts = ['l', 'm', 'n'].map((letter) => letter.repeat(600))
    const embedding = embedder.embed(texts, passage)
    processes.last().kill('SIGKILL')
    assert.deepEqual(batchesOf(await embedding), [0, 1, 2])
    assert.equal(processes.count(), 2)
  })

  test('fails if its process cannot be started', async () => {
    await using embedder = openLocalEmbedder({ script: new URL('./missing.ts', import.meta.url) })
    assert.equal((await failureOf(embedder.embed(['text'], query))).code, 'local_model_failed')
  })

  test('refuses requests while too many texts wait', async () => {
    await using embedder = openLocalEmbedder({ script, maxWaitingTexts: 3 })
    const accepted = embedder.embed(['one', 'two', 'three'], passage)
    const { code, retryable } = await failureOf(embedder.embed(['four'], passage))
    assert.deepEqual([code, retryable], ['busy', true])
    assert.equal((await embedder.embed(['query'], query)).length, 1)
    assert.equal((await accepted).length, 3)
  })

  test('ends its process when it has been idle, and starts it again', async () => {
    await using embedder = openLocalEmbedder({ script, idleMs: 1 })
    assert.deepEqual(batchesOf(await embedder.embed(['text'], query)), [0])
    let batch = 1
    while (batch !== 0) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      batch = batchesOf(await embedder.embed(['text'], query))[0]!
    }
  })
})
