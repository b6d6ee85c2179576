// Tests of customers who write to a sender without an assistant, and of the names of customers.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { promptOf } from '#testing/app/scripted-model.ts'
import { inboundPauseMs, startTestApp } from '#testing/app/test-app.ts'
import { newestConversation, pngMedia } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
after(() => parley[Symbol.asyncDispose]())

describe('a message to a sender without an assistant', () => {
  it('is stored in a conversation that waits for an agent, who can answer with freeform messages', async () => {
    const sender = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Hello?')
    const { has_conversation, session_status } = await sender.sessionStatus(phone)
    const { is_open, can_send_freeform, message } = session_status
    assert.deepEqual([has_conversation, is_open, can_send_freeform], [true, true, true])
    assert.match(message, /^Session open /)
    const waiting = await newestConversation(sender)
    assert.deepEqual(
      [waiting.assistant_id, waiting.assistant_name, waiting.ai_enabled, waiting.customer_phone, waiting.status],
      [null, null, false, phone, 'open'],
    )
    assert.deepEqual(
      waiting.history.map(({ content, status }) => [content, status]),
      [['Hello?', 'done']],
    )
    await sender.sendFreeform(phone, 'Hi')
    await sender.client.conversations.write({ uuid: waiting.id, message: 'How can I help?' })
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi', 'How can I help?'])
    assert.deepEqual(
      (await newestConversation(sender)).history.map(({ sent_by, content }) => [sent_by, content]),
      [
        ['customer', 'Hello?'],
        ['assistant', 'Hi'],
        ['human', 'How can I help?'],
      ],
    )
    await assert.rejects(sender.sendTemplate(phone), { status: 422, code: 'NO_ASSISTANT_CONFIGURED' })
  })

  it('is handled in the same way if the assistant was deleted', async () => {
    const sender = await parley.createSender()
    await sender.client.assistants.delete({ id: sender.id })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Hello?')
    const { assistant_id, history } = await newestConversation(sender)
    assert.deepEqual([assistant_id, history.length], [null, 1])
    await sender.sendFreeform(phone, 'Hi')
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi'])
  })

  it('belongs to a conversation that ends after 30 inactive minutes', async () => {
    const sender = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Hello?')
    await parley.advanceClock(29 * 60_000)
    await parley.askAssistant(sender, phone, 'Anyone?')
    await parley.advanceClock(5 * 60_000)
    assert.equal((await newestConversation(sender)).status, 'open')
    await parley.advanceClock(26 * 60_000)
    assert.equal((await newestConversation(sender)).status, 'ended')
  })

  it('is answered, with its files, together with the next message after the sender gets an assistant', async () => {
    const sender = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(sender, phone, 'Please call me, urgent')
    await parley.sendInboundMessage(sender, phone, 'The lid is broken', { media: pngMedia })
    await parley.advanceClock(inboundPauseMs)
    await sender.client.senders.update({ id: sender.senderId, assistant_id: sender.id })
    await parley.askAssistant(sender, phone, 'Anyone?')
    const { history, message_count, customer_name } = await newestConversation(sender)
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

  it('comes before the messages of the account in the history', async () => {
    const sender = await parley.createSender({ sender: { assistant_id: null } })
    const phone = parley.createPhoneNumber()
    await parley.sendInboundMessage(sender, phone, 'Hello?', { profileName: 'Ann' })
    await sender.client.senders.update({ id: sender.senderId, assistant_id: sender.id })
    await sender.sendFreeform(phone, 'Hi')
    await sender.sendFreeform(phone, 'How are you?')
    await parley.runUntilIdle()
    const { history, customer_name } = await newestConversation(sender)
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Hello?', 'Hi', 'How are you?'],
    )
    assert.equal(customer_name, 'Ann')
    assert.deepEqual(parley.textsReceivedBy(phone), ['Hi', 'How are you?'])
  })
})

describe('the name of a customer', () => {
  it('is the name that the account gave, or else the profile name', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const names = async () => [
      (await sender.sessionStatus(phone)).customer_name,
      (await newestConversation(sender)).customer_name,
    ]
    await parley.sendInboundMessage(sender, phone, 'Hi', { profileName: 'sunny' })
    assert.deepEqual(await names(), ['sunny', 'sunny'])
    await sender.sendTemplate(phone, { recipient_name: 'Ann Lee' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await parley.sendInboundMessage(sender, phone, 'Thanks', { profileName: 'moony' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await sender.sendTemplate(phone)
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
  })
})
