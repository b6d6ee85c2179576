// Tests what callers of businesses say, and what the offline model must not misunderstand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatMessage, Generation, ToolDefinition } from '#server/ports/language-model.ts'
import { assertCost } from '#testing/measure/processor-time.ts'
import { listen } from '#testing/suites/language-model.ts'
import { greetingOf } from './greeting.ts'
import { readInstructions } from './instructions.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { speakable } from './speakable.ts'
import { nameIn } from './transcript.ts'

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

const { unknown, nobody, unknownPerson, acknowledged } = phrasesByLanguage.en
const ask = async (own: string, said: string, given: Given = {}) => (await call([said], { prompt: own, ...given })).last

describe('the offline model answers', () => {
  it('without the clause of a placeholder, and not with another subject', async () => {
    const own = 'Opening: Mon-Fri 8:30-18:30, Sat 9-13. <insert bank holiday hours>\n\nStaff meeting Monday 8am.'
    assert.equal(await ask(own, 'when are you open on monday'), 'Opening: Mon-Fri 8:30-18:30, Sat 9-13.')
    assert.equal(await ask('Staff meeting Monday 8am.', 'are you open on monday'), unknown)
    assert.equal(await ask('Emergency exit is behind the bar.', 'where are you'), unknown)
    assert.equal(await ask('Van: 119 CHF per day, minimum 2 days.', 'can i return it at 2 am'), unknown)
    assert.equal(await ask('We do not sell tyres.', 'what do you sell'), unknown)
  })

  it('about days that are stated without hours, or left out of others', async () => {
    const weekdays = 'We are open Monday through Friday 9 to 17. Saturdays by appointment.'
    assert.equal(await ask(weekdays, 'are you open on saturday'), 'Saturdays by appointment.')
    const closed = 'We are closed on Sundays and Mondays. Otherwise we are open 9 to 17.'
    assert.equal(await ask(closed, 'are you open on tuesday'), 'We are closed on Sundays and Mondays.')
  })

  it('with its own number, and not with that of an emergency service', async () => {
    const number = 'what is your phone number'
    const hotel = 'You answer the phone at Sunrise Hotel. The number of Sunrise Hotel is 555 0101.'
    assert.equal(await ask(hotel, number), 'The number of Sunrise Hotel is 555 0101.')
    const library = 'You are the receptionist of the municipal library. Call the public library at 555 0104.'
    assert.equal(await ask(library, number), 'Call the public library at 555 0104.')
    assert.equal(await ask(hotel, 'whats your phone number'), 'The number of Sunrise Hotel is 555 0101.')
    const police = 'Sie sind die Stimme der Polizeiinspektion Nord. Die Polizei erreichen Sie unter 0441 790 0.'
    assert.match(await ask(police, 'Wie ist Ihre Telefonnummer?', { language: 'de' }), /0441 790 0/)
    const pharmacy =
      'You are the assistant of Riverside Pharmacy. When we are closed, call the duty pharmacy at 555 999 0000.'
    assert.equal(await ask(pharmacy, number), unknown)
  })

  it('from tables', async () => {
    const own = '| Tag | Zeit |\n|---|---|\n| Mo | 9-12 Uhr |\n| So | geschlossen |'
    assert.match(await ask(own, 'haben sie am montag offen', { language: 'de' }), /9-12 Uhr/)
    assert.match(await ask(own, 'haben sie am sonntag offen', { language: 'de' }), /geschlossen/)
  })

  it('never with what is addressed to the assistant', () => {
    const sentences = [
      'If press calls, refer to Helen.',
      'I’d like you to sound like a nice young woman.',
      'The caller may be elderly, so speak slowly.',
      'In case of complaints, offer a free coffee.',
      'The boss hates it when you talk about prices.',
      'Customers hate it when they wait.',
      'Note: The system knows every order.',
      'If you can’t help, say “Please write to us.”',
    ]
    for (const sentence of sentences) assert.deepEqual(readInstructions(sentence, 'en').known, [], sentence)
    const open = 'If you need parking, ask at the desk.'
    assert.equal(readInstructions(open, 'en').known[0]?.text, open)
  })

  it('with the greeting of the prompt alone', () => {
    const others = [
      'If you can’t help, say "Please write to us."',
      'At the end, greet them with "Good luck!"',
      'Wenn jemand fragt, begrüße ihn mit „Na du?“',
      'Say "cheese" often.',
    ]
    for (const prompt of others) assert.equal(greetingOf(prompt, {}), undefined, prompt)
    assert.equal(greetingOf('Answer the phone with "Fjord Bikes, hello!"', {}), 'Fjord Bikes, hello!')
  })

  it('and asks its own question after one that it cannot answer', async () => {
    assert.equal(
      await ask('Ask: "Which bike do you have?"', 'who built the eiffel tower'),
      `I’m sorry, I don’t know that. Which bike do you have?`,
    )
    assert.equal(await ask('If a caller asks "How much is it?", we laugh.', 'I need help with my car'), unknown)
    assert.equal(
      await ask('1. Ask "Which bike do you have?"', 'hi there it is broken'),
      `${acknowledged} Which bike do you have?`,
    )
  })

  it('no range as a sum', async () => {
    assert.doesNotMatch(await ask(prompt, 'are you open 9 - 6'), /= 3/)
    assert.equal(await ask(prompt, 'what is 9 - 6'), '9 - 6 = 3.')
  })

  it('questions beside a name or a statement', async () => {
    assert.equal(
      await ask(prompt, 'hello my name is Bob and when do you open'),
      'Nice to meet you, Bob. We open at 9:00.',
    )
    const german = await ask('Wir öffnen um 9 Uhr.', 'ich heiße Müller wann haben sie auf', { language: 'de' })
    assert.equal(german, 'Danke, Müller. Wir öffnen um 9 Uhr.')
    const check = await ask('A check costs 40 dollars.', 'my dog is sick what does a check cost')
    assert.equal(check, 'A check costs 40 dollars.')
    for (const said of [
      'call me back please',
      'call me tomorrow',
      'call me a taxi',
      'my name is not important',
      'mein name ist egal',
    ])
      assert.equal(nameIn(said), undefined, said)
  })

  it('many messages in a row in bounded time and length', async () => {
    const messages: ChatMessage[] = Array.from({ length: 200 }, (_, index) => ({
      role: 'user',
      content: `when do you open on day ${index}? do you repair bikes?`,
    }))
    const generation = { messages: [{ role: 'system' as const, content: prompt }, ...messages], facts }
    const { text: answer } = await listen(setup, generation)
    assert.ok(answer.length < 400, answer)
    await assertCost(300, () => listen(setup, generation), 'of 200 messages')
  })
})

describe('the offline model does nothing against the will of the caller:', () => {
  const transfer: ToolDefinition = { ...endCall, name: 'call_transfer' }
  const optOut: ToolDefinition = { ...endCall, name: 'record_opt_out' }
  const calls = async (said: string, before?: string) =>
    (await call([said], { before, tools: [transfer, optOut] })).calls

  it('it does not hand over', async () => {
    const others = [
      'i do not want to talk to a person',
      'verbinden sie mich bitte nicht',
      'i need a person to lift my bike',
    ]
    for (const said of others) assert.deepEqual(await calls(said), [], said)
    for (const said of ['ok and when do you open', 'okay no thanks', 'yes but not now'])
      assert.deepEqual(await calls(said, unknownPerson), [], said)
    assert.deepEqual(await calls('yes please', unknownPerson), ['call_transfer'])
    assert.equal(await ask(prompt, 'I need a person to talk to', {}), nobody)
  })

  it('it records no opt-out', async () => {
    for (const said of ['you never call me', 'if i am not home don t call me again call my wife'])
      assert.deepEqual(await calls(said), [], said)
    assert.deepEqual(await calls('please never call me again'), ['record_opt_out'])
  })
})
