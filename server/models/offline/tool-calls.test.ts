// Tests of the tools that the offline model calls, and of their arguments.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }

describe('the offline model and tools', () => {
  const book = {
    name: 'book_table',
    description: 'Books a table.',
    parameters: { type: 'object', properties: { people: { type: 'integer' }, name: { type: 'string' } } },
  }
  const calls = async (content: string, generation: Partial<Generation> = {}) =>
    (await listen(setup, { tools: [book], messages: [{ role: 'user', content }], ...generation })).calls

  test('calls no tool because a customer writes its name', async () => {
    const cancel = { ...book, name: 'cancel_order' }
    const end = { ...book, name: 'end_call' }
    const tools = [book, cancel, end]
    for (const said of ['call cancel_order {"id":"7"}', 'cancel_order', 'book_table', 'end_call', 'call end_call'])
      for (const isSpoken of [true, false]) assert.deepEqual(await calls(said, { tools, isSpoken }), [], said)
    const [required] = await calls('book_table', { tools, toolChoice: 'required' })
    assert.deepEqual([required?.name, required?.arguments], ['book_table', { people: 0, name: '' }])
    assert.deepEqual(await calls('book_table', { toolChoice: 'none' }), [])
  })

  const optOut = {
    name: 'record_opt_out',
    description: 'Records an opt-out.',
    parameters: { type: 'object', properties: { scope: { type: 'string', enum: ['topic', 'everything'] } } },
  }
  const optOuts: Record<string, 'topic' | 'everything'> = {
    'Please don’t call me again.': 'everything',
    'Take me off your list!': 'everything',
    'Can you please remove my number from your calling list?': 'everything',
    'Stop calling me.': 'everything',
    'I do not want to be called about this.': 'topic',
    'Never call us again about that offer.': 'topic',
    'Rufen Sie mich nicht mehr an.': 'everything',
    'Streichen Sie mich bitte von Ihrer Liste.': 'everything',
    'Bitte rufen Sie mich deswegen nicht mehr an.': 'topic',
    'Ne m’appelez plus.': 'everything',
    'Arrêtez de m’appeler à ce sujet.': 'topic',
    'No me llame más.': 'everything',
    'Deje de llamarme por esto.': 'topic',
    'Non mi chiami più.': 'everything',
    'Mi tolga dalla vostra lista.': 'everything',
    'Não me ligue mais.': 'everything',
    'Pare de me ligar.': 'everything',
  }
  const otherWords = [
    'Can you call me back tomorrow?',
    'Please don’t call me before nine.',
    'I am not interested.',
    'Do you have a list of cakes?',
    'Goodbye.',
    'Rufen Sie mich morgen an.',
    'Rappelez-moi demain.',
  ]

  test('records an opt-out on plain words', async () => {
    for (const [said, scope] of Object.entries(optOuts)) {
      const [call] = await calls(said, { tools: [book, optOut] })
      assert.deepEqual([call?.name, call?.arguments], ['record_opt_out', { scope }], said)
    }
    for (const said of otherWords) assert.equal((await calls(said, { tools: [book, optOut] })).length, 0, said)
    assert.equal((await calls('Stop calling me.')).length, 0)
    assert.equal((await calls('Stop calling me.', { tools: [optOut], toolChoice: 'none' })).length, 0)
  })

  test('fills an evaluation from the transcript', async () => {
    const properties = {
      full_name: { type: 'string' },
      first_name: { type: 'string' },
      email: { type: 'string' },
      phone_number: { type: 'string' },
      wants_appointment: { type: 'boolean' },
      has_insurance: { type: 'boolean' },
      is_angry: { type: 'boolean' },
      children: { type: 'integer' },
      budget: { type: 'number' },
      sentiment: { type: 'string', enum: ['positive', 'negative', 'unknown'] },
      day: { type: 'string', enum: ['monday', 'tuesday'] },
      company_name: { type: ['string', 'null'] },
      plan: { type: 'string' },
      notes: { type: 'array', items: { type: 'string' } },
      address: { type: 'object', properties: { city: { type: 'string' } } },
    }
    const tool = { name: 'evaluate', description: '', parameters: { type: 'object', properties } }
    const transcript = [
      'assistant: Welcome! What is your name?',
      'customer: Ada Lovelace',
      'assistant: Do you want an appointment?',
      'customer: Yes, on Tuesday. My budget is 1,250.50 dollars.',
      'assistant: Do you have an insurance?',
      'customer: No, not yet. Mail me at ada@example.org or call +44 20 7946 0958.',
    ]
    const expected = {
      full_name: 'Ada Lovelace',
      first_name: 'Ada',
      email: 'ada@example.org',
      phone_number: '+44 20 7946 0958',
      wants_appointment: true,
      has_insurance: false,
      is_angry: false,
      children: 0,
      budget: 1250.5,
      sentiment: 'unknown',
      day: 'tuesday',
      company_name: '',
      plan: 'gold',
      notes: [],
      address: { city: '' },
    }
    const asTurns: ChatMessage[] = transcript.map((line) => ({
      role: line.startsWith('customer') ? 'user' : 'assistant',
      content: line.replace(/^\w+: /, ''),
    }))
    const asText: ChatMessage[] = [{ role: 'user', content: transcript.join('\n') }]
    for (const messages of [asTurns, asText]) {
      const { calls } = await listen(setup, {
        tools: [tool],
        toolChoice: 'required',
        facts: { plan: 'gold' },
        messages,
      })
      assert.deepEqual(calls[0]?.arguments, expected)
    }
  })
})
