// Tests that the offline model searches documents, and answers from their passages or says that they do not help.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatMessage, Generation, Passage } from '#server/ports/language-model.ts'
import { assertCost } from '#testing/measure/processor-time.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
const parameters = { type: 'object', properties: { query: { type: 'string' } } }
const tools = [{ name: 'search_knowledgebase', description: 'Searches documents.', parameters }]

const passage = (document: string, text: string, page?: number): Passage => ({
  text,
  source: { document, ...(page !== undefined && { page }) },
})
const bakery = [
  passage(
    'Opening hours',
    '| Day | Hours |\n|---|---|\n| Monday to Friday | 7:00–18:00 |\n| Saturday | 8:00–14:00 |\n| Sunday | closed |',
  ),
  passage(
    'Returns policy',
    '## Returns\n\nYou can return most items within **30 days** of delivery. Sale items cannot be returned.\n\n## Refunds\n\nWe refund the price within 5 business days. Shipping costs of 4.95 € are not refunded.',
    2,
  ),
  passage(
    'faq-v2.txt',
    '**How long does delivery take?**\nParcels within Germany take three days; to Switzerland, allow [seven days](https://example.com/).\n\nWe accept:\n\n- credit cards\n- PayPal',
  ),
  passage(
    'Prices',
    '| Size | Serves | Price |\n|---|---|---|\n| Small cake | 6 people | 24 € |\n| Large cake | 20 people | 58 € |\n\nWedding cakes start at 250 €. Call Marta Keller on +49 30 1234567. Dogs are welcome on the terrace.',
  ),
]

