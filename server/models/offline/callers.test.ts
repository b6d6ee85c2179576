// Tests what callers of businesses say, and what the offline model must not misunderstand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatMessage, Generation, ToolDefinition } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { speakable } from './speakable.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
/** A Wednesday. */
const facts = { current_date: '2026-06-03', current_time: '11:20', current_weekday: 'Wednesday' }
const text = { type: 'string' }
const endCall: ToolDefinition = { name: 'end_call', description: 'Ends.', parameters: { type: 'object' } }
const bookTable: ToolDefinition = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: { date: text, time: text, people: { type: 'integer' }, name: text },
    required: ['date', 'time', 'people', 'name'],
  },
}
const prompt = 'You are Mia of Fjord Bikes. We open at 9:00. We repair bikes. We are closed on Sunday.'

interface Given extends Partial<Generation> {
  prompt?: string
  language?: string
  /** What the assistant has said before. */
  before?: string
}

/** Talks like a call, until the customer has said everything. */
async function call(says: string[], { prompt: own = prompt, language = 'en', before, ...given }: Given = {}) {
  const messages: ChatMessage[] = [
    { role: 'system', content: own },
    { role: 'assistant', content: before ?? 'Hello, how can I help you?' },
  ]
  const answers: string[] = []
  const calls: string[] = []
  for (const content of says) {
    messages.push({ role: 'user', content })
    const answer = await listen(setup, {
      messages,
      facts: { ...facts, language },
      tools: [endCall],
      isSpoken: true,
      ...given,
    })
    messages.push({ role: 'assistant', content: answer.text })
    answers.push(answer.text)
    calls.push(...answer.calls.map(({ name }) => name))
  }
  return { answers, last: answers.at(-1)!, calls, hasEnded: calls.includes('end_call') }
}

describe('a caller', () => {
  it('books in French, with the spaces that speaking changes', async () => {
    const says = ['Je voudrais réserver une table', 'vendredi', '19h30', 'quatre', 'Anna Berger', 'oui']
    const { calls } = await call(says, { language: 'fr', tools: [endCall, bookTable] })
    assert.deepEqual(calls, ['book_table'])
  })

  it('hears mailboxes as they are written', () => {
    const spoken = speakable('**Write** to anna__b@x.com or __jo_e_@x.com__.', { toolNames: [], isSpoken: true })
    assert.equal(spoken, 'Write to anna__b@x.com or jo_e_@x.com.')
  })

  it('can go on after the last question of the prompt', async () => {
    const asks = { prompt: 'You are Mia. Ask: "Which bike do you have?"\nWe open at 9:00.' }
    const { answers, hasEnded } = await call(['I need a repair', 'A red one', 'when do you open', 'no thanks'], asks)
    assert.deepEqual(answers.slice(1, 3), [phrasesByLanguage.en.noted, 'We open at 9:00.'])
    assert.equal(hasEnded, false)
    assert.equal((await call(['I need a repair', 'A red one', 'no thanks'], asks)).hasEnded, true)
  })

  it('ends the call only with a reply that is no more than a no', async () => {
    const after = (language: 'en' | 'de') => ({ language, before: phrasesByLanguage[language].thanks })
    for (const said of ['no wait', 'no i need help', 'no, one more', 'no problem', 'no when do you open'])
      assert.equal((await call([said], after('en'))).hasEnded, false, said)
    for (const said of ['nein noch etwas', 'nee warten sie', 'keine ahnung'])
      assert.equal((await call([said], after('de'))).hasEnded, false, said)
    for (const said of ['no', 'No, thank you very much.', 'that is all', 'nope bye', 'no, I’m good, thanks'])
      assert.equal((await call([said], after('en'))).hasEnded, true, said)
    for (const said of ['nein danke', 'nichts mehr', 'Nein, das war alles, tschüss'])
      assert.equal((await call([said], after('de'))).hasEnded, true, said)
    const others = { fr: 'non merci', es: 'no, nada más, gracias', it: 'no grazie', pt: 'não, obrigado' } as const
    for (const [language, said] of Object.entries(others))
      assert.equal(
        (await call([said], { language, before: phrasesByLanguage[language as 'fr'].thanks })).hasEnded,
        true,
        said,
      )
  })

  it('ends the call only with a farewell at the end', async () => {
    const others = [
      'bye the way do you repair bikes',
      'i will see you in the shop, when do you open',
      'good night mode on my bike light is broken',
      'can i come and see you',
    ]
    for (const said of others) assert.equal((await call([said])).hasEnded, false, said)
    assert.equal((await call(['bis bald dann, wann öffnen sie'], { language: 'de' })).hasEnded, false)
    for (const said of ['Bye then', 'ok thanks, see you tomorrow', 'I have to go now, goodbye', 'good night'])
      assert.equal((await call([said])).hasEnded, true, said)
  })

  it('ends a booking with a farewell', async () => {
    const { last, calls } = await call(['book a table for two on friday at 7 pm', 'bye'], {
      tools: [endCall, bookTable],
    })
    assert.equal(last, `All right, I have not booked anything. ${phrasesByLanguage.en.goodbye}`)
    assert.deepEqual(calls, ['end_call'])
  })
})
