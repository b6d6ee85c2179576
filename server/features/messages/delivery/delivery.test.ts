// Tests of what happens to messages after they were submitted: statuses, failures, and windows that the carrier closes.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { charged, findStored, full, newestConversation, repair, sendStored } from '#testing/features/messages.ts'
import { payloadOf } from '#testing/requests/payload.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

describe('the status of a message', () => {
  it('advances as far as the updates say, in any order and number', async () => {
    for (const [fault, status] of [
      ['double-callbacks', 'read'],
      ['reverse-callbacks', 'read'],
      ['no-event-type', 'read'],
      ['unknown-field', 'read'],
      ['read-without-delivered', 'read'],
      ['never-read', 'delivered'],
    ] as const) {
      const { message, sender } = await sendStored(parley, fault)
      assert.equal(message.status, status, fault)
      assert.deepEqual(await sender.money(), charged)
    }
  })

  it('follows updates that arrive before the response to the request', async () => {
    const { message, sender, sent } = await sendStored(parley, 'callback-before-answer')
    assert.deepEqual([message.status, message.externalId, message.state], ['read', sent.message_sid, 'accepted'])
    assert.deepEqual(await sender.money(), charged)
  })

  it('becomes failed with the reason and a refund if the carrier fails later', async () => {
    for (const fault of [
      { fault: 'fail', code: 63024 },
      { fault: 'failed-after-sent', code: 63012 },
    ] as const) {
      const { message, sender, phone } = await sendStored(parley, fault)
      assert.ok(['failed', 'undelivered'].includes(message.status))
      assert.equal(message.errorCode, fault.code)
      assert.deepEqual(await sender.money(), full)
      assert.equal((await sender.sessionStatus(phone)).session_status.is_open, false)
      const { message_count, total_cost, history } = await newestConversation(sender)
      assert.deepEqual([message_count, total_cost, history[0]!.status], [0, 0, 'failed'])
    }
    const late = await sendStored(parley, { fault: 'failed-after-delivered', code: 63012 })
    assert.deepEqual([late.message.status, late.message.errorCode], ['delivered', 63012])
    assert.deepEqual(await late.sender.money(), charged)
  })
})

describe('the webhook of delivery statuses', () => {
  const createReportingSender = (url: string) =>
    parley.createSender({ sender: { receipts_webhook_url: url, is_receipts_webhook_active: true } })
  const deliverAll = async () => {
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
  }

  it('reports the statuses in order', async () => {
    await using receiver = await openReceiver()
    const sender = await createReportingSender(receiver.url)
    const phone = parley.createPhoneNumber()
    const sent = await sender.sendTemplate(phone)
    const other = await sender.client.assistants.create({ name: 'Eve' })
    await sender.client.senders.update({ id: sender.senderId, assistant_id: other.data.id })
    await deliverAll()
    const receipts = receiver.requests.map((request) => payloadOf('message.status', request))
    assert.deepEqual(
      receipts.map(({ status }) => status),
      ['queued', 'sent', 'delivered', 'read'],
    )
    const { timestamp, provider_timestamp, ...receipt } = receipts[1]!
    for (const time of [timestamp, ...receipts.map((one) => one.provider_timestamp)])
      assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.ok(provider_timestamp! <= timestamp)
    assert.deepEqual(receipt, {
      event: 'message_status',
      whatsapp_message_id: sent.whatsapp_message_id,
      message_sid: sent.message_sid,
      meta_message_id: sent.message_sid,
      conversation_id: sent.conversation_id,
      conversation_uuid: sent.conversation_uuid,
      assistant_id: sender.id,
      assistant_uuid: sender.uuid,
      sender: { id: sender.senderId, phone_number: sender.number, display_name: 'Bakery' },
      to: phone,
      from: sender.number,
      direction: 'outbound',
      status: 'sent',
      error_code: null,
      error_message: null,
      error_description: null,
    })
  })

  it('describes a failure, and has a provider timestamp only if the carrier reported it', async () => {
    await using receiver = await openReceiver()
    const sender = await createReportingSender(receiver.url)
    const last = () => payloadOf('message.status', receiver.requests.at(-1)!)
    parley.carrier.control.script({ fault: 'fail', code: 63024 })
    await sender.sendTemplate(parley.createPhoneNumber())
    await deliverAll()
    const reported = last()
    assert.deepEqual([reported.status, reported.error_code], ['undelivered', 63024])
    assert.equal(reported.error_description, reported.error_message ?? 'The carrier reported error 63024.')
    assert.match(String(reported.provider_timestamp), /^\d{4}-\d\d-\d\dT/)
    assert.equal(reported.assistant_uuid, sender.uuid)

    parley.carrier.control.script('lost-request')
    await assert.rejects(sender.sendTemplate(parley.createPhoneNumber()), { code: 'UNKNOWN_ERROR' })
    await repair(parley)
    await deliverAll()
    const { status, error_code, error_description, provider_timestamp } = last()
    assert.deepEqual(
      [status, error_code, error_description, provider_timestamp],
      ['failed', null, 'The carrier has no such message.', null],
    )
  })
})

