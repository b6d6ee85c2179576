// What becomes of messages after they were handed over: statuses, failures, forged and repeated news.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import { payloadOf } from '#server/testing/payload.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { helpMessage, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { charged, findStored, full, sendStored } from './delivery-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

describe('the status of a message', () => {
  it('rises to read, whatever the order and number of the news', async () => {
    for (const fault of ['double-callbacks', 'reverse-callbacks', 'no-event-type', 'unknown-field'] as const) {
      const { message, holder } = await sendStored(parley, fault)
      assert.equal(message.status, 'read', fault)
      assert.deepEqual(await holder.money(), charged)
    }
    assert.equal((await sendStored(parley, 'read-without-delivered')).message.status, 'read')
    assert.equal((await sendStored(parley, 'never-read')).message.status, 'delivered')
  })

  it('is learnt from news that come before the answer', async () => {
    const { message, holder, sent } = await sendStored(parley, 'callback-before-answer')
    assert.deepEqual([message.status, message.sid, message.state], ['read', sent.message_sid, 'accepted'])
    assert.deepEqual(await holder.money(), charged)
  })

  it('becomes failed, with the reason and the money back, when the carrier fails later', async () => {
    for (const fault of [
      { fault: 'fail', code: 63024 },
      { fault: 'failed-after-sent', code: 63012 },
    ] as const) {
      const { message, holder, phone } = await sendStored(parley, fault)
      assert.ok(['failed', 'undelivered'].includes(message.status))
      assert.equal(message.errorCode, fault.code)
      assert.deepEqual(await holder.money(), full)
      assert.equal((await holder.sessionStatus(phone)).session_status.is_open, false)
      const { data } = await holder.client.conversations.list({ type: 'chatapp' })
      assert.deepEqual([data[0]!.message_count, data[0]!.total_cost], [0, 0])
      const shown = await holder.client.conversations.show({ uuid: data[0]!.id })
      assert.equal(shown.data.history[0]!.status, 'failed')
    }
    const late = await sendStored(parley, { fault: 'failed-after-delivered', code: 63012 })
    assert.deepEqual([late.message.status, late.message.errorCode], ['delivered', 63012])
    assert.deepEqual(await late.holder.money(), charged)
  })

  it('is told to the address of the sender, in order', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createSender({
      sender: { receipts_webhook_url: `${receiver.url}/receipts`, is_receipts_webhook_active: true },
    })
    const phone = parley.createPhoneNumber()
    const sent = await holder.sendTemplate(phone)
    const other = await holder.client.assistants.create({ name: 'Eve' })
    await holder.client.senders.update({ id: holder.senderId, assistant_id: other.data.id })
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
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
      conversation_id: sent.conversation_id,
      conversation_uuid: sent.conversation_uuid,
      assistant_id: holder.id,
      assistant_uuid: holder.uuid,
      sender: { id: holder.senderId, phone_number: holder.number, display_name: 'Bakery' },
      to: phone,
      from: holder.number,
      direction: 'outbound',
      status: 'sent',
      error_code: null,
      error_message: null,
      error_description: null,
    })
  })

  it('is told with a description of the failure, and with a time of the carrier only if the carrier reported it', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createSender({
      sender: { receipts_webhook_url: receiver.url, is_receipts_webhook_active: true },
    })
    const last = () => payloadOf('message.status', receiver.requests.at(-1)!)
    parley.carrier.control.script({ fault: 'fail', code: 63024 })
    await holder.sendTemplate(parley.createPhoneNumber())
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
    const reported = last()
    assert.deepEqual([reported.status, reported.error_code], ['undelivered', 63024])
    assert.equal(reported.error_description, reported.error_message ?? 'The carrier reported error 63024.')
    assert.match(String(reported.provider_timestamp), /^\d{4}-\d\d-\d\dT/)
    assert.equal(reported.assistant_uuid, holder.uuid)

    parley.carrier.control.script('lost-request')
    await assert.rejects(holder.sendTemplate(parley.createPhoneNumber()), { code: 'UNKNOWN_ERROR' })
    await parley.turnClock(80_000)
    await parley.runCron('messages.repair')
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
    const { status, error_code, error_description, provider_timestamp } = last()
    assert.deepEqual(
      [status, error_code, error_description, provider_timestamp],
      ['failed', null, 'The carrier has no such message.', null],
    )
  })
})

