// Tests of customers' messages: each is stored once and in order, and the assistant answers unless it is disabled.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestSender } from '#testing/app/test-app.ts'
import { charged, full, newestConversation, pngMedia, templateText } from '#testing/features/messages.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

/** So long that the pause only ends when a test turns the clock, however slow the machine is. */
const pauseMs = 60_000
const parley = await startTestApp({
  carrier: {},
  script: 'We close at six.',
  settings: { inboundPauseMs: pauseMs },
})
after(() => parley[Symbol.asyncDispose]())

const { phones } = parley.carrier

/** Sends a customer's message and lets the assistant answer. */
async function ask(...[sender, phone, body, fields]: Parameters<TestApp['sendInboundMessage']>) {
  const message = await parley.sendInboundMessage(sender, phone, body, fields)
  await parley.advanceClock(pauseMs)
  return message
}

async function historyOf(sender: TestSender) {
  const { history } = await newestConversation(sender)
  return history.map(({ sent_by, content, status }) => [sent_by, content, status])
}

describe('a message of a customer', () => {
  it('is stored once, however often it arrives, and answered once', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const fields = { times: 3, profileName: 'Ann' }
    const { message, webhook } = await ask(sender, phone, 'When do you close?', fields)
    assert.equal(webhook, 200)
    await phones.redeliver(message.sid)
    await parley.runUntilIdle()
    await parley.advanceClock(pauseMs)
    assert.deepEqual(await historyOf(sender), [
      ['customer', 'When do you close?', 'done'],
      ['assistant', 'We close at six.', 'done'],
    ])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await sender.money(), charged)
    const { total_cost, message_count } = await newestConversation(sender)
    assert.deepEqual([total_cost, message_count], [0.01, 2])
    const { session_status, customer_name, last_customer_message_at } = await sender.sessionStatus(phone)
    assert.deepEqual([session_status.is_open, customer_name], [true, 'Ann'])
    assert.match(last_customer_message_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('is answered together with those that follow soon, which cannot delay the answer indefinitely', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const body of ['Hi', 'one question', 'when do you close?']) {
      await parley.sendInboundMessage(sender, phone, body)
      await parley.advanceClock(pauseMs / 2)
      assert.deepEqual(parley.textsReceivedBy(phone), [])
    }
    await parley.advanceClock(pauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(
      (await historyOf(sender)).map(([by]) => by),
      ['customer', 'customer', 'customer', 'assistant'],
    )
    await ask(sender, phone, 'Thanks')
    assert.equal(parley.textsReceivedBy(phone).length, 2)
  })

  it('from a variant of the number belongs to the same conversation, and is answered to that variant', async () => {
    const sender = await parley.createSender()
    const given = '+5511987650101'
    const own = '+551187650101'
    const sent = await sender.sendTemplate(given)
    await parley.runUntilIdle()
    await ask(sender, own, 'Oi')
    assert.deepEqual(parley.textsReceivedBy(own), ['We close at six.'])
    assert.equal((await sender.sessionStatus(given)).conversation_id, sent.conversation_id)
    await sender.sendFreeform(given, 'Até logo')
    await parley.runUntilIdle()
    assert.equal(parley.textsReceivedBy(own).at(-1), 'Até logo')
    assert.deepEqual(await historyOf(sender), [
      ['assistant', templateText, 'done'],
      ['customer', 'Oi', 'done'],
      ['assistant', 'We close at six.', 'done'],
      ['assistant', 'Até logo', 'done'],
    ])
    const { message_count, total_cost } = await newestConversation(sender)
    assert.deepEqual([message_count, total_cost], [4, 0.03])
    assert.deepEqual(await sender.money(), { balance: 99_970_000, held: 0 })
  })

  it('may be a picture, a button, a location or a contact, or come from a customer without a number', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const location = { latitude: 51.5, longitude: -0.12, label: 'Bakery' }
    await parley.sendInboundMessage(sender, phone, 'The lid is broken', { media: pngMedia })
    await parley.sendInboundMessage(sender, phone, '', { media: pngMedia })
    await parley.sendInboundMessage(sender, phone, 'Yes', { buttonText: 'Yes', buttonPayload: 'confirm' })
    await parley.sendInboundMessage(sender, phone, '', { location })
    await parley.sendInboundMessage(sender, phone, '', { fields: { MessageType: 'contacts' } })
    assert.deepEqual(
      (await historyOf(sender)).map(([, content]) => content),
      ['[image] The lid is broken', '[image]', 'Yes', '[location Bakery, 51.5, -0.12]', '[contacts]'],
    )
    const fields = { From: 'whatsapp:ID.4500000000000001' }
    await parley.sendInboundMessage(sender, parley.createPhoneNumber(), 'Hi', { fields })
    const { customer_identifier, customer_phone } = await newestConversation(sender)
    assert.deepEqual([customer_identifier, customer_phone], ['ID.4500000000000001', null])
  })
})

