// Tests of the explanations of a search: every stage, words as passages write them, and the order before reranking.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { createKnowledgebase } from '#testing/app/test-knowledge.ts'
import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'

await using opened = new AsyncDisposableStack()
const { baseUrl } = opened.use(
  await startRetrievalEmulator({
    respond: (_, body) => (body['query'] === 'coffee as a gift' ? { status: 500 } : 'normal'),
  }),
)
const embedding = { baseUrl, model: 'bge-m3' }
const parley = opened.use(await startTestApp({ config: { embedding, reranking: { baseUrl, model: 'reranker' } } }))
const wordsOnly = opened.use(await startTestApp({ config: { embedding: undefined } }))
const stack = opened.move()
after(() => stack.disposeAsync())

const documents = {
  Hours: '# Opening hours\n\nThe bakery opens at seven, also on Saturdays. It opened in 1953. Its code is AB-12/X.',
  Gifts: '# Returning gifts\n\nCake tins that were a gift can be returned within 60 days.',
  Coffee: '# Coffee\n\nCoffee is served until five.',
}

async function ask(app: typeof parley, query: string) {
  const owner = await app.createAccount()
  const id = await createKnowledgebase(app, owner, documents)
  const { data, search } = await owner.client.knowledge.search({ id, query })
  return { data, search, best: data[0]!.explanation }
}

describe('the explanation of a passage', () => {
  it('adds the parts to the merged score, and gives the place before reranking', async () => {
    const { data, search } = await ask(parley, 'Which opening hours on Saturday for coffee and cake?')
    assert.equal(search.reranked, true)
    assert.ok(search.reranking_ms! >= 0 && search.reranking_ms! <= search.total_ms)
    for (const [index, { score, explanation }] of data.entries()) {
      const { words, heading, meaning, merged, reranking } = explanation
      const sum = (words?.score ?? 0) * (heading?.factor ?? 1) + (meaning?.score ?? 0)
      assert.ok(Math.abs(sum - merged.score) < 1e-6, JSON.stringify(explanation))
      assert.deepEqual(reranking, { place: index + 1, score })
    }
    assert.deepEqual(data.map(({ explanation }) => explanation.merged.place).sort(), [1, 2, 3].slice(0, data.length))
    const hours = data.find(({ document }) => document.name === 'Hours')!.explanation
    assert.equal(hours.words!.place, 1)
    assert.deepEqual(hours.words!.found, [
      { word: 'opening', as: ['Opening', 'opens', 'opened'] },
      { word: 'hours', as: ['hours'] },
      { word: 'saturday', as: ['Saturdays'] },
    ])
    const { text, words, place, factor } = hours.heading!
    assert.deepEqual([text, words, place], ['Opening hours', ['opening', 'hours'], 1])
    assert.ok(factor > 1 && factor <= 5)
    assert.ok(hours.meaning!.similarity > 0.2 && hours.meaning!.similarity <= 1)
  })

  it('has no part for stages that did not take part', async () => {
    const { data, search, best } = await ask(wordsOnly, 'coffee')
    assert.deepEqual([best.meaning, best.reranking, search.reranking_ms], [null, null, null])
    assert.equal(data[0]!.score, best.merged.score)
    const failed = await ask(parley, 'coffee as a gift')
    assert.deepEqual([failed.best.reranking, failed.search.reranked], [null, false])
    assert.ok(failed.search.reranking_ms! > 0)
  })

  it('names codes, misspelled words and words with diacritics as the passage writes them', async () => {
    const owner = await wordsOnly.createAccount()
    const id = await createKnowledgebase(wordsOnly, owner, {
      ...documents,
      Zeiten:
        '# Öffnungszeiten\n\nDie Bäckerei ist an Sonntagen nicht geöffnet. Wir öffnen unsere Türen sonst um sieben Uhr.',
      Japanese: '営業時間は七時からです。',
    })
    const formsOf = async (query: string) =>
      (await owner.client.knowledge.search({ id, query, limit: 1 })).data[0]!.explanation.words!.found
    assert.ok((await formsOf('AB12X')).some(({ word, as }) => word === 'ab12x' && as.includes('ab12x')))
    assert.deepEqual(await formsOf('cofee'), [{ word: 'cofee', as: ['Coffee'] }])
    assert.deepEqual(await formsOf('Offnungszeiten'), [{ word: 'offnungszeiten', as: ['Öffnungszeiten'] }])
    assert.deepEqual(await formsOf('Sonntag'), [{ word: 'sonntag', as: ['Sonntagen'] }])
    assert.deepEqual(await formsOf('時間'), [{ word: '時間', as: ['時間'] }])
  })
})