describe('the window that a template opened', () => {
  it('is closed when the carrier refuses what was sent freely through it, and opens by the reply', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    const sent = await holder.sendFreeform(phone, 'And another thing')
    await parley.runUntilIdle()
    const message = await findStored(parley, holder, sent.whatsapp_message_id)
    assert.deepEqual([message.status, message.errorCode], ['failed', 63016])
    assert.deepEqual(await holder.money(), charged)
    const { session_status } = await holder.sessionStatus(phone)
    const sentence =
      "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages."
    assert.equal(session_status.message, sentence)
    await assert.rejects(holder.sendFreeform(phone, 'Hello?'), { status: 403, code: 'SESSION_EXPIRED' })
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    assert.equal((await holder.sessionStatus(phone)).session_status.message, sentence)
    await assert.rejects(holder.sendFreeform(phone, 'Hello??'), { status: 403, code: 'SESSION_EXPIRED' })
    await parley.carrier.phones.send({ from: phone, to: holder.number, ...helpMessage })
    await parley.runUntilIdle()
    await holder.sendFreeform(phone, 'Sorry!')
    await parley.runUntilIdle()
    assert.equal(parley.carrier.phones.inbox(phone).at(-1)?.body, 'Sorry!')
  })
})

describe('trouble that the carrier tells of', () => {
  it('has templates and senders read anew', async () => {
    const holder = await parley.createSender()
    const { control } = parley.carrier
    const { data } = await holder.client.senders.listTemplates({ senderId: holder.senderId, status: 'all' })
    const { name } = data.find(({ id }) => id === holder.templateId)!
    control.changeTemplate(name, { status: 'paused' })
    const sent = await holder.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, holder, sent.whatsapp_message_id)).errorCode, 63041)
    await assert.rejects(holder.sendTemplate(parley.createPhoneNumber()), { code: 'TEMPLATE_NOT_APPROVED' })
    const other = await parley.createSender()
    control.changeSender(other.number, { status: 'OFFLINE' })
    await other.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    await assert.rejects(other.sendTemplate(parley.createPhoneNumber()), { code: 'SENDER_OFFLINE' })
  })
})

describe('what pretends to be the carrier', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

  function post(url: string, fields: Record<string, string>, token?: string): Promise<Response> {
    const { publicUrl } = parley.app.context.settings
    const signature =
      token === undefined ? undefined : signTwilioWebhook({ authToken: token, url: publicUrl + url, form: fields })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature === undefined ? {} : { 'x-twilio-signature': signature }),
    }
    return parley.fetch(new Request(`http://parley${url}`, { method: 'POST', headers, body: form(fields) }))
  }

  it('changes nothing without the signature of the right account and the address that was given', async () => {
    const { holder, message } = await sendStored(parley, 'never-delivered')
    const { accountSid, authToken } = parley.carrier
    const fields = { MessageSid: message.sid!, AccountSid: accountSid, MessageStatus: 'delivered', Body: 'é+ &=' }
    const path = `/carrier/twilio/status/${message.uuid}/${message.callbackToken}`
    const wrongToken = `/carrier/twilio/status/${message.uuid}/${message.uuid}`
    assert.equal((await post(path, fields)).status, 403)
    assert.equal((await post(path, fields, 'guess')).status, 403)
    assert.equal((await post(path, { ...fields, AccountSid: `AC${'0'.repeat(32)}` }, authToken)).status, 403)
    assert.equal((await post(wrongToken, fields, authToken)).status, 404)
    assert.equal((await post('/carrier/twilio/status/x/y', fields, authToken)).status, 404)
    assert.equal((await post('/carrier/twilio/message', fields)).status, 403)
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, holder, message.id)).status, 'sent')
    const heard = await post(path, fields, authToken)
    assert.deepEqual([heard.status, await heard.text()], [204, ''])
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, holder, message.id)).status, 'delivered')
  })

  it('may be an own carrier account, which speaks of its own messages alone', async () => {
    const { holder, message } = await sendStored(parley, 'never-delivered')
    const { accountSid } = parley.carrier
    const own = { AccountSid: `AC${'1'.repeat(32)}` }
    const path = `/carrier/twilio/status/${message.uuid}/${message.callbackToken}`
    const fields = { MessageSid: message.sid!, ...own, MessageStatus: 'failed', ErrorCode: '63024' }
    assert.equal((await post(path, fields, 'own-token')).status, 403)
    assert.equal((await post(path, { ...fields, AccountSid: accountSid }, 'own-token')).status, 403)
    assert.equal((await findStored(parley, holder, message.id)).status, 'sent')
  })

  it('is heard once, however often it repeats itself', async () => {
    const { holder, message } = await sendStored(parley, { fault: 'fail', code: 63024 })
    assert.deepEqual(await holder.money(), full)
    const { webhooks, authToken } = parley.carrier
    const told = webhooks.filter(({ messageSid }) => messageSid === message.sid)
    for (const webhook of [...told, ...told]) {
      const path = new URL(webhook.url).pathname
      assert.equal((await post(path, webhook.form, authToken)).status, 204)
    }
    await parley.runUntilIdle()
    assert.deepEqual(await holder.money(), full)
  })
})
