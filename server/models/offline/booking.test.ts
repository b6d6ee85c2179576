// Tests that the offline model books with the tools of the assistant.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatMessage, Generation, ToolDefinition } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
/** A Wednesday. */
const facts = { current_date: '2026-06-03', current_weekday: 'Wednesday' }
const text = { type: 'string' }

const bookTable: ToolDefinition = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: { date: text, time: text, people: { type: 'integer' }, customer_name: text, notes: text },
    required: ['date', 'time', 'people', 'customer_name'],
  },
}
const calendar: ToolDefinition[] = [
  {
    name: 'find_free_slots',
    description: 'Finds free slots.',
    parameters: { type: 'object', properties: { from: text, to: text }, required: ['from'] },
  },
  {
    name: 'book_appointment',
    description: 'Books an appointment.',
    parameters: {
      type: 'object',
      properties: { start: text, name: text, email: text, phone: text },
      required: ['start', 'name', 'email'],
    },
  },
]

/** Talks until the customer has said everything, and runs the tools. */
async function talk(
  says: string[],
  { tools = [bookTable], results = {}, ...given }: Partial<Generation> & { results?: Record<string, unknown> } = {},
) {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You are Mia of Fjord Bikes. A basic service costs 890 kroner.' },
    { role: 'assistant', content: 'Hello, how can I help you?' },
  ]
  const answers: string[] = []
  const calls: unknown[] = []
  for (const content of says) {
    messages.push({ role: 'user', content })
    for (let round = 0; round < 4; round++) {
      const answer = await listen(setup, { facts, messages, tools, isSpoken: true, ...given })
      const [call] = answer.calls
      if (!call) {
        messages.push({ role: 'assistant', content: answer.text })
        answers.push(answer.text)
        break
      }
      calls.push([call.name, call.arguments])
      messages.push({ role: 'assistant', content: answer.text, toolCalls: [call] })
      const result = JSON.stringify(results[call.name] ?? {})
      messages.push({ role: 'tool', toolCallId: call.id, toolName: call.name, content: result })
    }
  }
  return { answers, calls }
}

