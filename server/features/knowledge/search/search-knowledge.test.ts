// Tests of searches whose models are slow or change, of unusual queries, and of accounts that search in those of others.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createOpenAiEmbedder } from '#server/models/openai-embedder/openai-embedder.ts'
import { createReranker } from '#server/models/reranker/reranker.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { bakeryDocuments, createKnowledgebase } from '#testing/app/test-knowledge.ts'
import { type EmulatedResponse, startRetrievalEmulator } from '#testing/emulators/retrieval.ts'
import { ingestDocument } from '../ingestion/ingest-document.ts'
import { searchStages } from './explain-search.ts'
import { searchKnowledge, warmUpSearch } from './search-knowledge.ts'

let reranking: EmulatedResponse = 'normal'
await using opened = new AsyncDisposableStack()
const models = opened.use(
  await startRetrievalEmulator({ respond: (_, body) => ('documents' in body ? reranking : 'normal') }),
)
const { baseUrl } = models
const embedding = { baseUrl, model: 'bge-m3' }
const parley = opened.use(await startTestApp({ config: { embedding, reranking: { baseUrl, model: 'reranker' } } }))
const stack = opened.move()
after(() => stack.disposeAsync())
const owner = await parley.createAccount()
const ctx = asAccount(parley.app.context, owner.account)
const documents = { ...bakeryDocuments, Gifts: 'You can return cake tins that were a gift within 60 days.' }
const knowledgebaseId = await createKnowledgebase(parley, owner, documents)
const query = 'return cake tins that were a gift'

