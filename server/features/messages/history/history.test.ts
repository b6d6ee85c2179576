// What the owner sees in the history of a chat-app conversation, and what a person may still write in it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { helpMessage, startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const dayMs = 24 * 60 * 60 * 1000

let parley: TestApp
let web: Receiver
before(async () => {
  web = await openReceiver(() => ({ headers: { 'content-type': 'image/png' }, body: png as unknown as string }))
  parley = await startTestApp({
    carrier: {},
    config: { allowPrivate: [new URL(web.url).host] },
    script: 'We close at six.',
  })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function newest({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const shown = await client.conversations.show({ uuid: data[0]!.id })
  return shown.data
}

const setStatus = async ({ client, number }: TestSender, status: 'ONLINE' | 'OFFLINE') => {
  parley.carrier.control.changeSender(number, { status })
  await client.senders.sync()
}

describe('the history of a chat-app conversation', () => {
  it('shows of each message its id, how far it came, and the files that came with it', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'The lid is broken', {
      media: [{ contentType: 'image/png', bytes: png }],
    })
    await holder.client.conversations.disableAi({ uuid: (await newest(holder)).id })
    const sent = await holder.sendFreeform(phone, 'This one?', {
      media_url: `${web.url}/ours.png`,
      filename: 'lid.png',
    })
    assert.equal((await newest(holder)).history[1]!.delivery_status, 'queued')
    await parley.runUntilIdle()
    const { history } = await newest(holder)
    const [theirs, ours] = history
    assert.equal(ours!.id, sent.message_id)
    assert.ok(theirs!.id < ours!.id)
    assert.deepEqual(
      history.map(({ delivery_status, error_code, error_message }) => [delivery_status, error_code, error_message]),
      [
        [null, null, null],
        ['read', null, null],
      ],
    )
    assert.deepEqual(
      history.map(({ attachments }) => attachments!.map(({ content_type, filename }) => [content_type, filename])),
      [[['image/png', null]], [['image/png', 'lid.png']]],
    )
    for (const { attachments } of history) {
      const file = await parley.fetch(new Request(attachments![0]!.url))
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), png)
    }
  })

  it('shows which message a customer answers, and what the button stands for', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const sent = await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    const repliesTo = sent.message_sid
    await parley.sendInboundMessage(holder, phone, 'Yes', { buttonText: 'Yes', buttonPayload: 'confirm:42', repliesTo })
    await parley.sendInboundMessage(holder, phone, 'This one', { repliesTo: `SM${'0'.repeat(32)}` })
    const { history } = await newest(holder)
    assert.deepEqual(
      history.map(({ replied_to_message_id, button_payload }) => [replied_to_message_id, button_payload]),
      [
        [null, null],
        [sent.message_id, 'confirm:42'],
        [null, null],
      ],
    )
  })

  it('shows why a message failed, also when its sender has been deleted since', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    await holder.client.senders.delete({ id: holder.senderId })
    const { status, delivery_status, error_code, error_message } = (await newest(holder)).history[0]!
    assert.deepEqual([status, delivery_status, error_code], ['failed', 'undelivered', 'PROVIDER_ERROR_63024'])
    assert.ok(error_message)
  })

  it('is found from what was sent: by the UUID in the answer, and by the phone', async () => {
    const holder = await parley.createSender()
    const [phone, other] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    const { conversation_uuid: uuid } = await holder.sendTemplate(phone)
    await holder.sendTemplate(other)
    const freely = await holder.sendFreeform(phone, 'And one more thing')
    const session = await holder.sessionStatus(phone)
    assert.deepEqual([freely.conversation_uuid, session.conversation_uuid], [uuid, uuid])
    assert.equal((await holder.client.conversations.show({ uuid })).data.customer_phone, phone)
    for (const customer_phone of [phone, phone.slice(1), `${phone.slice(0, 5)} ${phone.slice(5)}`]) {
      const { data, total } = await holder.client.conversations.list({ customer_phone })
      assert.deepEqual([total, data[0]!.id, data[0]!.customer_phone], [1, uuid, phone])
    }
    assert.equal((await holder.client.conversations.list({ customer_phone: '+1' })).total, 0)
  })

  it('says nothing of delivery where nothing is delivered', async () => {
    const holder = await parley.createSender()
    const { conversation_id: uuid } = await holder.client.conversations.create({ assistant_id: holder.uuid })
    await holder.client.conversations.sendMessage({ uuid, message: 'Hi' })
    const { data } = await holder.client.conversations.show({ uuid })
    assert.ok(data.history[0]!.id > 0)
    assert.equal('delivery_status' in data.history[0]!, false)
  })
})

describe('a person who writes to a customer of the channel', () => {
  it('is refused before anything is written when it cannot go out', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, helpMessage.body, helpMessage)
    const { id: uuid } = await newest(holder)
    const say = () => holder.client.conversations.write({ uuid, message: 'Here I am' })

    await setStatus(holder, 'OFFLINE')
    await assert.rejects(say(), { status: 503, message: 'Sender is not online. Current status: offline' })
    await setStatus(holder, 'ONLINE')
    await parley.turnClock(dayMs)
    await assert.rejects(say(), (error: { status: number; body: Record<string, unknown> }) => {
      const { expired_at, ...session } = error.body['session_status'] as Record<string, unknown>
      assert.ok(expired_at)
      assert.deepEqual(session, {
        is_open: false,
        can_send_freeform: false,
        requires_template: true,
        message: 'Session expired. Send a template or wait for customer to reply.',
      })
      return error.status === 403 && error.body['status'] === false
    })
    await holder.client.senders.delete({ id: holder.senderId })
    await assert.rejects(say(), { status: 404, message: 'Sender not found or does not belong to you' })
    const { history, ai_enabled } = await newest(holder)
    assert.deepEqual([history.length, ai_enabled], [1, true])
  })

  it('is refused without money', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 0 } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, helpMessage.body, helpMessage)
    const { id: uuid } = await newest(holder)
    await assert.rejects(holder.client.conversations.write({ uuid, message: 'Hi' }), {
      status: 402,
      message: 'Insufficient balance. Please top up your account.',
    })
    assert.equal((await newest(holder)).ai_enabled, true)
  })

  it('is shown why it failed all the same when that happens later', async () => {
    const holder = await parley.createSender()
    const [phone, other] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    await parley.sendInboundMessage(holder, phone, helpMessage.body, helpMessage)
    const { id: uuid } = await newest(holder)
    await holder.client.conversations.write({ uuid, message: 'One' })
    await setStatus(holder, 'OFFLINE')
    await parley.runUntilIdle()
    await setStatus(holder, 'ONLINE')
    await parley.sendInboundMessage(holder, other, helpMessage.body, helpMessage)
    const { id: second } = await newest(holder)
    await holder.client.conversations.write({ uuid: second, message: 'Two' })
    await holder.client.senders.delete({ id: holder.senderId })
    await parley.runUntilIdle()
    const last = async (id: string) => {
      const { data } = await holder.client.conversations.show({ uuid: id })
      const { status, delivery_status, error_code, error_message } = data.history.at(-1)!
      return [status, delivery_status, error_code, error_message]
    }
    const offline = 'Sender is not online. Current status: offline'
    assert.deepEqual(await last(uuid), ['failed', 'failed', 'SENDER_OFFLINE', offline])
    const gone = 'Sender not found or does not belong to you'
    assert.deepEqual(await last(second), ['failed', 'failed', 'SENDER_NOT_FOUND', gone])
    assert.deepEqual([parley.textsReceivedBy(phone), parley.textsReceivedBy(other)], [[], []])
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 0 })
  })
})
