// Messages whose outcome nobody knows at first: found at the carrier, or not there and paid back; never sent twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ParleyError } from '#sdk/index.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { charged, findStored, full, sendStored } from './delivery-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

const held = { balance: 100_000_000, held: 10_000 }

const notKnown =
  'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.'

/** The ids with which a sending in doubt is refused: they lead to what became of it. */
async function idsInDoubt(call: Promise<unknown>) {
  const error = await call.then(
    () => assert.fail('it was sent'),
    (error: unknown) => error as ParleyError,
  )
  const { conversation_id, message_id, whatsapp_message_id, ...rest } = error.body
  assert.deepEqual(
    [error.status, rest],
    [422, { success: false, error: notKnown, error_code: 'UNKNOWN_ERROR', outcome: 'unknown' }],
  )
  return [conversation_id, message_id, whatsapp_message_id].map(Number) as [number, number, number]
}

describe('a message whose answer was lost', () => {
  it('is found at the carrier at once, and answered as if nothing had been', async () => {
    for (const fault of ['lost-reply', 'error-after-accept'] as const) {
      const { message, holder, sent, phone } = await sendStored(parley, fault, 'drop-callbacks')
      assert.equal(message.sid, sent.message_sid)
      assert.deepEqual(await holder.money(), charged)
      assert.equal(parley.carrier.phones.thread(phone).length, 1)
    }
  })

  it('stays in doubt while the carrier does not show it; its money is back when it turns out not to be there', async () => {
    for (const fault of ['lost-request', 'error-before-accept'] as const) {
      const holder = await parley.createSender()
      const phone = parley.createPhoneNumber()
      parley.carrier.control.script(fault)
      const [conversationId, messageId, id] = await idsInDoubt(holder.sendTemplate(phone))
      assert.deepEqual(await holder.money(), held)
      await parley.runCron('messages.repair')
      await parley.runUntilIdle()
      assert.deepEqual(await holder.money(), held)
      await parley.turnClock(80_000)
      await parley.runCron('messages.repair')
      await parley.runUntilIdle()
      assert.deepEqual(await holder.money(), full)
      assert.equal(parley.carrier.phones.thread(phone).length, 0)
      const { conversation_id, conversation_uuid, session_status } = await holder.sessionStatus(phone)
      assert.deepEqual([conversation_id, session_status.is_open], [conversationId, false])
      const { data } = await holder.client.conversations.show({ uuid: conversation_uuid! })
      assert.deepEqual(
        data.history.map((entry) => [entry.id, entry.delivery_status]),
        [[messageId, 'failed']],
      )
      assert.equal((await findStored(parley, holder, id)).status, 'failed')
    }
  })

  it('is found later, when the carrier could not be asked at first', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { control, phones } = parley.carrier
    const list = 'GET /2010-04-01/Accounts'
    control.script(
      { faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] },
      { faults: [{ fault: 'refuse', code: 20500 }], on: list, times: 30 },
    )
    const fields = { sender_id: holder.senderId, template_id: holder.templateId, variables: { 1: 'Ann' } }
    const options = { idempotencyKey: crypto.randomUUID() }
    const send = () => holder.client.messages.sendTemplate({ ...fields, recipient_phone: phone }, options)
    const [, , id] = await idsInDoubt(send())
    assert.deepEqual(await holder.money(), held)
    await parley.turnClock(80_000)
    await parley.runCron('messages.repair')
    await parley.runUntilIdle()
    assert.deepEqual(await holder.money(), held)
    for (let look = 0; look < 30; look++) {
      await parley.turnClock(125_000)
      await parley.runCron('messages.repair')
      await parley.runUntilIdle()
    }
    assert.deepEqual(await holder.money(), charged)
    assert.equal(phones.thread(phone).length, 1)
    // Under its key the request has its end by now.
    for (let again = 0; again < 2; again++) {
      const { whatsapp_message_id, message_sid } = await send()
      assert.deepEqual([whatsapp_message_id, message_sid], [id, phones.thread(phone)[0]!.sid])
    }
    assert.equal(phones.thread(phone).length, 1)
  })

  it('that was given up is paid after all when the carrier tells of it', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { control, phones } = parley.carrier
    const lateMs = 4 * 60 * 60 * 1000
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'delay-callbacks', delayMs: lateMs }] })
    control.script({ faults: [{ fault: 'refuse', code: 20500 }], on: 'GET /2010-04-01/Accounts', times: 12 })
    await idsInDoubt(holder.sendTemplate(phone))
    // The carrier shows nothing of it, as if its list lagged behind.
    const [message] = phones.thread(phone)
    const { body } = message!
    message!.body = 'not to be seen yet'
    for (let look = 0; look < 20 && (await holder.money()).held > 0; look++) {
      await parley.turnClock(125_000)
      await parley.runCron('messages.repair')
      await parley.runJobs()
    }
    message!.body = body
    assert.deepEqual(await holder.money(), full)
    const shown = async () => {
      const { data } = await holder.client.conversations.list({ type: 'chatapp' })
      return (await holder.client.conversations.show({ uuid: data[0]!.id })).data.history[0]!.status
    }
    assert.equal(await shown(), 'failed')
    await parley.turnClock(lateMs)
    await parley.runUntilIdle()
    assert.deepEqual(await holder.money(), charged)
    assert.equal(await shown(), 'done')
  })
})
