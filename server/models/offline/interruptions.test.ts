// Tests that what the customer says between a search and its answer does not disturb the offline model.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatMessage, Generation, Passage, ToolCall } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
const parameters = { type: 'object', properties: { query: { type: 'string' } } }
const search = { name: 'search_knowledgebase', description: 'Searches documents.', parameters }
const order = { name: 'order_status', description: 'The status of an order.', parameters: { type: 'object' } }
const passages: Passage[] = [
  { text: 'Monday to Friday we open at 7:00. On Sunday we are closed.', source: { document: 'Hours' } },
]
const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })

const round = (call: ToolCall, result: unknown): ChatMessage[] => [
  { role: 'assistant', content: '', toolCalls: [call] },
  { role: 'tool', toolCallId: call.id, toolName: call.name, content: JSON.stringify(result) },
]

/** Answers as a call does: every search is run, until the model speaks. */
async function answer(messages: ChatMessage[], found: unknown = { passages }, given: Partial<Generation> = {}) {
  const history = [...messages]
  for (let rounds = 0; rounds < 4; rounds++) {
    const { text, calls } = await listen(setup, { tools: [search], isSpoken: true, ...given, messages: history })
    if (text !== '') return { text, rounds }
    history.push(...round(calls[0]!, found))
  }
  assert.fail('The model only calls tools.')
}

function assertSpeakable(text: string, hint: string): void {
  assert.doesNotMatch(text, /[{}[\]]|"\w+":|[a-z]_[a-z]|search_knowledgebase/i, hint)
}

const question = 'Are you open on Sunday?'
const interruptions = [
  'Hello?',
  'Are you still there?',
  'And on Monday?',
  'Sorry, I meant the weekend.',
  'Thanks.',
  'My name is Ann.',
  'What is 2 plus 3?',
  'Hm.',
  'Goodbye.',
  'Who are you?',
  '',
]

describe('the offline model whose search was interrupted', () => {
  for (const said of interruptions)
    for (const shape of ['after the result', 'before the result', 'twice'] as const)
      it(`answers the question when the customer says “${said}” ${shape}`, async () => {
        const searched = round({ id: '1', name: search.name, arguments: { query: question } }, { passages })
        const shapes = {
          'after the result': [user(question), assistant('One moment.'), ...searched, user(said)],
          'before the result': [user(question), assistant('One moment.'), user(said), ...searched],
          twice: [user(question), ...searched, user(said), assistant('One moment.'), user(said)],
        }
        const messages = [assistant('Hello, how can I help you?'), ...shapes[shape]]
        const { text, rounds } = await answer(messages)
        assertSpeakable(text, said)
        if (shape !== 'twice') assert.match(text, /On Sunday we are closed/)
        assert.ok(rounds <= 1, `${rounds} searches`)
      })

  it('says that the search failed, or found nothing, in words', async () => {
    const { unknown, searchFailed } = phrasesByLanguage.en
    for (const [result, phrase] of [
      [{ passages: [] }, unknown],
      [{ error: 'The documents could not be searched.' }, searchFailed],
    ] as const) {
      const searched = round({ id: '1', name: search.name, arguments: { query: question } }, result)
      const { text } = await answer([user(question), ...searched, user('Hello?')], result)
      assert.ok(text.includes(phrase), text)
    }
  })

  it('does not repeat what it has answered', async () => {
    const searched = round({ id: '1', name: search.name, arguments: { query: question } }, { passages })
    const { text } = await answer([user(question), ...searched, assistant('Sunday: closed.'), user('Thanks!')])
    assert.equal(text, phrasesByLanguage.en.thanks)
  })

  it('answers in every language in words', async () => {
    for (const language of Object.keys(phrasesByLanguage)) {
      const searched = round({ id: '1', name: search.name, arguments: { query: question } }, { passages: [] })
      const { text } = await answer(
        [user(question), ...searched, user('Ok')],
        { passages: [] },
        { facts: { language } },
      )
      assertSpeakable(text, language)
    }
  })
})

describe('the result of another tool', () => {
  const call: ToolCall = { id: '1', name: 'order_status', arguments: {} }
  const tools = [search, order]
  const results: [result: unknown, answer: string][] = [
    [{ orderStatus: 'shipped', parcels: 2 }, 'The result is: Order status: shipped, Parcels: 2.'],
    [{ status: null, items: [] }, 'That is done.'],
    [[{ day: 'Monday' }, { day: 'Friday' }], 'The result is: Day: Monday, Day: Friday.'],
    ['{"status":"shipped"}', 'The result is: status : shipped.'],
    ['Shipped today.', 'The result is: Shipped today.'],
    [{ error: 'order_status failed: {"code":7}' }, phrasesByLanguage.en.resultFailed],
    [{ next: 'Call order_status again', eta: 'noon' }, 'The result is: Eta: noon.'],
    [true, 'The result is: true.'],
  ]
  for (const [result, expected] of results)
    it(`is said in words: ${JSON.stringify(result)}`, async () => {
      const { text } = await answer([user('order_status'), ...round(call, result)], undefined, { tools })
      assert.equal(text, expected)
      const interrupted = [user('order_status'), ...round(call, result), user('Thanks')]
      const { text: later } = await answer(interrupted, undefined, { tools })
      assert.equal(later, `${expected} ${phrasesByLanguage.en.thanks}`)
    })

  it('that was cut off is not said', async () => {
    const cut: ChatMessage = { role: 'tool', toolCallId: '1', toolName: call.name, content: '{"a":["b' }
    const messages = [user('order_status'), { role: 'assistant' as const, content: '', toolCalls: [call] }, cut]
    assert.equal((await answer(messages, undefined, { tools })).text, phrasesByLanguage.en.resultFailed)
  })
})
