// Messages over the front door, the carrier's wire and a person's phone.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

const day = 24 * 60 * 60 * 1000

describe('a chat between a business and a customer', () => {
  it('begins with a template, opens by the reply, is answered by the assistant, and closes after a day', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { phones, control } = parley.carrier

    const sent = await holder.sendTemplate(phone, { recipient_name: 'Ann' })
    assert.deepEqual(
      { ...sent, message_sid: sent.message_sid.slice(0, 2) },
      {
        success: true,
        conversation_id: sent.conversation_id,
        conversation_uuid: sent.conversation_uuid,
        message_id: sent.message_id,
        whatsapp_message_id: sent.whatsapp_message_id,
        message_sid: 'SM',
        status: 'queued',
      },
    )
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    await parley.runUntilIdle()
    assert.deepEqual(
      phones.inbox(phone).map(({ body }) => body),
      ['Ann, your order has been packed and is on its way to you.'],
    )

    await phones.send({ from: phone, to: holder.number, body: 'When do you close?', profileName: 'Ann' })
    await parley.runUntilIdle()
    await parley.turnClock(2_000)
    await parley.runUntilIdle()
    assert.deepEqual(
      phones
        .inbox(phone)
        .map(({ body }) => body)
        .at(-1),
      'We close at six.',
    )
    assert.deepEqual(await holder.money(), { balance: 99_980_000, held: 0 })

    const free = await holder.sendFreeform(phone, 'See you!')
    assert.equal(free.session_status.is_open, true)
    assert.equal(free.conversation_id, sent.conversation_id)
    await control.settled()
    assert.equal(phones.inbox(phone).at(-1)?.body, 'See you!')
    await parley.runUntilIdle()

    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.equal(data.length, 1)
    const shown = await holder.client.conversations.show({ uuid: data[0]!.id })
    assert.deepEqual(
      shown.data.history.map(({ content, sent_by, status }) => [sent_by, content, status]),
      [
        ['assistant', 'Ann, your order has been packed and is on its way to you.', 'done'],
        ['customer', 'When do you close?', 'done'],
        ['assistant', 'We close at six.', 'done'],
        ['assistant', 'See you!', 'done'],
      ],
    )
    assert.deepEqual([data[0]!.message_count, data[0]!.total_cost], [4, 0.03])

    await parley.turnClock(day)
    await assert.rejects(holder.sendFreeform(phone, 'Still there?'), { status: 403, code: 'SESSION_EXPIRED' })
  })
})