type Setup = Partial<Generation> & { language?: 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' }

/** Asks with the tool; returns the query and the answer. */
async function ask(says: string | string[], passages: readonly Passage[], { language = 'en', ...given }: Setup = {}) {
  const messages = [says].flat().flatMap((content): ChatMessage[] => [
    { role: 'assistant', content: 'Go on.' },
    { role: 'user', content },
  ])
  const generation = { tools, facts: { language }, ...given }
  const first = await listen(setup, { ...generation, messages })
  const [call] = first.calls
  if (!call) return { query: undefined, answer: first.text }
  messages.push({ role: 'assistant', content: '', toolCalls: [call] })
  const content = JSON.stringify({ passages })
  messages.push({ role: 'tool', toolCallId: call.id, toolName: call.name, content })
  const { text } = await listen(setup, { ...generation, messages })
  return { query: call.arguments['query'], answer: text }
}

describe('the offline model with documents', () => {
  const answers: [question: string, answer: string][] = [
    ['Are you open on Sundays?', 'Sunday: closed. (Source: Opening hours)'],
    ['When do you open on Wednesday?', 'Monday to Friday: 7:00–18:00. (Source: Opening hours)'],
    ['What are your opening hours on Saturday?', 'Saturday: 8:00–14:00. (Source: Opening hours)'],
    [
      'How long do I have to return an item?',
      'You can return most items within 30 days of delivery. (Source: Returns policy, page 2)',
    ],
    ['Can I return sale items?', 'Sale items cannot be returned. (Source: Returns policy, page 2)'],
    ['When do I get my money back?', 'We refund the price within 5 business days. (Source: Returns policy, page 2)'],
    ['Are shipping costs refunded?', 'Shipping costs of 4.95 € are not refunded. (Source: Returns policy, page 2)'],
    [
      'How long does delivery take?',
      'Parcels within Germany take three days; to Switzerland, allow seven days. (Source: faq-v2.txt)',
    ],
    ['Do you accept PayPal?', 'We accept: credit cards; PayPal. (Source: faq-v2.txt)'],
    ['How much is the large cake?', 'Large cake: Serves 20 people, Price 58 €. (Source: Prices)'],
    ['What does a wedding cake cost?', 'Wedding cakes start at 250 €. (Source: Prices)'],
    ['What is the number of Marta Keller?', 'Call Marta Keller on +49 30 1234567. (Source: Prices)'],
    ['Can I bring my dog?', 'Dogs are welcome on the terrace. (Source: Prices)'],
  ]
  for (const [question, answer] of answers)
    it(`answers “${question}”`, async () => {
      assert.deepEqual(await ask(question, bakery), { query: question, answer })
    })

  it('understands follow-up questions', async () => {
    const opening = await ask(['When are you open on weekdays?', 'And on Sundays?'], bakery)
    assert.deepEqual(opening, {
      query: 'When are you open on weekdays? And on Sundays?',
      answer: 'Sunday: closed. (Source: Opening hours)',
    })
    const { answer } = await ask(['How much is the small cake?', 'and the large one?'], bakery)
    assert.equal(answer, 'Large cake: Serves 20 people, Price 58 €. (Source: Prices)')
  })

  for (const question of ['Do you sell gift cards?', 'Who is the president of France?', 'What is the warranty?'])
    it(`says that the documents do not answer “${question}”`, async () => {
      const { unknown } = phrasesByLanguage.en
      assert.deepEqual(await ask(question, bakery), { query: question, answer: unknown })
      assert.deepEqual(await ask(question, []), { query: question, answer: unknown })
    })

  const others: [Setup['language'], string, string, string][] = [
    ['de', 'Die Praxis ist montags bis donnerstags von 8 bis 17 Uhr geöffnet.', 'Haben Sie am Mittwoch auf?', 'Quelle'],
    ['de', 'Die Versandkosten betragen 4,90 €.', 'Wie hoch sind die Kosten für den Versand?', 'Quelle'],
    ['es', 'La entrada general cuesta 12 €.', '¿Cuánto cuesta la entrada?', 'Fuente'],
    ['fr', 'La piscine est ouverte de 8 h à 20 h.', 'Quand êtes-vous ouverts ?', 'Source\u00a0'],
    ['it', 'Il negozio è chiuso la domenica.', 'Siete aperti la domenica?', 'Fonte'],
    ['pt', 'A entrega demora 3 dias.', 'Quanto tempo demora a entrega?', 'Fonte'],
  ]
  for (const [language, text, question, source] of others)
    it(`answers “${question}”`, async () => {
      const { answer } = await ask(question, [passage('Info', text)], { language: language! })
      assert.equal(answer, `${text} (${source}: Info)`)
    })

  it('does not search for what needs no documents', async () => {
    for (const words of ['Hello!', 'Thanks a lot', 'What is 2 + 3?', 'Who are you?', 'My name is Bob.']) {
      const { query } = await ask(words, bakery)
      assert.equal(query, undefined, words)
    }
    const facts = { opening_time: '7:00' }
    const { query, answer } = await ask('When is your opening time?', bakery, { facts })
    assert.deepEqual([query, answer], [undefined, 'The opening time is 7:00.'])
  })

  it('says so if the search fails', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Are you open on Sundays?' },
      { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'search_knowledgebase', arguments: {} }] },
    ]
    for (const content of ['{"error":"The documents could not be searched."}', 'x', 'null', '{"passages":7}']) {
      const result: ChatMessage = { role: 'tool', toolCallId: '1', toolName: 'search_knowledgebase', content }
      const { text } = await listen(setup, { tools, messages: [...messages, result] })
      assert.ok(text.startsWith(phrasesByLanguage.en.searchFailed), text)
    }
  })

  it('answers from the passages of its prompt, and on the phone in spoken form', async () => {
    const say = async (content: string, isSpoken: boolean) => {
      const messages: ChatMessage[] = [{ role: 'user', content, passages: bakery }]
      const { text, calls } = await listen(setup, { messages, isSpoken })
      assert.deepEqual(calls, [])
      return text
    }
    assert.equal(await say('Are you open on Sundays?', false), 'Sunday: closed. (Source: Opening hours)')
    assert.equal(
      await say('Are you open on Sundays?', true),
      'According to the document Opening hours: Sunday: closed.',
    )
    assert.equal(await say('Do you accept PayPal?', true), 'We accept: credit cards; PayPal.')
    assert.equal(await say('Do you sell gift cards?', false), phrasesByLanguage.en.unknown)
  })

  it('reads long and strange passages in bounded time', async () => {
    const read = (text: string) => ask('Are you open on Sundays?', [passage('x', text)])
    for (const text of ['|', '[a](', '*_', 'open. ', '- '])
      await assertCost(400, () => read(text.repeat(20_000 / text.length)), text)
  })
})
