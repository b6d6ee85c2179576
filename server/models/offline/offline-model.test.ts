// Tests of the offline model in conversations and on the phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatMessage, Generation } from '#server/ports/language-model.ts'
import { finishOf, languageModelSuite, listen } from '#testing/suites/language-model.ts'
import { createOfflineModel, offlineRef } from './offline-model.ts'
import { phrasesByLanguage } from './phrases/index.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }
const { nature, unknown } = phrasesByLanguage.en

languageModelSuite('offline', async () => setup)

/** Sends the messages in turn and returns every answer. */
async function talk(says: string[], generation: Partial<Generation> & { prompt?: string } = {}) {
  const messages: ChatMessage[] = generation.prompt ? [{ role: 'system', content: generation.prompt }] : []
  const answers: string[] = []
  for (const content of says) {
    messages.push({ role: 'user', content })
    const { text } = await listen(setup, { ...generation, messages })
    messages.push({ role: 'assistant', content: text })
    answers.push(text)
  }
  return answers
}

async function assertAnswers(setup: Parameters<typeof talk>[1], turns: [said: string, answer?: string][]) {
  const answers = await talk(
    turns.map(([said]) => said),
    setup,
  )
  for (const [index, [said, answer]] of turns.entries())
    if (answer !== undefined) assert.equal(answers[index], answer, said)
}

