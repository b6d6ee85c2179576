// What customers write: stored once and in order, answered by the assistant unless somebody forbids it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { inboundPauseMs, startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

async function history({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  if (data.length === 0) return []
  const shown = await client.conversations.show({ uuid: data[0]!.id })
  return shown.data.history.map(({ sent_by, content, status }) => [sent_by, content, status])
}

describe('a message of a customer', () => {
  it('is stored once, however often it comes, and answered once', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { message, webhook } = await parley.sendInboundMessage(holder, phone, 'When do you close?', {
      times: 3,
      profileName: 'Ann',
    })
    assert.equal(webhook, 200)
    await parley.advanceClock(inboundPauseMs)
    await parley.carrier.phones.redeliver(message.sid)
    await parley.runUntilIdle()
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(await history(holder), [
      ['customer', 'When do you close?', 'done'],
      ['assistant', 'We close at six.', 'done'],
    ])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.deepEqual([data[0]!.total_cost, data[0]!.message_count], [0.01, 2])
    const { session_status, customer_name, last_customer_message_at } = await holder.sessionStatus(phone)
    assert.deepEqual([session_status.is_open, customer_name], [true, 'Ann'])
    assert.match(last_customer_message_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('of several typed in a row has one answer, which they cannot put off for ever', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const body of ['Hi', 'one question', 'when do you close?']) {
      await parley.sendInboundMessage(holder, phone, body)
      await parley.advanceClock(inboundPauseMs / 2)
      assert.deepEqual(parley.textsReceivedBy(phone), [])
    }
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(
      (await history(holder)).map(([by]) => by),
      ['customer', 'customer', 'customer', 'assistant'],
    )
    await parley.sendInboundMessage(holder, phone, 'Thanks')
    await parley.advanceClock(inboundPauseMs)
    assert.equal(parley.textsReceivedBy(phone).length, 2)
  })

  it('in another spelling of the number belongs to the same conversation, and is answered where it came from', async () => {
    const holder = await parley.createSender()
    const given = '+5511987650101'
    const own = '+551187650101'
    const sent = await holder.sendTemplate(given)
    await parley.runUntilIdle()
    await parley.sendInboundMessage(holder, own, 'Oi')
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(own), ['We close at six.'])
    assert.equal((await holder.sessionStatus(given)).conversation_id, sent.conversation_id)
    await holder.sendFreeform(given, 'Até logo')
    await parley.runUntilIdle()
    assert.equal(parley.textsReceivedBy(own).at(-1), 'Até logo')
  })

  it('may be a picture, a tap, a place, or from somebody who shows no number', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const media = [{ contentType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') }]
    await parley.sendInboundMessage(holder, phone, 'The lid is broken', { media })
    await parley.sendInboundMessage(holder, phone, '', { media })
    await parley.sendInboundMessage(holder, phone, 'Yes', { buttonText: 'Yes', buttonPayload: 'confirm' })
    await parley.sendInboundMessage(holder, phone, '', {
      location: { latitude: 51.5, longitude: -0.12, label: 'Shop' },
    })
    await parley.sendInboundMessage(holder, phone, '', { fields: { MessageType: 'contacts' } })
    assert.deepEqual(
      (await history(holder)).map(([, content]) => content),
      ['[image] The lid is broken', '[image]', 'Yes', '[location Shop, 51.5, -0.12]', '[contacts]'],
    )
    await parley.sendInboundMessage(holder, parley.createPhoneNumber(), 'Hi', {
      fields: { From: 'whatsapp:ID.4500000000000001' },
    })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const shown = await holder.client.conversations.show({ uuid: data[0]!.id })
    assert.deepEqual([shown.data.customer_identifier, shown.data.customer_phone], ['ID.4500000000000001', null])
  })

  it('that the carrier could tell nobody of is found in its list', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { control } = parley.carrier
    await parley.sendInboundMessage(holder, phone, 'First')
    control.changeSender(holder.number, { webhook: { callback_url: 'http://127.0.0.1:9/nobody' } })
    await parley.sendInboundMessage(holder, phone, 'Second')
    await parley.sendInboundMessage(holder, phone, 'Third')
    control.changeSender(holder.number, { webhook: { callback_url: '' } })
    assert.equal((await history(holder)).length, 1)
    await parley.runCron('messages.find-lost')
    await parley.runCron('messages.find-lost')
    await parley.runUntilIdle()
    assert.deepEqual(
      (await history(holder)).map(([, content]) => content),
      ['First', 'Second', 'Third'],
    )
  })
})

describe('a person of the account', () => {
  it('silences the assistant, and what he writes goes out', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'I want a human')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const uuid = data[0]!.id
    await holder.client.conversations.write({ uuid, message: 'Here I am' })
    await parley.advanceClock(inboundPauseMs)
    await parley.sendInboundMessage(holder, phone, 'Good')
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['Here I am'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    await holder.client.conversations.enableAi({ uuid })
    await parley.sendInboundMessage(holder, phone, 'When do you close?')
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['Here I am', 'We close at six.'])
  })
})

describe('an assistant who cannot answer', () => {
  it('is asked again when the model has failed', async () => {
    await using failing = await startTestApp({
      carrier: {},
      script: (_request, index) => (index < 3 ? { status: 500 } : 'At last.'),
    })
    const holder = await failing.createSender()
    const phone = failing.createPhoneNumber()
    await failing.carrier.phones.send({ from: phone, to: holder.number, body: 'Hello?' })
    for (let turn = 0; turn < 4; turn++) {
      await failing.runUntilIdle()
      await failing.turnClock(60_000)
    }
    await failing.runUntilIdle()
    assert.deepEqual(
      failing.carrier.phones.inbox(phone).map(({ body }) => body),
      ['At last.'],
    )
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
  })

  it('hears what came while it was deactivated by hand, once it is active again', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await holder.client.assistants.deactivate({ id: holder.id })
    await parley.sendInboundMessage(holder, phone, 'When do you close?')
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), [])
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 0 })
    await holder.client.assistants.activate({ id: holder.id })
    await parley.sendInboundMessage(holder, phone, 'Hello?')
    await parley.advanceClock(inboundPauseMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })

  it('is not found by a stranger', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hi')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    await assert.rejects(
      parley.anonymous.conversations.get({ uuid: data[0]!.id }),
      refusedWith(404, { status: false, error: 'Conversation not found' }),
    )
  })
})
