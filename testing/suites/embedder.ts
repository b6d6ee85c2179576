// The test suite for every adapter of the embedder port.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Embedder } from '#server/ports/embedder.ts'
import { assertNoOpenHandles } from '../measure/open-handles.ts'
import { failureOf } from '../requests/expect-refusal.ts'

export interface EmbedderSetup extends AsyncDisposable {
  embedder: Embedder
}

const passages = [
  'The bakery is open from seven in the morning until six in the evening.',
  'You can pay by card, in cash or by bank transfer.',
  'Cakes for weddings must be ordered two weeks before the wedding.',
]

export function testEmbedder(name: string, open: () => Promise<EmbedderSetup>): void {
  describe(`embedder: ${name}`, () => {
    test('returns vectors of unit length and equal dimensions, one for each text, in order', async () => {
      await using setup = await open()
      const many = Array.from({ length: 40 }, (_, index) => `Passage number ${index}: ${passages[index % 3]}`)
      const vectors = await setup.embedder.embed(many, { purpose: 'passage' })
      assert.equal(vectors.length, many.length)
      for (const vector of vectors) {
        assert.equal(vector.length, vectors[0]!.length)
        assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5)
      }
      for (const index of [0, 17, 39]) {
        const [alone] = await setup.embedder.embed([many[index]!], { purpose: 'passage' })
        assert.ok(similarity(alone!, vectors[index]!) > 0.9999)
      }
    })

    test('places a question close to the passage that answers it', async () => {
      await using setup = await open()
      const vectors = await setup.embedder.embed(passages, { purpose: 'passage' })
      const questions = ['Is the bakery open in the evening?', 'Can I pay by card?', 'How are wedding cakes ordered?']
      for (const [index, question] of questions.entries()) {
        const [query] = await setup.embedder.embed([question], { purpose: 'query' })
        const similarities = vectors.map((vector) => similarity(query!, vector))
        assert.equal(similarities.indexOf(Math.max(...similarities)), index, question)
      }
    })

    test('takes no text, long texts and any characters, and rejects blank texts', async () => {
      await using setup = await open()
      const { embedder } = setup
      assert.deepEqual(await embedder.embed([], { purpose: 'passage' }), [])
      const texts = ['word '.repeat(20_000), 'x'.repeat(50_000), '日本語', '🙂', '\ud800 lone', 'a\u0000b']
      assert.equal((await embedder.embed(texts, { purpose: 'passage' })).length, texts.length)
      for (const blank of ['', ' \n']) {
        const failure = await failureOf(embedder.embed(['text', blank], { purpose: 'query' }))
        assert.deepEqual([failure.code, failure.retryable], ['bad_request', false])
      }
    })

    test('throws the reason of a signal', async () => {
      await using setup = await open()
      const { embedder } = setup
      const aborted = AbortSignal.abort(new Error('hung up'))
      await assert.rejects(embedder.embed(['text'], { purpose: 'query', signal: aborted }), /hung up/)
      const controller = new AbortController()
      const running = embedder.embed(passages, { purpose: 'passage', signal: controller.signal })
      controller.abort(new Error('stopped'))
      await assert.rejects(running, /stopped/)
      assert.equal((await embedder.embed(['text'], { purpose: 'query' })).length, 1)
    })

    test('leaves nothing open', async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await open()
        await setup.embedder.embed(['text'], { purpose: 'query' })
      })
    })
  })
}

function similarity(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, component, index) => sum + component * b[index]!, 0)
}