describe('the offline model in a conversation', () => {
  test('uses the greeting in the prompt', async () => {
    const prompts = [
      'You are Anna. Greet the caller with "Welcome to Blue Dental, {{customer_name}}!" and be kind.',
      'Greeting: Welcome to Blue Dental, {{customer_name}}!',
      'You are Anna.\n- **First message:** Welcome to Blue Dental, {{customer_name}}!',
      'Always begin with: “Welcome to Blue Dental, {{customer_name}}!”',
    ]
    for (const prompt of prompts) {
      assert.deepEqual(await talk(['Hi'], { prompt, facts: { customer_name: '$&Ada' } }), [
        'Welcome to Blue Dental, $&Ada!',
      ])
    }
    assert.deepEqual(await talk(['Hello!']), ['Hello! How can I help you?'])
  })

  test('answers from the variables of the conversation, by their names and by the words a customer would use', async () => {
    const facts = {
      customer_name: 'Ada Lovelace',
      order_status: 'shipped',
      orderNumber: 'A-17',
      delivery_date: '3 May',
      opening_time: '7:00',
      closing_time: '18:00',
      delivery_price: '3 euros',
    }
    await assertAnswers({ facts }, [
      ['What is my order status?', 'The order status is shipped.'],
      ['and what’s my name?', 'The name is Ada Lovelace.'],
      ['Tell me the order number please', 'The order number is A-17.'],
      ['When is the delivery date?', 'The delivery date is 3 May.'],
      ['When do you open?', 'The opening time is 7:00.'],
      ['And when do you close?', 'The closing time is 18:00.'],
      ['How much is delivery?', 'The delivery price is 3 euros.'],
    ])
  })

  test('answers all messages since its last answer', async () => {
    const facts = { opening_time: '7:00', bestseller: 'the cinnamon bun' }
    const say = async (...says: string[]) => {
      const messages = says.map((content): ChatMessage => ({ role: 'user', content }))
      return (await listen(setup, { facts, messages })).text
    }
    const both = ['When is your opening time?', 'And your bestseller?', 'What is your bestseller?']
    assert.equal(await say(...both), 'The opening time is 7:00. The bestseller is the cinnamon bun.')
    assert.equal(await say('Hello', 'What is your bestseller?'), 'The bestseller is the cinnamon bun.')
    assert.equal(await say('What is', 'your bestseller?'), 'The bestseller is the cinnamon bun.')
  })

  test('answers from earlier messages', () =>
    assertAnswers({}, [
      ['My name is Bob Stone and I am late', 'Nice to meet you, Bob Stone. What can I do for you?'],
      ['my mail is bob@example.com'],
      ['What is my name?', 'You told me: Bob Stone.'],
      ['what is my email?', 'You told me: bob@example.com.'],
    ]))

  test('takes its name from the prompt, not from the customer', () =>
    assertAnswers({ prompt: 'You are Anna, the assistant of a dentist.', facts: { name: 'Bob' } }, [
      ['What is your name?', 'My name is Anna.'],
    ]))

  test('answers from what the prompt says under a heading, and not from its other parts', () =>
    assertAnswers(
      { prompt: 'You are Anna.\n\n# What you know about us\nWe open at 7.\n\n# Steps\nOpen the call kindly.' },
      [['When do you open?', 'We open at 7.']],
    ))

  test('asks the questions of a German prompt', async () => {
    const prompt = 'Sprich Deutsch.\n1. Frage: „Wie heißen Sie?“\n2. Frage: „Wo wohnen Sie?“'
    const answers = await talk(['Hallo, ich rufe wegen eines Termins an.', 'Anna Berger'], { prompt })
    assert.deepEqual(answers, ['Vielen Dank. Wie heißen Sie?', 'Vielen Dank. Wo wohnen Sie?'])
  })

  test('asks the questions of a French prompt', async () => {
    const prompt =
      'Parlez français.\n1. Demandez : « Quel est votre nom\u202f?\u00a0»\n2. Demandez : «\u00a0Où habitez-vous ? »'
    const answers = await talk(['Bonjour, je vous appelle pour un rendez-vous.', 'Anna Berger'], { prompt })
    assert.deepEqual(answers, ['Merci beaucoup. Quel est votre nom ?', 'Merci beaucoup. Où habitez-vous ?'])
  })

  test('answers when something happens from the instructions, and with the date only if they do not say', async () => {
    const facts = { date: 'Sunday, 29 November' }
    const prompt = 'You are Anna.\n\n# What you know\n- We open at 7 o’clock on weekdays.\n'
    await assertAnswers({ facts, prompt }, [
      ['When do you open?', 'We open at 7 o’clock on weekdays.'],
      ['What is the date?', 'The date is Sunday, 29 November.'],
    ])
    await assertAnswers({ facts }, [['When is it?', 'The date is Sunday, 29 November.']])
  })

  test('calculates sums and ignores phone numbers and dates', async () => {
    const answers = await talk(['What is 12 * 7?', '2 plus 3', '10 / 4 =', '1 divided by 0?', '555-1234', '3/4'])
    assert.equal(answers[0], '12 × 7 = 84.')
    assert.deepEqual(answers.slice(1, 3), ['2 + 3 = 5.', '10 ÷ 4 = 2.5.'])
    for (const answer of answers.slice(3)) assert.doesNotMatch(answer, /=|Infinity/)
  })

  test('names the files of the customer, and answers from documents', async () => {
    const terms = {
      kind: 'document',
      name: 'Terms.pdf',
      text: 'A cake can be returned within 14 days.',
      isCut: false,
    } as const
    const lid = { kind: 'picture', name: 'lid.png', contentType: 'image/png', data: Buffer.from('png') } as const
    const sent: ChatMessage = { role: 'user', content: '', files: [terms, lid] }
    const { text } = await listen(setup, { messages: [sent] })
    assert.equal(
      text,
      'I have received Terms.pdf. It begins: A cake can be returned within 14 days. I have received the picture lid.png, but I cannot see pictures.',
    )
    const asked = await listen(setup, { messages: [{ ...sent, content: 'Please look at this' }] })
    assert.match(asked.text, /^I have received Terms\.pdf\./)
    const question: ChatMessage = { role: 'user', content: 'How long can a cake be returned?' }
    const answer = await listen(setup, { messages: [sent, { role: 'assistant', content: text }, question] })
    assert.match(answer.text, /within 14 days\. \(Source: Terms\.pdf\)/)
  })

  test('is polite', () =>
    assertAnswers({}, [
      ['Hi'],
      ['Yes, please', 'All right, noted. Is there anything else?'],
      ['Thanks a lot!', 'You are welcome. Is there anything else?'],
      ['Bye then', 'Goodbye, and have a good day.'],
    ]))

  test('says that it does not know, in place of an answer about something else', async () => {
    for (const question of ['Why is the sky blue?', 'Explain rain', 'Who won in 1954?', 'When do you open?'])
      assert.deepEqual(await talk([question], { facts: { current_date: '2026-06-03' } }), [unknown])
  })

  test('never claims to be a person or another model', async () => {
    const ofModel = ['Which model are you?', 'who are you', 'Are you ChatGPT?', 'Am I talking to a real person?']
    for (const question of ['Are you human?', 'Are you a real person?', ...ofModel])
      assert.deepEqual(await talk([question]), [nature])
    const prompt = 'You are Mia, the friendly assistant of Fjord Bikes.'
    assert.deepEqual(await talk(['who are you'], { prompt }), [`I am Mia, the assistant of Fjord Bikes. ${nature}`])
  })

  test('uses the language in the variables or the prompt', async () => {
    const german = await talk(['Hallo', 'Wie ist meine Telefonnummer?', 'Warum ist der Himmel blau'], {
      facts: { language: 'de-DE', phone: '0123 456' },
    })
    assert.deepEqual(german, [phrasesByLanguage.de.greeting, '0123 456.', phrasesByLanguage.de.unknown])
    const named = {
      es: 'Answer in Spanish.',
      fr: 'Langue : français',
      it: 'Speak Italian only.',
      pt: 'Language: pt',
      en: 'Hola',
    }
    for (const [language, prompt] of Object.entries(named)) {
      const [text] = await talk([''], { prompt })
      assert.equal(text, phrasesByLanguage[language as 'es'].greeting)
    }
  })

  test('uses the language that most words of the prompt have, or else that of the call', async () => {
    const prompt = 'Wir haben von neun bis zwölf für Sie geöffnet. Die Praxis ist in der Stadt.'
    const setup = { facts: { assistant_language: 'fr' } }
    assert.deepEqual(await talk(['Warum?'], { ...setup, prompt }), [phrasesByLanguage.de.unknown])
    assert.deepEqual(await talk([''], setup), [phrasesByLanguage.fr.greeting])
  })

  test('gives the same answers to the same conversation', async () => {
    assert.deepEqual(await talk(['Why?', 'How?']), await talk(['Why?', 'How?']))
  })

  test('respects the maximum length', async () => {
    const { events, text } = await listen(setup, { messages: [{ role: 'user', content: 'Hi' }], maxOutputTokens: 2 })
    assert.equal(text, 'Hello! How')
    assert.equal(finishOf(events).reason, 'length')
  })
})