describe('a reaction of a customer', () => {
  const reaction = { fields: { MessageType: 'reaction' } }

  it('is shown, but neither answered nor counted for the window by Parley and the carrier', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await sender.sendTemplate(phone)
    await parley.runUntilIdle()
    await ask(sender, phone, '👍', reaction)
    assert.deepEqual(await historyOf(sender), [
      ['assistant', templateText, 'done'],
      ['customer', '[reaction 👍]', 'done'],
    ])
    assert.deepEqual(parley.textsReceivedBy(phone), [templateText])
    assert.equal((await sender.sessionStatus(phone)).last_customer_message_at, null)
    await sender.sendFreeform(phone, 'Anything else?')
    await parley.runUntilIdle()
    assert.equal((await sender.sessionStatus(phone)).session_status.is_open, false)
  })

  it('does not open a conversation', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await ask(sender, phone, '', reaction)
    assert.equal((await sender.sessionStatus(phone)).has_conversation, false)
  })
})

describe('the assistant', () => {
  it('does not answer after an agent has written, until it is enabled again', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(sender, phone, 'I want a human')
    const { id: uuid } = await newestConversation(sender)
    await sender.client.conversations.write({ uuid, message: 'Here I am' })
    await parley.advanceClock(pauseMs)
    await ask(sender, phone, 'Good')
    assert.deepEqual(parley.textsReceivedBy(phone), ['Here I am'])
    assert.deepEqual(await sender.money(), charged)
    await sender.client.conversations.enableAi({ uuid })
    await ask(sender, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['Here I am', 'We close at six.'])
  })

  it('answers after the model has failed', async () => {
    await using failing = await startTestApp({
      carrier: {},
      script: (_request, index) => (index < 3 ? { status: 500 } : 'At last.'),
    })
    const sender = await failing.createSender()
    const phone = failing.createPhoneNumber()
    await failing.sendInboundMessage(sender, phone, 'Hello?')
    for (let round = 0; round < 4; round++) await failing.advanceClock(60_000)
    assert.deepEqual(failing.textsReceivedBy(phone), ['At last.'])
    assert.deepEqual(await sender.money(), charged)
  })

  it('answers what arrived while it was deactivated with the next message after it is activated', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await sender.client.assistants.deactivate({ id: sender.id })
    await ask(sender, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), [])
    assert.deepEqual(await sender.money(), full)
    await sender.client.assistants.activate({ id: sender.id })
    await ask(sender, phone, 'Hello?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })
})

describe('a chat-app conversation', () => {
  it('is not found without an API key', async () => {
    const sender = await parley.createSender()
    await parley.sendInboundMessage(sender, parley.createPhoneNumber(), 'Hi')
    const { id: uuid } = await newestConversation(sender)
    const notFound = refusedWith(404, { status: false, error: 'Conversation not found' })
    await assert.rejects(parley.anonymous.conversations.get({ uuid }), notFound)
  })
})
