// Tests that a complete Parley embeds, reranks, searches and measures through its context.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quantize } from '#server/platform/vector-search/quantize.ts'
import { startTestApp, type TestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'

const passages = ['We are open from seven to six.', 'Pay in cash or by card.', 'Dogs are welcome on the terrace.']

async function find({ app }: TestApp, question: string): Promise<number | undefined> {
  const { embedder, vectorSearch } = app.context
  const vectors = await embedder!.embed(passages, { purpose: 'passage' })
  const [query] = await embedder!.embed([question], { purpose: 'query' })
  const dimensions = query!.length
  const collection = {
    key: `test:${embedder!.name}`,
    revision: '1',
    dimensions,
    listParts: async () => [{ key: 'document', count: passages.length }],
    async *loadPart() {
      const positions = Int32Array.from(passages.keys())
      yield { positions, vectors: Int8Array.from(vectors.flatMap((vector) => [...quantize(vector)])) }
    },
  }
  const [hit] = await vectorSearch.search(collection, quantize(query!), { limit: 1 })
  return hit?.position
}

test('by default, texts are embedded locally and nothing reranks them', async () => {
  await using parley = await startTestApp()
  assert.equal(parley.app.context.embedder?.name, 'local/all-minilm-l6-v2')
  assert.equal(parley.app.context.reranker, undefined)
  assert.equal(await find(parley, 'What are your opening hours?'), 0)
  assert.equal(await find(parley, 'Can I bring my dog?'), 2)
})

test('configured servers embed and rerank, which is measured', async () => {
  await using server = await startRetrievalEmulator({
    respond: (_, { query }) => (query === 'fail' ? { status: 503 } : query === 'wait' ? 'no response' : 'normal'),
  })
  const { baseUrl } = server
  await using parley = await startTestApp({
    config: { embedding: { baseUrl, model: 'bge-m3' }, reranking: { baseUrl, model: 'bge-reranker' } },
  })
  assert.equal(await find(parley, 'dogs on the terrace'), 2)
  const { reranker } = parley.app.context
  assert.equal((await reranker!.rerank('pay by card', passages, { limit: 1 }))[0]?.index, 1)
  await failureOf(reranker!.rerank('fail', passages, { limit: 1 }))
  await assert.rejects(reranker!.rerank('wait', passages, { limit: 1, signal: AbortSignal.timeout(10) }))
  const metrics = await (await parley.fetch(new Request(`${testBaseUrl}/metrics`))).text()
  for (const sample of [
    'parley_embedding_seconds_count{model="openai/bge-m3",purpose="passage",outcome="done"} 1',
    'parley_embedding_seconds_count{model="openai/bge-m3",purpose="query",outcome="done"} 1',
    'parley_rerank_seconds_count{model="bge-reranker",outcome="done"} 1',
    'parley_rerank_seconds_count{model="bge-reranker",outcome="unavailable"} 1',
    'parley_rerank_seconds_count{model="bge-reranker",outcome="timeout"} 1',
  ])
    assert.ok(metrics.includes(sample), sample)
})

test('without a model, nothing is embedded', async () => {
  await using parley = await startTestApp({ config: { embedding: undefined } })
  assert.equal(parley.app.context.embedder, undefined)
})