describe('the offline model on the phone', () => {
  const endCall = { name: 'end_call', description: 'Ends the call.', parameters: { type: 'object', properties: {} } }
  const facts = { opening_time: '7 o’clock', bestseller: 'the cinnamon bun' }
  const greeted: ChatMessage = { role: 'assistant', content: 'Hello, this is Ada. How can I help you?' }
  const { goodbye, acknowledged, noted } = phrasesByLanguage.en

  /** Talks like a call: with the greeting in the history and the tool that ends it. */
  async function call(says: string[], prompt = 'You are Ada.') {
    const messages: ChatMessage[] = [{ role: 'system', content: prompt }, greeted]
    const answers: string[] = []
    let ended = false
    for (const content of says) {
      messages.push({ role: 'user', content })
      const { text, calls } = await listen(setup, { facts, messages, tools: [endCall], isSpoken: true })
      messages.push({ role: 'assistant', content: text })
      answers.push(text)
      ended = calls[0]?.name === 'end_call'
    }
    return { answers, ended }
  }

  test('answers briefly, and ends the call with the goodbye', async () => {
    const { answers, ended } = await call([
      'Hello, this is Anna Baker.',
      'When do you open?',
      'And what is your best seller?',
      'Thank you very much, good-bye.',
    ])
    assert.deepEqual(answers, [
      'Nice to meet you, Anna Baker. What can I do for you?',
      'The opening time is 7 o’clock.',
      'The bestseller is the cinnamon bun.',
      goodbye,
    ])
    assert.equal(ended, true)
  })

  test('asks the questions of its prompt one after the other, answers those of the customer, and ends the call', async () => {
    const { answers, ended } = await call(
      ['Hello, this is Bob.', 'At nine. When do you open?', 'The apple cake.', 'No, that is all.'],
      'You are Ben.\nAsk one question at a time: "What is your closing time?" "What is your bestseller?"',
    )
    assert.deepEqual(answers, [
      `${acknowledged} What is your closing time?`,
      'The opening time is 7 o’clock. What is your bestseller?',
      noted,
      goodbye,
    ])
    assert.equal(ended, true)
  })

  test('asks a formatted question once', async () => {
    const { answers } = await call(['I call about a job.', 'Anna'], 'You are Ben.\nAsk "What is your **name**?" "Why?"')
    assert.deepEqual(answers, [`${acknowledged} What is your name?`, `${acknowledged} Why?`])
  })

  test('does not take the rest of a phrase for a name', async () => {
    const { answers } = await call(['This is great'])
    assert.equal(answers[0], phrasesByLanguage.en.goOn)
  })
})
