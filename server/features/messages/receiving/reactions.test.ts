// Reactions of customers, such as a thumb: shown, but nothing that was said.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startChatapp, type TestChatapp, type TestHolder } from '#server/testing/chatapp-fixtures.ts'

let chatapp: TestChatapp
before(async () => {
  chatapp = await startChatapp({ script: 'We close at six.' })
})
after(() => chatapp[Symbol.asyncDispose]())

async function react(holder: TestHolder, phone: string, body: string): Promise<void> {
  const fields = { MessageType: 'reaction' }
  await chatapp.parley.carrier.phones.send({ from: phone, to: holder.number, body, fields })
  await chatapp.settle()
  await chatapp.parley.turnClock(2_000)
  await chatapp.settle()
}

const inbox = (phone: string) => chatapp.parley.carrier.phones.inbox(phone).map(({ body }) => body)

describe('a reaction', () => {
  it('is shown, and not answered', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const { conversation_uuid: uuid } = await holder.sendTemplate(phone)
    await chatapp.settle()
    await react(holder, phone, '👍')
    const { data } = await holder.client.conversations.show({ uuid })
    assert.deepEqual(
      data.history.map(({ sent_by, content }) => [sent_by, content]),
      [
        ['assistant', 'Ann, your order has been packed and is on its way to you.'],
        ['customer', '[reaction 👍]'],
      ],
    )
    assert.deepEqual(inbox(phone), ['Ann, your order has been packed and is on its way to you.'])
  })

  it('opens no window, neither ours nor the carrier’s', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await holder.sendTemplate(phone)
    await chatapp.settle()
    await react(holder, phone, '👍')
    assert.equal((await holder.session(phone)).last_customer_message_at, null)
    await holder.sendText(phone, 'Anything else?')
    await chatapp.settle()
    assert.equal((await holder.session(phone)).session_status.is_open, false)
  })

  it('of somebody who never wrote begins no conversation', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await react(holder, phone, '')
    assert.equal((await holder.session(phone)).has_conversation, false)
  })
})
