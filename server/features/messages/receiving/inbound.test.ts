// What customers write: stored once and in order, answered by the assistant unless somebody forbids it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/chat-fixtures.ts'
import { pauseMs, startChatapp, type TestChatapp, type TestHolder } from '#server/testing/chatapp-fixtures.ts'

let chatapp: TestChatapp
before(async () => {
  chatapp = await startChatapp({ script: 'We close at six.' })
})
after(() => chatapp[Symbol.asyncDispose]())

async function history({ client }: TestHolder) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  if (data.length === 0) return []
  const shown = await client.conversations.show({ uuid: data[0]!.id })
  return shown.data.history.map(({ sent_by, content, status }) => [sent_by, content, status])
}

describe('a message of a customer', () => {
  it('is stored once, however often it comes, and answered once', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const { message, webhook } = await chatapp.write(holder, phone, 'When do you close?', {
      times: 3,
      profileName: 'Ann',
    })
    assert.equal(webhook, 200)
    await chatapp.pass(pauseMs)
    await chatapp.parley.carrier.phones.redeliver(message.sid)
    await chatapp.settle()
    await chatapp.pass(pauseMs)
    assert.deepEqual(await history(holder), [
      ['customer', 'When do you close?', 'done'],
      ['assistant', 'We close at six.', 'done'],
    ])
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.deepEqual([data[0]!.total_cost, data[0]!.message_count], [0.01, 2])
    const { session_status, customer_name, last_customer_message_at } = await holder.session(phone)
    assert.deepEqual([session_status.is_open, customer_name], [true, 'Ann'])
    assert.match(last_customer_message_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('of several typed in a row has one answer, which they cannot put off for ever', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    for (const body of ['Hi', 'one question', 'when do you close?']) {
      await chatapp.write(holder, phone, body)
      await chatapp.pass(pauseMs / 2)
      assert.deepEqual(chatapp.received(phone), [])
    }
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
    assert.deepEqual(
      (await history(holder)).map(([by]) => by),
      ['customer', 'customer', 'customer', 'assistant'],
    )
    await chatapp.write(holder, phone, 'Thanks')
    await chatapp.pass(pauseMs)
    assert.equal(chatapp.received(phone).length, 2)
  })

  it('in another spelling of the number belongs to the same conversation, and is answered where it came from', async () => {
    const holder = await chatapp.openHolder()
    const given = '+5511987650101'
    const own = '+551187650101'
    const sent = await holder.sendTemplate(given)
    await chatapp.settle()
    await chatapp.write(holder, own, 'Oi')
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(own), ['We close at six.'])
    assert.equal((await holder.session(given)).conversation_id, sent.conversation_id)
    await holder.sendText(given, 'Até logo')
    await chatapp.settle()
    assert.equal(chatapp.received(own).at(-1), 'Até logo')
  })

  it('may be a picture, a tap, a place, or from somebody who shows no number', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const media = [{ contentType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') }]
    await chatapp.write(holder, phone, 'The lid is broken', { media })
    await chatapp.write(holder, phone, '', { media })
    await chatapp.write(holder, phone, 'Yes', { buttonText: 'Yes', buttonPayload: 'confirm' })
    await chatapp.write(holder, phone, '', { location: { latitude: 51.5, longitude: -0.12, label: 'Shop' } })
    await chatapp.write(holder, phone, '', { fields: { MessageType: 'contacts' } })
    assert.deepEqual(
      (await history(holder)).map(([, content]) => content),
      ['[image] The lid is broken', '[image]', 'Yes', '[location Shop, 51.5, -0.12]', '[contacts]'],
    )
    await chatapp.write(holder, chatapp.newPhone(), 'Hi', { fields: { From: 'whatsapp:ID.4500000000000001' } })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const shown = await holder.client.conversations.show({ uuid: data[0]!.id })
    assert.deepEqual([shown.data.customer_identifier, shown.data.customer_phone], ['ID.4500000000000001', null])
  })

  it('that the carrier could tell nobody of is found in its list', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const { control } = chatapp.parley.carrier
    await chatapp.write(holder, phone, 'First')
    control.changeSender(holder.number, { webhook: { callback_url: 'http://127.0.0.1:9/nobody' } })
    await chatapp.write(holder, phone, 'Second')
    await chatapp.write(holder, phone, 'Third')
    control.changeSender(holder.number, { webhook: { callback_url: '' } })
    assert.equal((await history(holder)).length, 1)
    await chatapp.parley.runCron('messages.find-lost')
    await chatapp.parley.runCron('messages.find-lost')
    await chatapp.settle()
    assert.deepEqual(
      (await history(holder)).map(([, content]) => content),
      ['First', 'Second', 'Third'],
    )
  })
})

describe('a person of the account', () => {
  it('silences the assistant, and what he writes goes out', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await chatapp.write(holder, phone, 'I want a human')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const uuid = data[0]!.id
    await holder.client.conversations.write({ uuid, message: 'Here I am' })
    await chatapp.pass(pauseMs)
    await chatapp.write(holder, phone, 'Good')
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(phone), ['Here I am'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    await holder.client.conversations.enableAi({ uuid })
    await chatapp.write(holder, phone, 'When do you close?')
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(phone), ['Here I am', 'We close at six.'])
  })
})

describe('an assistant who cannot answer', () => {
  it('is asked again when the model has failed', async () => {
    await using failing = await startChatapp({
      script: (_request, index) => (index < 3 ? { status: 500 } : 'At last.'),
    })
    const holder = await failing.openHolder()
    const phone = failing.newPhone()
    await failing.parley.carrier.phones.send({ from: phone, to: holder.number, body: 'Hello?' })
    for (let turn = 0; turn < 4; turn++) {
      await failing.settle()
      await failing.parley.turnClock(60_000)
    }
    await failing.settle()
    assert.deepEqual(
      failing.parley.carrier.phones.inbox(phone).map(({ body }) => body),
      ['At last.'],
    )
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
  })

  it('hears what came while it was deactivated by hand, once it is active again', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await holder.client.assistants.deactivate({ id: holder.id })
    await chatapp.write(holder, phone, 'When do you close?')
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(phone), [])
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 0 })
    await holder.client.assistants.activate({ id: holder.id })
    await chatapp.write(holder, phone, 'Hello?')
    await chatapp.pass(pauseMs)
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
  })

  it('is not found by a stranger', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await chatapp.write(holder, phone, 'Hi')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    await assert.rejects(
      chatapp.parley.anonymous.conversations.get({ uuid: data[0]!.id }),
      refusedWith(404, { status: false, error: 'Conversation not found' }),
    )
  })
})