describe('a search', () => {
  it('uses words and meaning, and orders the passages by the reranker', async () => {
    const { passages, vectors, reranked } = await searchKnowledge(ctx, { knowledgebaseId, query })
    assert.deepEqual([passages[0]?.document.name, vectors, reranked], ['Gifts', 'used', true])
  })

  it('does not wait for a slow reranker beyond its limit', { timeout: 30_000 }, async () => {
    reranking = 'no response'
    const slow = { ...ctx, reranker: createReranker({ baseUrl, model: 'reranker', timeoutMs: 60_000 }) }
    const { passages, reranked } = await searchKnowledge(slow, { knowledgebaseId, query, rankedMs: 500 })
    reranking = 'normal'
    assert.deepEqual([passages[0]?.document.name, reranked], ['Gifts', false])
  })

  it('finds passages by words if the dimensions of the vectors have changed since they were stored', async () => {
    const embedder = createOpenAiEmbedder({ ...embedding, dimensions: 32 })
    const changed = { ...ctx, embedder: { ...embedder, name: ctx.embedder!.name } }
    for (const context of [ctx, changed, changed, ctx]) {
      const { passages, vectors } = await searchKnowledge(context, { knowledgebaseId, query })
      assert.equal(passages[0]?.document.name, 'Gifts')
      assert.equal(vectors, context === ctx ? 'used' : 'failed')
    }
  })

  it('finds passages by words before they have vectors', async () => {
    const { client, account } = owner
    const id = (await client.knowledge.create({ name: 'Help' })).data.id
    const file = new File(['Dogs are welcome on the terrace.'], 'rules.txt')
    const created = await client.knowledge.createDocument({ knowledgebaseId: id, name: 'Rules', type: 'txt', file })
    const documentId = created.data.id
    await ingestDocument(parley.app.context, { accountId: account.id, documentId })
    const find = () => searchKnowledge(ctx, { knowledgebaseId: id, query: 'terrace' })
    const read = async () => (await client.knowledge.getDocument({ knowledgebaseId: id, documentId })).data
    const before = [await find(), await read()] as const
    await parley.runJobs()
    const after = [await find(), await read()] as const
    for (const [{ passages }, { status }] of [before, after])
      assert.deepEqual([passages[0]?.document.name, status], ['Rules', 'active'])
    assert.deepEqual([before[0].vectors, before[1].vectors], ['partial', 'pending'])
    assert.deepEqual([after[0].vectors, after[1].vectors], ['used', 'ready'])
  })

  it('is prepared without the words and the reranker', async () => {
    const before = models.requests.length
    await warmUpSearch(ctx, knowledgebaseId)
    assert.deepEqual(
      models.requests.slice(before).map(({ input }) => input),
      [['hello']],
    )
  })

  it('prefers passages in the language of the query among those with the same word', async () => {
    const id = await createKnowledgebase(parley, owner, {
      English: `The sauna of the hotel is open for all guests. It is heated in the evening, and a second sauna is in the
garden. You get towels for the sauna at the reception.`,
      Deutsch: `In unserem Haus können sich die Gäste an jedem Abend in der Sauna erholen. Die Handtücher bekommen Sie an der
Rezeption, und der Garten, in dem Sie sich abkühlen können, ist bis zehn Uhr geöffnet.`,
    })
    const byWords = { ...ctx, embedder: undefined, reranker: undefined }
    const best = async (question: string) =>
      (await searchKnowledge(byWords, { knowledgebaseId: id, query: question })).passages[0]?.document.name
    assert.equal(await best('Wie teuer ist die Sauna?'), 'Deutsch')
    assert.equal(await best('Was kostet die Sauna?'), 'Deutsch')
    assert.equal(await best('How expensive is the sauna?'), 'English')
  })

  const bestSection = async (context: typeof ctx, knowledgebaseId: number, query: string) => {
    const { passages, vectors } = await searchKnowledge(context, { knowledgebaseId, query })
    return { text: passages[0]?.text ?? '', vectors }
  }
  const wordsOnly = { ...ctx, embedder: undefined, reranker: undefined }

  it('prefers the section whose heading is the question, also inside a passage of several sections', async () => {
    const about =
      'Sourdough is what everyone asks about. Our sourdough, the sourdough of the town, is a sourdough of rye.'
    const sections = [
      'What is sourdough?',
      'Who bakes the sourdough?',
      'Is there sourdough on Sundays?',
      'Why sourdough?',
    ]
    const faq = sections.map(
      (heading, index) => `## ${heading}\n\nAnswer ${index}. ${'This is a long answer. '.repeat(20)}`,
    )
    const id = await createKnowledgebase(parley, owner, { About: about, Questions: faq.join('\n\n') })
    for (const [index, heading] of sections.entries()) {
      const { text } = await bestSection(wordsOnly, id, heading)
      assert.ok(text.includes(`Answer ${index}.`), `${heading} ${text.slice(0, 40)}`)
    }
    assert.match((await bestSection(wordsOnly, id, 'sourdough of the town')).text, /^Sourdough is what/)
  })

  it('prefers the beginning of a long section, if the question is its heading', async () => {
    const town = (index: number) => `In town ${index} the driver rings twice and waits. `
    const rest = Array.from({ length: 60 }, (_, index) => town(index)).join('')
    const text = `# How much is a delivery?\n\nIt depends on the distance. ${'Ask us by telephone. '.repeat(60)}${rest}`
    const id = await createKnowledgebase(parley, owner, { Delivery: text })
    assert.match((await bestSection(wordsOnly, id, 'How much is a delivery?')).text, /^It depends/)
  })

  it('ignores the filler words of callers', async () => {
    const id = await createKnowledgebase(parley, owner, {
      Tour: 'Could you tell a story? You would think so. Guests tell what they know, and we tell you what you would like to know.',
      Parking: 'The garage opens at six.',
    })
    const query = 'hi, um, could you tell me, I would like to know when, you know, the garage opens, I think'
    assert.match((await bestSection(wordsOnly, id, query)).text, /garage/)
    assert.match((await bestSection(wordsOnly, id, 'Could you tell?')).text, /story/, 'unless it has no other words')
    assert.equal((await bestSection(wordsOnly, id, 'Could you tell me about zebras?')).text, '')
  })

  it('finds words that are fillers in other sentences', async () => {
    const id = await createKnowledgebase(parley, owner, {
      'C, slow': 'We sell vitamin C. It is in oranges. The check-in is at the desk.',
      'D, quick': 'We sell vitamin D. It is in fish. The quick check-in is at the machine, and it takes a passport.',
      Nachmittag: 'Die Kurse für Yoga sind am Nachmittag. Sie dauern eine Stunde.',
      Abend: 'Die Kurse für Pilates sind am Abend. Sie dauern eine Stunde.',
    })
    const best = async (question: string) =>
      (await searchKnowledge(wordsOnly, { knowledgebaseId: id, query: question })).passages[0]?.document.name
    assert.equal(await best('Do you sell vitamin D?'), 'D, quick')
    assert.equal(await best("I'd like to know: do you sell vitamin C?"), 'C, slow')
    assert.equal(await best('Is there a quick check-in?'), 'D, quick')
    assert.equal(await best('Welche Kurse gibt es am Abend?'), 'Abend')
    assert.equal(await best('Guten Abend, welche Kurse gibt es am Nachmittag?'), 'Nachmittag')
  })

  /** The model finds the passages that resemble `text` for every query. */
  const finding = (text: string, languages?: string[]): typeof ctx => {
    const embedder = ctx.embedder!
    const embed: typeof embedder.embed = (_, options) => embedder.embed([text], options)
    return { ...ctx, reranker: undefined, embedder: { ...embedder, embed, ...(languages && { languages }) } }
  }

  it('keeps the only passage with the word of a query before one that a model finds similar', async () => {
    const id = await createKnowledgebase(parley, owner, {
      Cakes: `${'Our cakes are made by hand on the day on which you collect them. '.repeat(6)}Some are made with honey. Their number is HN-4711.`,
      Breads: 'Our breads are made of rye, water and salt.',
    })
    const misled = finding('breads of rye')
    for (const query of ['honey', 'HN-4711', 'h n 4 7 1 1']) {
      const { passages, vectors } = await searchKnowledge(misled, { knowledgebaseId: id, query })
      assert.deepEqual([passages.map(({ document }) => document.name), vectors], [['Cakes', 'Breads'], 'used'], query)
    }
  })

  it('counts all words if no document has the language of the query', async () => {
    const id = await createKnowledgebase(parley, owner, {
      Sauna: 'The sauna of the hotel is open for all of the guests.',
    })
    const score = async (query: string) =>
      (await searchKnowledge(wordsOnly, { knowledgebaseId: id, query })).passages[0]?.score
    assert.equal(await score('Wie ist die Sauna?'), await score('sauna'))
  })

  it('keeps the words of a question whose language the model does not know, even if no document has it', async () => {
    const id = await createKnowledgebase(parley, owner, {
      Sauna: 'The sauna is open from eight in the morning. Towels are at the reception.',
      Garden: 'The garden is open all day, and so is the reception of the hotel.',
    })
    const english = { ...ctx, reranker: undefined, embedder: { ...ctx.embedder!, languages: ['en'] } }
    const german = await bestSection(english, id, 'Wie lange kann man denn abends in die Sauna gehen?')
    assert.match(german.text, /sauna/)
    assert.equal(german.vectors, 'unsupported_language')
    assert.equal((await bestSection(english, id, 'When does the sauna open?')).vectors, 'used')
  })

  it('returns the same passages to the benchmark', async () => {
    const id = await createKnowledgebase(parley, owner, {
      Deutsch: 'Die Sauna ist am Abend für alle Gäste geöffnet, und die Handtücher sind an der Rezeption.',
      English: 'The towels are at the reception of the hotel, and the sauna is open for all guests.',
    })
    const misled = finding('the towels at the reception of the hotel', ['en'])
    for (const query of ['Rezeption', 'Is the sauna open?', 'Ist die Sauna am Abend offen?']) {
      const { passages } = await searchKnowledge(misled, { knowledgebaseId: id, query })
      const { all } = await searchStages(misled, { knowledgebaseId: id, query, limit: 5 })
      assert.deepEqual(
        all.map(({ text }) => text),
        passages.map(({ text }) => text),
      )
      assert.ok(all.length > 0)
    }
  })

  it('finds nothing in a knowledgebase of another account', async () => {
    const other = await parley.createAccount()
    const hidden = await createKnowledgebase(parley, other, bakeryDocuments)
    const { passages, vectors } = await searchKnowledge(ctx, { knowledgebaseId: hidden, query })
    assert.deepEqual([passages, vectors], [[], 'off'])
    await assert.rejects(parley.createAssistant({ knowledgebase_id: hidden }, owner), /Validation failed/)
  })
})

