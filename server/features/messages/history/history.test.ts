// Tests of the history of a chat-app conversation, and of agents who write in it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { full, newestConversation, png, pngMedia, pngResponse, setStatus } from '#testing/features/messages.ts'

const dayMs = 24 * 60 * 60 * 1000

const web = await openReceiver(() => pngResponse)
// The assistant does not answer while a test runs.
const settings = { inboundPauseMs: 60_000 }
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(web.url).host] }, settings })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

describe('the history of a chat-app conversation', () => {
  it('contains the id, the delivery status and the files of each message', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(sender, phone, 'The lid is broken', { media: pngMedia })
    const sent = await sender.sendFreeform(phone, 'This one?', { media_url: web.url, filename: 'lid.png' })
    assert.equal((await newestConversation(sender)).history[1]!.delivery_status, 'queued')
    await parley.runUntilIdle()
    const { history } = await newestConversation(sender)
    const [received, answer] = history
    assert.equal(answer!.id, sent.message_id)
    assert.ok(received!.id < answer!.id)
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

  it('contains the message that a customer replied to, and the payload of a button', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const sent = await sender.sendTemplate(phone)
    await parley.runUntilIdle()
    const repliesTo = sent.message_sid
    await parley.sendInboundMessage(sender, phone, 'Yes', { buttonText: 'Yes', buttonPayload: 'confirm:42', repliesTo })
    await parley.sendInboundMessage(sender, phone, 'This one', { repliesTo: `SM${'0'.repeat(32)}` })
    const { history } = await newestConversation(sender)
    assert.deepEqual(
      history.map(({ replied_to_message_id, button_payload }) => [replied_to_message_id, button_payload]),
      [
        [null, null],
        [sent.message_id, 'confirm:42'],
        [null, null],
      ],
    )
  })

  it('contains the reason of a failure, even if the sender was deleted since', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await sender.sendTemplate(phone)
    await parley.runUntilIdle()
    await sender.client.senders.delete({ id: sender.senderId })
    const { status, delivery_status, error_code, error_message } = (await newestConversation(sender)).history[0]!
    assert.deepEqual([status, delivery_status, error_code], ['failed', 'undelivered', 'PROVIDER_ERROR_63024'])
    assert.ok(error_message)
  })

  it('is found by the UUID in the response of a send request, and by the phone number', async () => {
    const sender = await parley.createSender()
    const [phone, other] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    const { conversation_uuid: uuid } = await sender.sendTemplate(phone)
    await sender.sendTemplate(other)
    const freeform = await sender.sendFreeform(phone, 'And one more thing')
    const session = await sender.sessionStatus(phone)
    assert.deepEqual([freeform.conversation_uuid, session.conversation_uuid], [uuid, uuid])
    assert.equal((await sender.client.conversations.show({ uuid })).data.customer_phone, phone)
    for (const customer_phone of [phone, phone.slice(1), `${phone.slice(0, 5)} ${phone.slice(5)}`]) {
      const { data, total } = await sender.client.conversations.list({ customer_phone })
      assert.deepEqual([total, data[0]!.id, data[0]!.customer_phone], [1, uuid, phone])
    }
    assert.equal((await sender.client.conversations.list({ customer_phone: '+1' })).total, 0)
  })

  it('has no delivery status in other conversations', async () => {
    const sender = await parley.createSender()
    const { conversation_id: uuid } = await sender.client.conversations.create({ assistant_id: sender.uuid })
    await sender.client.conversations.sendMessage({ uuid, message: 'Hi' })
    const { data } = await sender.client.conversations.show({ uuid })
    assert.ok(data.history[0]!.id > 0)
    assert.equal('delivery_status' in data.history[0]!, false)
  })
})

describe('a message of an agent', () => {
  it('is refused before it is recorded if it cannot be sent', async () => {
    const sender = await parley.createSender()
    await sender.openWindow()
    const { id: uuid } = await newestConversation(sender)
    const write = () => sender.client.conversations.write({ uuid, message: 'Here I am' })

    await setStatus(parley, sender, 'OFFLINE')
    await assert.rejects(write(), { status: 503, message: 'Sender is not online. Current status: offline' })
    await setStatus(parley, sender, 'ONLINE')
    await parley.turnClock(dayMs)
    await assert.rejects(write(), (error: { status: number; body: Record<string, unknown> }) => {
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
    await sender.client.senders.delete({ id: sender.senderId })
    await assert.rejects(write(), { status: 404, message: 'Sender not found or does not belong to you' })
    const { history, ai_enabled } = await newestConversation(sender)
    assert.deepEqual([history.length, ai_enabled], [1, true])

    const poor = await parley.createSender({ account: { balanceUsd: 0 } })
    await poor.openWindow()
    const { id } = await newestConversation(poor)
    const insufficient = { status: 402, message: 'Insufficient balance. Please top up your account.' }
    await assert.rejects(poor.client.conversations.write({ uuid: id, message: 'Hi' }), insufficient)
    assert.equal((await newestConversation(poor)).ai_enabled, true)
  })

  it('is marked as failed with the reason if it fails later', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const { id: uuid } = await newestConversation(sender)
    await sender.client.conversations.write({ uuid, message: 'One' })
    await setStatus(parley, sender, 'OFFLINE')
    await parley.runUntilIdle()
    await setStatus(parley, sender, 'ONLINE')
    const other = await sender.openWindow()
    const { id: second } = await newestConversation(sender)
    await sender.client.conversations.write({ uuid: second, message: 'Two' })
    await sender.client.senders.delete({ id: sender.senderId })
    await parley.runUntilIdle()
    const last = async (id: string) => {
      const { data } = await sender.client.conversations.show({ uuid: id })
      const { status, delivery_status, error_code, error_message } = data.history.at(-1)!
      return [status, delivery_status, error_code, error_message]
    }
    const offline = 'Sender is not online. Current status: offline'
    assert.deepEqual(await last(uuid), ['failed', 'failed', 'SENDER_OFFLINE', offline])
    const gone = 'Sender not found or does not belong to you'
    assert.deepEqual(await last(second), ['failed', 'failed', 'SENDER_NOT_FOUND', gone])
    assert.deepEqual([parley.textsReceivedBy(phone), parley.textsReceivedBy(other)], [[], []])
    assert.deepEqual(await sender.money(), full)
  })
})