describe('a window that the carrier considers closed', () => {
  const outsideWindow = { faults: [{ fault: 'fail' as const, code: 63016 }] }
  const replyFirst =
    "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages."
  const mustReply = {
    status: 403,
    code: 'SESSION_EXPIRED',
    message: 'The 24-hour messaging window is closed. Customer must reply first.',
  }

  for (const openedBy of ['a template', 'a message of the customer'] as const)
    it(`closes if ${openedBy} opened it, until the customer writes again`, async () => {
      const sender = await parley.createSender()
      const phone = parley.createPhoneNumber()
      const isTemplate = openedBy === 'a template'
      const assertClosed = async () => {
        const { is_open, requires_template, message } = (await sender.sessionStatus(phone)).session_status
        assert.deepEqual(
          { is_open, requires_template, message },
          { is_open: false, requires_template: true, message: replyFirst },
        )
        await assert.rejects(sender.sendFreeform(phone, 'Hello?'), mustReply)
      }
      if (isTemplate) await sender.sendTemplate(phone)
      else await sender.openWindow(phone)
      await parley.runUntilIdle()
      // The sandbox itself refuses freeform messages to a customer who has not written.
      if (!isTemplate) parley.carrier.control.script(outsideWindow)
      const { whatsapp_message_id } = await sender.sendFreeform(phone, 'And another thing')
      await parley.runUntilIdle()
      const { status, errorCode } = await findStored(parley, sender, whatsapp_message_id)
      assert.deepEqual([status, errorCode], ['failed', 63016])
      assert.deepEqual(await sender.money(), isTemplate ? charged : full)
      await assertClosed()
      await sender.sendTemplate(phone)
      await parley.runUntilIdle()
      await assertClosed()
      await sender.openWindow(phone)
      assert.equal((await sender.sessionStatus(phone)).session_status.is_open, true)
      await sender.sendFreeform(phone, 'Sorry!')
      await parley.runUntilIdle()
      assert.equal(parley.textsReceivedBy(phone).at(-1), 'Sorry!')
    })

  it('stays open if the customer has written before the refusal arrives', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    parley.carrier.control.script(outsideWindow)
    await sender.sendFreeform(phone, 'And another thing')
    await parley.carrier.control.settled()
    await sender.openWindow(phone)
    await parley.runUntilIdle()
    assert.equal((await sender.sessionStatus(phone)).session_status.is_open, true)
  })
})

describe('a failure that concerns the template or the sender', () => {
  it('triggers a sync with the carrier', async () => {
    const sender = await parley.createSender({ template: { name: 'to_be_paused' } })
    const { control } = parley.carrier
    control.changeTemplate('to_be_paused', { status: 'paused' })
    const sent = await sender.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, sender, sent.whatsapp_message_id)).errorCode, 63041)
    await assert.rejects(sender.sendTemplate(parley.createPhoneNumber()), { code: 'TEMPLATE_NOT_APPROVED' })
    const other = await parley.createSender()
    control.changeSender(other.number, { status: 'OFFLINE' })
    await other.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    await assert.rejects(other.sendTemplate(parley.createPhoneNumber()), { code: 'SENDER_OFFLINE' })
  })
})
