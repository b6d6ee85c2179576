// Tests of customers who write to a sender without an assistant, and of the names of customers.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { promptOf } from '#server/testing/scripted-model.ts'
import { inboundPauseMs, startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

async function newest({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  return (await client.conversations.show({ uuid: data[0]!.id })).data
}

describe('a message to a sender without an assistant', () => {
  it('is stored in a conversation that waits for a person, who can answer freely', async () => {
    const holder = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hello?')
    await parley.advanceClock(inboundPauseMs)
    const { has_conversation, session_status } = await holder.sessionStatus(phone)
    const { is_open, can_send_freeform, message } = session_status
    assert.deepEqual([has_conversation, is_open, can_send_freeform], [true, true, true])
    assert.match(message, /^Session open /)
    const waiting = await newest(holder)
    assert.deepEqual(
      [waiting.assistant_id, waiting.assistant_name, waiting.ai_enabled, waiting.customer_phone, waiting.status],
      [null, null, false, phone, 'open'],
    )
    assert.deepEqual(
      waiting.history.map(({ content, status }) => [content, status]),
      [['Hello?', 'done']],
    )
    await holder.sendFreeform(phone, 'Hi')
    await holder.client.conversations.write({ uuid: waiting.id, message: 'How can I help?' })
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi', 'How can I help?'])
    assert.deepEqual(
      (await newest(holder)).history.map(({ sent_by, content }) => [sent_by, content]),
      [
        ['customer', 'Hello?'],
        ['assistant', 'Hi'],
        ['human', 'How can I help?'],
      ],
    )
    await assert.rejects(holder.sendTemplate(phone), { status: 422, code: 'NO_ASSISTANT_CONFIGURED' })
  })

  it('is treated alike while the assistant of the sender is deleted', async () => {
    const holder = await parley.createSender()
    await holder.client.assistants.delete({ id: holder.id })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'Hello?')
    const { assistant_id, history } = await newest(holder)
    assert.deepEqual([assistant_id, history.length], [null, 1])
    await holder.sendFreeform(phone, 'Hi')
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi'])
  })

  it('ends its conversation after half an hour of quiet', async () => {
    const holder = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'Hello?')
    await parley.advanceClock(29 * 60_000)
    await parley.askAssistant(holder, phone, 'Anyone?')
    await parley.advanceClock(5 * 60_000)
    assert.equal((await newest(holder)).status, 'open')
    await parley.advanceClock(26 * 60_000)
    assert.equal((await newest(holder)).status, 'ended')
  })

  it('is in the conversation once there is one, with its files, and is answered with the next', async () => {
    const holder = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Please call me, urgent')
    await parley.sendInboundMessage(holder, phone, 'The lid is broken', {
      media: [{ contentType: 'image/png', bytes: png }],
    })
    await parley.advanceClock(inboundPauseMs)
    await holder.client.senders.update({ id: holder.senderId, assistant_id: holder.id })
    await parley.sendInboundMessage(holder, phone, 'Anyone?')
    await parley.advanceClock(inboundPauseMs)
    const { history, message_count, customer_name } = await newest(holder)
    assert.deepEqual(
      history.map(({ sent_by, content, attachments }) => [sent_by, content, attachments!.length]),
      [
        ['customer', 'Please call me, urgent', 0],
        ['customer', '[image] The lid is broken', 1],
        ['customer', 'Anyone?', 0],
        ['assistant', 'We close at six.', 0],
      ],
    )
    assert.deepEqual([message_count, customer_name], [4, 'Sandbox user'])
    assert.ok(promptOf(parley.model.requests.at(-1)).some((line) => line.includes('Please call me, urgent')))
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })

  it('stands before what was sent to open the conversation', async () => {
    const holder = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(holder, phone, 'Hello?', { profileName: 'Ann' })
    await holder.client.senders.update({ id: holder.senderId, assistant_id: holder.id })
    await holder.sendFreeform(phone, 'Hi')
    await holder.sendFreeform(phone, 'How are you?')
    await parley.runUntilIdle()
    const { history, customer_name } = await newest(holder)
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Hello?', 'Hi', 'How are you?'],
    )
    assert.equal(customer_name, 'Ann')
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi', 'How are you?'])
  })
})

describe('the name of a customer', () => {
  it('is the one that the account gave, else the one of the profile', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const names = async () => [(await holder.sessionStatus(phone)).customer_name, (await newest(holder)).customer_name]
    await parley.sendInboundMessage(holder, phone, 'Hi', { profileName: 'sunny' })
    assert.deepEqual(await names(), ['sunny', 'sunny'])
    await holder.sendTemplate(phone, { recipient_name: 'Ann Lee' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await parley.sendInboundMessage(holder, phone, 'Thanks', { profileName: 'moony' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await holder.sendTemplate(phone)
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
  })
})