const queries: Record<string, string> = {
  'a long word': 'x'.repeat(1_000_000),
  'ten thousand words': Array.from({ length: 10_000 }, (_, index) => `word${index}`).join(' '),
  'the same word': 'cake '.repeat(10_000),
  'unknown words': Array.from({ length: 200 }, (_, index) => `kake${index}tinz`).join(' '),
  'null bytes': 'cake\0 \0tins\0',
  'only null bytes': '\0\0\0',
  punctuation: '?!.,;:-_()[]{}"\'',
  emojis: '🎂🎂👩‍👩‍👧‍👦🏳️‍🌈',
  'a lone surrogate': 'cake \ud83d tins',
  'characters of regular expressions': '(.*)+$ ^[a-z]{1,1000} \\b(?:cake)\\',
  'characters of LIKE': '%cake% _ins \\%',
  'operators of full-text search': "cake & ! | <-> 'tins':*A",
  SQL: "'; drop table knowledge_postings; --",
  'combining marks': `a${'\u0301'.repeat(900)}`,
  'no spaces': '日本語の文章です'.repeat(120),
  'directions of writing': '\u202e\u2066cake\u2069',
}

describe('any query', () => {
  for (const [name, query] of Object.entries(queries))
    it(`with ${name} is answered`, { timeout: 10_000 }, async () => {
      const { passages } = await searchKnowledge(ctx, { knowledgebaseId, query })
      assert.ok(passages.length <= 5)
    })
})
