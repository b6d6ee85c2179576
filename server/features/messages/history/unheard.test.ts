// Customers who write while nobody is there who could answer: what becomes of their messages, and what they are called.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { promptOf } from '#server/testing/chat.ts'
import { pauseMs, startChatapp, type TestChatapp, type TestHolder } from '#server/testing/chatapp.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])

let chatapp: TestChatapp
before(async () => {
  chatapp = await startChatapp({ script: 'We close at six.' })
})
after(() => chatapp[Symbol.asyncDispose]())

async function newest({ client }: TestHolder) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  return (await client.conversations.show({ uuid: data[0]!.id })).data
}

describe('a message to a sender without an assistant', () => {
  it('opens the window, in which nothing is promised that would be refused', async () => {
    const holder = await chatapp.openHolder({ sender: { assistant_id: null } })
    const phone = chatapp.newPhone()
    await chatapp.write(holder, phone, 'Hello?')
    await chatapp.pass(pauseMs)
    const { has_conversation, session_status } = await holder.session(phone)
    const { is_open, can_send_freeform, requires_template, message } = session_status
    assert.deepEqual([has_conversation, is_open, can_send_freeform, requires_template], [false, true, false, false])
    assert.equal(message, 'No assistant is configured for this sender. Give it one before it sends.')
    await assert.rejects(holder.sendText(phone, 'Hi'), { status: 422, code: 'NO_ASSISTANT_CONFIGURED', message })
    await holder.client.senders.update({ id: holder.senderId, assistant_id: holder.id })
    assert.equal((await holder.session(phone)).session_status.can_send_freeform, true)
  })

  it('is in the conversation once there is one, with its files, and is answered with the next', async () => {
    const holder = await chatapp.openHolder({ sender: { assistant_id: null } })
    const phone = chatapp.newPhone()
    await chatapp.write(holder, phone, 'Please call me, urgent')
    await chatapp.write(holder, phone, 'The lid is broken', { media: [{ contentType: 'image/png', bytes: png }] })
    await chatapp.pass(pauseMs)
    await holder.client.senders.update({ id: holder.senderId, assistant_id: holder.id })
    await chatapp.write(holder, phone, 'Anyone?')
    await chatapp.pass(pauseMs)
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
    assert.ok(promptOf(chatapp.model.requests.at(-1)).some((line) => line.includes('Please call me, urgent')))
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
  })

  it('stands before what was sent to open the conversation', async () => {
    const holder = await chatapp.openHolder({ sender: { assistant_id: null } })
    const phone = chatapp.newPhone()
    await chatapp.write(holder, phone, 'Hello?', { profileName: 'Ann' })
    await holder.client.senders.update({ id: holder.senderId, assistant_id: holder.id })
    await holder.sendText(phone, 'Hi')
    await holder.sendText(phone, 'How are you?')
    await chatapp.settle()
    const { history, customer_name } = await newest(holder)
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Hello?', 'Hi', 'How are you?'],
    )
    assert.equal(customer_name, 'Ann')
    assert.deepEqual(chatapp.received(phone), ['Hi', 'How are you?'])
  })
})

describe('the name of a customer', () => {
  it('is the one that the account gave, else the one of the profile', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const names = async () => [(await holder.session(phone)).customer_name, (await newest(holder)).customer_name]
    await chatapp.write(holder, phone, 'Hi', { profileName: 'sunny' })
    assert.deepEqual(await names(), ['sunny', 'sunny'])
    await holder.sendTemplate(phone, { recipient_name: 'Ann Lee' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await chatapp.write(holder, phone, 'Thanks', { profileName: 'moony' })
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
    await holder.sendTemplate(phone)
    assert.deepEqual(await names(), ['Ann Lee', 'Ann Lee'])
  })
})