describe('the offline model books', () => {
  test('after it has asked for each value and read them back', async () => {
    const { answers, calls } = await talk(
      [
        'I would like to book a table for four',
        'tomorrow',
        'how much is a service',
        'at half past seven',
        'Anna Berger',
        'no, at 7:30 pm',
        'yes please',
      ],
      { results: { book_table: { reservation_id: 'r_17', booked: true } } },
    )
    assert.deepEqual(answers, [
      'For which day would you like it?',
      'At what time?',
      'A basic service costs 890 kroner. At what time?',
      'What is your name, please?',
      'So that is Thursday, June 4, 07:30, for 4, Anna Berger. Shall I book it?',
      'So that is Thursday, June 4, 19:30, for 4, Anna Berger. Shall I book it?',
      'It is booked: Thursday, June 4, 19:30, for 4, Anna Berger.',
    ])
    const values = { date: '2026-06-04', time: '19:30', people: 4, customer_name: 'Anna Berger' }
    assert.deepEqual(calls, [['book_table', values]])
  })

  test('in a free slot of a calendar', async () => {
    const starts = ['2026-06-08T09:00:00+02:00', '2026-06-08T10:30:00+02:00']
    const { answers, calls } = await talk(
      [
        'Can I make an appointment on Monday?',
        'At ten thirty, I mean 10:30',
        'My name is Anna Berger',
        'anna@example.com',
        'yes',
      ],
      { tools: calendar, results: { find_free_slots: { free_slots: starts }, book_appointment: { booked: true } } },
    )
    assert.deepEqual(answers, [
      'On Monday, June 8 you can have 09:00 or 10:30. Which time suits you?',
      'What is your name, please?',
      'What is your email address?',
      'So that is Monday, June 8, 10:30, Anna Berger, anna@example.com. Shall I book it?',
      'It is booked: Monday, June 8, 10:30, Anna Berger, anna@example.com.',
    ])
    assert.deepEqual(calls, [
      ['find_free_slots', { from: '2026-06-08' }],
      ['book_appointment', { start: starts[1], name: 'Anna Berger', email: 'anna@example.com' }],
    ])
  })

  test('another day if nothing is free, and nothing if the customer declines', async () => {
    const { answers } = await talk(['Can I make an appointment on Monday?', 'no thanks, goodbye'], {
      tools: calendar,
      results: { find_free_slots: { free_slots: [] } },
    })
    assert.equal(answers[0], 'Nothing is free on Monday, June 8. Which other day suits you?')
    const declined = await talk(['book a table for two on Friday at 7 pm', 'Anna', 'no'])
    assert.deepEqual(declined.answers.slice(1), [
      'So that is Friday, June 5, 19:00, for 2, Anna. Shall I book it?',
      'All right, I have not booked anything. What else can I do for you?',
    ])
    assert.deepEqual(declined.calls, [])
  })

  test('and says so if it fails', async () => {
    const { answers } = await talk(['book a table for two on Friday at 7 pm', 'Anna', 'yes', 'thanks'], {
      results: { book_table: { error: 'book_table: {"code": 409}' } },
    })
    assert.deepEqual(answers.slice(2), [
      'I’m sorry, I could not book that. What else can I do for you?',
      'You are welcome. Is there anything else?',
    ])
  })

  const table = ['book a table for two on Friday at 7 pm']
  const question = 'What is your name, please?'

  test('and does not take other words for a name', async () => {
    for (const said of ['19:30', 'one moment please', 'two of us', 'what do you mean', 'yes'])
      assert.ok((await talk([...table, said])).answers[1]!.endsWith(question), said)
    const { answers } = await talk(
      ['einen Tisch für zwei am Freitag um 19 Uhr reservieren', 'mein name ist tom maier'],
      {
        facts: { ...facts, language: 'de' },
      },
    )
    assert.match(answers.at(-1)!, /für 2, tom maier\./)
  })

  test('with corrections', async () => {
    const { answers } = await talk([
      ...table,
      'Anna',
      'can you make it 8 instead',
      'no the name is wrong',
      'Will Smith',
    ])
    assert.deepEqual(answers.slice(2), [
      'So that is Friday, June 5, 20:00, for 2, Anna. Shall I book it?',
      question,
      'So that is Friday, June 5, 20:00, for 2, Will Smith. Shall I book it?',
    ])
  })

  test('only at a time to come, and with the year of a distant day', async () => {
    const past = await talk(['book a table for two today at 9 am'], { facts: { ...facts, current_time: '11:20' } })
    assert.deepEqual(past.answers, ['At what time?'])
    const distant = await talk(['book a table for two on june 2 at 7 pm', 'Anna'])
    assert.match(distant.answers.at(-1)!, /Wednesday, June 2, 2027, 19:00/)
  })

  test('until the customer gives up', async () => {
    for (const said of ['i do not want to book anymore', 'forget it', 'no'])
      assert.match((await talk([...table, said])).answers[1]!, /I have not booked anything/, said)
  })

  test('no second time what is booked already', async () => {
    const others = [
      'we have a reservation tonight and are late',
      'I have a booking tomorrow, can I bring my dog',
      'i dont want to book',
    ]
    for (const said of others) assert.doesNotMatch((await talk([said])).answers[0]!, /For which|At what|What is/, said)
    assert.deepEqual((await talk(['a table for two on friday please'])).answers, ['At what time?'])
  })

  test('and says so if the calendar fails, or the result is not known', async () => {
    const down = await talk(['Can I make an appointment on Monday?'], {
      tools: calendar,
      results: { find_free_slots: { error: 'The calendar is down.' } },
    })
    assert.match(down.answers[0]!, /could not book/)
    const unknown = await talk([...table, 'Anna', 'yes'], { results: { book_table: 'Timed out' } })
    assert.match(unknown.answers.at(-1)!, /do not know whether that was booked/)
  })

  test('in German', async () => {
    const { answers } = await talk(
      ['Ich möchte einen Tisch für drei Personen reservieren', 'am Samstag um halb acht', 'Jonas Weber', 'ja'],
      {
        facts: { ...facts, language: 'de' },
        results: { book_table: { ok: true } },
      },
    )
    assert.deepEqual(answers, [
      'Für welchen Tag?',
      'Wie ist Ihr Name, bitte?',
      'Das wäre also Samstag, 6. Juni, 07:30, für 3, Jonas Weber. Soll ich das buchen?',
      'Das ist gebucht: Samstag, 6. Juni, 07:30, für 3, Jonas Weber.',
    ])
  })

  test('only with a tool, and only if the customer wants it', async () => {
    const { answers } = await talk(['I would like to book a table'], { tools: [] })
    assert.doesNotMatch(answers[0]!, /which day/)
    for (const question of ['Do I need an appointment?', 'Can I cancel my booking?', 'Who wrote that book?'])
      assert.doesNotMatch((await talk([question])).answers[0]!, /which day/, question)
  })
})
