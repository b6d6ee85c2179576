// Tests of messages whose outcome is unknown at first: found at the carrier or refunded, and never sent twice.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ParleyError } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { charged, findStored, full, newestConversation, repair, sendStored } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const held = { balance: 100_000_000, held: 10_000 }
const { control, phones } = parley.carrier

const outcomeUnknown =
  'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.'

/** The carrier does not list its messages for this number of requests. */
const failLists = (times: number) =>
  control.script({ faults: [{ fault: 'refuse', code: 20500 }], on: 'GET /2010-04-01/Accounts', times })

/** Returns the ids in the refusal of a message whose outcome is unknown. */
async function idsOfUnknown(call: Promise<unknown>) {
  const error = await call.then(
    () => assert.fail('it was sent'),
    (error: unknown) => error as ParleyError,
  )
  const { conversation_id, message_id, whatsapp_message_id, ...rest } = error.body
  assert.deepEqual(
    [error.status, rest],
    [422, { success: false, error: outcomeUnknown, error_code: 'UNKNOWN_ERROR', outcome: 'unknown' }],
  )
  return [conversation_id, message_id, whatsapp_message_id].map(Number) as [number, number, number]
}

describe('a message whose response from the carrier is lost', () => {
  it('is found at the carrier at once, and is answered as usual', async () => {
    for (const fault of ['lost-reply', 'error-after-accept'] as const) {
      const { message, sender, sent, phone } = await sendStored(parley, fault, 'drop-callbacks')
      assert.equal(message.externalId, sent.message_sid)
      assert.deepEqual(await sender.money(), charged)
      assert.equal(phones.thread(phone).length, 1)
    }
  })

  it('is refunded if it is found to have failed', async () => {
    const sender = await parley.createSender()
    // The carrier does not answer until the message has failed there.
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }, { fault: 'fail', code: 63024 }] })
    failLists(2)
    const sent = await sender.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    const { state, status, errorCode, address } = await findStored(parley, sender, sent.whatsapp_message_id)
    assert.deepEqual([state, status, errorCode], ['accepted', 'undelivered', 63024])
    assert.deepEqual(await sender.money(), full)
    assert.equal((await sender.sessionStatus(address)).session_status.is_open, false)
  })

  it('has an unknown outcome while the carrier does not list it, and is refunded if the carrier does not have it', async () => {
    for (const fault of ['lost-request', 'error-before-accept'] as const) {
      const sender = await parley.createSender()
      const phone = parley.createPhoneNumber()
      control.script(fault)
      const [conversationId, messageId, id] = await idsOfUnknown(sender.sendTemplate(phone))
      assert.deepEqual(await sender.money(), held)
      await parley.runCron('messages.repair')
      await parley.runUntilIdle()
      assert.deepEqual(await sender.money(), held)
      await repair(parley)
      assert.deepEqual(await sender.money(), full)
      assert.equal(phones.thread(phone).length, 0)
      const { conversation_id, conversation_uuid, session_status } = await sender.sessionStatus(phone)
      assert.deepEqual([conversation_id, session_status.is_open], [conversationId, false])
      const { data } = await sender.client.conversations.show({ uuid: conversation_uuid! })
      assert.deepEqual(
        data.history.map((entry) => [entry.id, entry.delivery_status]),
        [[messageId, 'failed']],
      )
      assert.equal((await findStored(parley, sender, id)).status, 'failed')
    }
  })

  it('is found later if the carrier does not answer at first', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    failLists(30)
    const fields = { sender_id: sender.senderId, template_id: sender.templateId, variables: { 1: 'Ann' } }
    const options = { idempotencyKey: crypto.randomUUID() }
    const send = () => sender.client.messages.sendTemplate({ ...fields, recipient_phone: phone }, options)
    const [, , id] = await idsOfUnknown(send())
    assert.deepEqual(await sender.money(), held)
    await repair(parley)
    assert.deepEqual(await sender.money(), held)
    await repair(parley, 30)
    assert.deepEqual(await sender.money(), charged)
    assert.equal(phones.thread(phone).length, 1)
    for (let repetition = 0; repetition < 2; repetition++) {
      const { whatsapp_message_id, message_sid } = await send()
      assert.deepEqual([whatsapp_message_id, message_sid], [id, phones.thread(phone)[0]!.sid])
    }
    assert.equal(phones.thread(phone).length, 1)
  })

  it('is charged after all if the carrier reports it after the refund', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const lateMs = 4 * 60 * 60 * 1000
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'delay-callbacks', delayMs: lateMs }] })
    failLists(12)
    await idsOfUnknown(sender.sendTemplate(phone))
    // The carrier does not list the message yet.
    const [message] = phones.thread(phone)
    const { body } = message!
    message!.body = 'another text'
    for (let round = 0; round < 20 && (await sender.money()).held > 0; round++) {
      await parley.turnClock(125_000)
      await parley.runCron('messages.repair')
      await parley.runJobs()
    }
    message!.body = body
    assert.deepEqual(await sender.money(), full)
    assert.equal((await newestConversation(sender)).history[0]!.status, 'failed')
    await parley.advanceClock(lateMs)
    assert.deepEqual(await sender.money(), charged)
    assert.equal((await newestConversation(sender)).history[0]!.status, 'done')
  })

  it('is distinguished from one with the same text that was not sent, even if that one is looked up first', async () => {
    const { db } = parley.app.context
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const lateMs = 60 * 60 * 1000
    control.script('lost-request', { faults: [{ fault: 'lost-reply' }, { fault: 'delay-callbacks', delayMs: lateMs }] })
    failLists(40)
    await idsOfUnknown(sender.sendTemplate(phone))
    await idsOfUnknown(sender.sendTemplate(phone))
    assert.deepEqual(await sender.money(), { balance: 100_000_000, held: 20_000 })
    await repair(parley, 25)
    // The status updates arrive at the URL of the second message.
    await parley.advanceClock(lateMs)
    const { rows } = await sql<{ state: string; status: string }>`
      select state, status from chatapp_messages where account_id = ${sender.account.id} order by id`.execute(db)
    assert.deepEqual(rows, [
      { state: 'accepted', status: 'read' },
      { state: 'refused', status: 'failed' },
    ])
    assert.deepEqual(await sender.money(), charged)
    assert.equal(phones.thread(phone).length, 1)
    const { rows: failed } = await sql`
      select last_error from graphile_worker.jobs where last_error is not null`.execute(db)
    assert.deepEqual(failed, [])
  })
})
