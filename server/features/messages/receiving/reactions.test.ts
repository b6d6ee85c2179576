// Reactions of customers, such as a thumb: shown, but nothing that was said.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

async function react(holder: TestSender, phone: string, body: string): Promise<void> {
  const fields = { MessageType: 'reaction' }
  await parley.carrier.phones.send({ from: phone, to: holder.number, body, fields })
  await parley.runUntilIdle()
  await parley.turnClock(2_000)
  await parley.runUntilIdle()
}

const inbox = (phone: string) => parley.carrier.phones.inbox(phone).map(({ body }) => body)

describe('a reaction', () => {
  it('is shown, and not answered', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { conversation_uuid: uuid } = await holder.sendTemplate(phone)
    await parley.runUntilIdle()
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
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    await react(holder, phone, '👍')
    assert.equal((await holder.sessionStatus(phone)).last_customer_message_at, null)
    await holder.sendFreeform(phone, 'Anything else?')
    await parley.runUntilIdle()
    assert.equal((await holder.sessionStatus(phone)).session_status.is_open, false)
  })

  it('of somebody who never wrote begins no conversation', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await react(holder, phone, '')
    assert.equal((await holder.sessionStatus(phone)).has_conversation, false)
  })
})
