// Tests that the offline model hands over to a person when the customer asks for one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
const define = (name: string, properties = {}) => ({
  name,
  description: 'Connects.',
  parameters: { type: 'object', properties },
})
const handOver = define('hand_over')
const { unknownPerson, connecting, nobody } = phrasesByLanguage.en

const say = (says: string | ChatMessage[], generation: Partial<Generation> = {}) =>
  listen(setup, {
    tools: [handOver],
    messages: typeof says === 'string' ? [{ role: 'user', content: says }] : says,
    ...generation,
  })

describe('the offline model hands over', () => {
  const requests = [
    'Can I talk to a human?',
    'a person, please',
    'I want to speak with a real person',
    'Put me through to your manager',
    'Ich möchte mit einem Menschen sprechen.',
    'Verbinden Sie mich bitte mit einem Mitarbeiter',
    'Je voudrais parler à une personne',
    'Puis-je parler avec un conseiller ?',
    'Quiero hablar con una persona',
    'Una persona, por favor',
    'Vorrei parlare con un operatore',
    'Posso parlare con una persona?',
    'Quero falar com uma pessoa',
    'Posso falar com um atendente?',
  ]
  test('when the customer asks for a person, in every language', async () => {
    for (const request of requests) assert.equal((await say(request)).calls[0]?.name, 'hand_over', request)
    const others = [
      'How many people work for you?',
      'Are you a person?',
      'Can I speak English?',
      'Is the agent fee high?',
    ]
    for (const other of others) assert.equal((await say(other)).calls.length, 0, other)
  })

  test('when the customer accepts its offer', async () => {
    const question: ChatMessage = { role: 'user', content: 'Do you sell skis?' }
    const { text } = await say([question])
    assert.equal(text, unknownPerson)
    const answer: ChatMessage = { role: 'assistant', content: text }
    const accepted = await say([question, answer, { role: 'user', content: 'Yes please' }])
    assert.equal(accepted.calls[0]?.name, 'hand_over')
    assert.equal((await say([question, answer, { role: 'user', content: 'No' }])).calls.length, 0)
  })

  test('on the phone, with the number and what was asked', async () => {
    const properties = {
      phone_number: { type: 'string', enum: ['+15550001', '+15550002'] },
      summary: { type: 'string' },
    }
    const tools = [define('warm_call_transfer', properties)]
    const messages: ChatMessage[] = [
      { role: 'user', content: 'My boiler leaks.' },
      { role: 'assistant', content: 'I see.' },
      { role: 'user', content: 'Can I talk to a human?' },
    ]
    const { text, calls } = await say(messages, { tools, isSpoken: true })
    assert.equal(text, connecting)
    assert.deepEqual(calls[0]?.arguments, { phone_number: '+15550001', summary: 'My boiler leaks.' })
  })

  test('and says so if nobody can be reached', async () => {
    assert.equal((await say('Can I talk to a human?', { tools: [] })).text, nobody)
    const call = { id: '1', name: 'hand_over', arguments: {} }
    const after = async (result: unknown) =>
      (
        await say([
          { role: 'user', content: 'Can I talk to a human?' },
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', toolCallId: '1', toolName: 'hand_over', content: JSON.stringify(result) },
        ])
      ).text
    assert.equal(await after({ error: 'Nobody is available at this time.' }), nobody)
    assert.equal(await after({ handed_over: true }), connecting)
  })
})
