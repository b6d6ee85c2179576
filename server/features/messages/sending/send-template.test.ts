// Tests of template messages: refusals, their price, and repeated requests.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import {
  assertRefused,
  charged,
  full,
  insufficientBalance,
  invalidPhone,
  refused,
  senderNotFound,
  setStatus,
  templateText,
} from '#testing/features/messages.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { sendTemplate } from '../index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const { control } = parley.carrier

let failingPhones = 0
/** A number to which the carrier fails to send, with the error code in its last digits. */
const createFailingPhone = (errorCode: string): string =>
  `+4477${String(++failingPhones).padStart(3, '0')}99${errorCode}`

/** Asserts that a template to a new phone is refused without an effect. */
const assertTemplateRefused = (sender: TestSender, fields: object, expected: (error: unknown) => true) =>
  assertRefused(parley, sender, sender.sendTemplate(parley.createPhoneNumber(), fields), expected)

describe('a template message', () => {
  it('is refused for an invalid phone number, sender, template or variable', async () => {
    const sender = await parley.createSender()
    const other = await parley.createSender()
    for (const number of [
      '14155551234',
      '+1 415 555 1234',
      '+0123456789',
      '+1415',
      'x'.repeat(300),
      '+１４１５５５５１２３４',
    ])
      await assertRefused(parley, sender, sender.sendTemplate(number), invalidPhone)
    for (const sender_id of [other.senderId, 999_999_999])
      await assertTemplateRefused(sender, { sender_id }, senderNotFound)
    const noTemplate = refused(404, 'TEMPLATE_NOT_FOUND', 'Template not found or does not belong to this sender')
    await assertTemplateRefused(sender, { template_id: other.templateId }, noTemplate)
    for (const variables of [{}, { 1: 'Ann', 2: 'Bob' }, { 1: 7 }, { 1: null }, { 1: { a: 'b' } }, { 1: ['Ann'] }])
      await assertTemplateRefused(sender, { variables }, (error) => {
        assert.ok(error instanceof ParleyError)
        assert.deepEqual([error.status, error.code], [422, 'TEMPLATE_MISMATCH'])
        assert.match(error.message, /^Template variables do not match: "1"|^Template variables do not match: "2"/)
        return true
      })
    const missing = refused(422, 'TEMPLATE_MISMATCH', 'Template variables do not match: "1" (Ann) is missing.')
    await assertTemplateRefused(sender, { variables: [] }, missing)
  })

  it('is refused with the fields that are missing or invalid', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const before = parley.carrier.messages().length
    await assertInvalid(sender.sendTemplate(phone, { recipient_name: 'x'.repeat(256) }), {
      recipient_name: ['The recipient name may not be greater than 255 characters.'],
    })
    await assertInvalid(sender.sendTemplate('', { sender_id: 'seven', template_id: undefined }), {
      sender_id: ['The sender id must be an integer.'],
      template_id: ['The template id field is required.'],
      recipient_phone: ['The recipient phone field is required.'],
    })
    await assertInvalid(sender.sendTemplate(phone, { variables: 'Ann' }), {
      variables: ['The variables must be an array.'],
    })
    assert.deepEqual([await sender.money(), parley.carrier.messages().length], [full, before])
    await sender.sendTemplate(phone, { recipient_name: 'x'.repeat(255), variables: ['Ann'] })
    await parley.runUntilIdle()
    assert.equal(parley.carrier.messages().at(-1)!.body, templateText)
  })

  it('needs the approval of the channel', async () => {
    control.settings({ review: 'hand' })
    for (const status of ['pending', 'rejected'] as const) {
      const sender = await parley.createSender({ template: { status } })
      const message = `Template is not approved. Current status: ${status}`
      await assertTemplateRefused(sender, {}, refused(422, 'TEMPLATE_NOT_APPROVED', message))
    }
    control.settings({ review: 'rules' })
  })

  it('must be known to the carrier at the latest sync and when it is sent', async () => {
    const sender = await parley.createSender({ template: { name: 'soon_gone' } })
    const { baseUrl, accountSid, authToken } = parley.carrier
    const message = 'Template is unknown to the carrier. Synchronise the templates and try again.'
    const notSynced = refused(422, 'TEMPLATE_NOT_SYNCED', message)
    await assertRefused(parley, sender, sender.sendTemplate(createFailingPhone('21655')), notSynced)
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    const { sid } = control.findTemplate('soon_gone')!
    await fetch(`${baseUrl}/v1/Content/${sid}`, { method: 'DELETE', headers: { authorization } })
    await sender.client.senders.sync()
    await assertTemplateRefused(sender, {}, notSynced)
  })

  it('needs a sender that is online and has an assistant', async () => {
    const sender = await parley.createSender()
    await setStatus(parley, sender, 'OFFLINE')
    const offline = refused(422, 'SENDER_OFFLINE', 'Sender is not online. Current status: offline')
    await assertTemplateRefused(sender, {}, offline)
    await setStatus(parley, sender, 'ONLINE')
    await sender.client.assistants.delete({ id: sender.id })
    const message = 'This sender has no assistant. Assign one before sending.'
    const noAssistant = refused(422, 'NO_ASSISTANT_CONFIGURED', message)
    await assertTemplateRefused(sender, {}, noAssistant)
    await assertTemplateRefused(await parley.createSender({ sender: { assistant_id: null } }), {}, noAssistant)
  })

  it('needs a sender whose messaging limit is known and not used up', async () => {
    const message = 'The carrier did not report how many people this sender may reach. Please try again later.'
    const unavailable = refused(422, 'MESSAGING_LIMIT_UNAVAILABLE', message)
    await assertTemplateRefused(await parley.createSender({ messagingLimit: null }), {}, unavailable)
    const small = await parley.createSender({ messagingLimit: '2 Customers/24hr' })
    const [first, second, third] = [1, 2, 3].map(() => parley.createPhoneNumber()) as [string, string, string]
    await small.sendTemplate(first)
    await assert.rejects(small.sendTemplate(createFailingPhone('21610')), { code: 'PROVIDER_ERROR_21610' })
    await small.sendTemplate(second)
    const usedUp = 'The messaging limit of this sender is used up: it has reached 2 people within 24 hours.'
    await assert.rejects(small.sendTemplate(third), refused(422, 'MESSAGING_LIMIT_UNAVAILABLE', usedUp))
    await small.sendTemplate(first)
    await small.openWindow(third)
    await small.sendTemplate(third)
    await parley.turnClock(24 * 60 * 60 * 1000)
    await small.sendTemplate(parley.createPhoneNumber())
  })

  it('with a voice-call button needs a sender with a high messaging limit', async () => {
    const callTemplate = {
      body: 'Please let us call you about the order that you have placed with us.',
      actions: [{ type: 'VOICE_CALL_REQUEST', title: 'Call me' }],
    }
    const template = { types: { 'twilio/call-to-action': callTemplate } }
    const sender = await parley.createSender({ messagingLimit: '1K Customers/24hr', template })
    const message = 'Voice call templates need a sender that may reach at least 2000 people within 24 hours.'
    await assertTemplateRefused(sender, { variables: {} }, refused(422, 'VOICE_CALL_LIMIT_NOT_MET', message))
  })

  it('is refused if the balance does not cover it, so that the balance is never negative', async () => {
    const sender = await parley.createSender({ account: { balanceUsd: 0.025 } })
    const calls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => sender.sendTemplate(parley.createPhoneNumber())))
    assert.equal(calls.filter(({ status }) => status === 'fulfilled').length, 2)
    for (const call of calls) if (call.status === 'rejected') assert.ok(insufficientBalance(call.reason))
    assert.deepEqual(await sender.money(), { balance: 5_000, held: 0 })
  })

  it('that the carrier rejects is refused with the error code of the carrier', async () => {
    const sender = await parley.createSender()
    for (const [code, refusal] of [
      ['21610', refused(422, 'PROVIDER_ERROR_21610', 'The recipient has opted out.')],
      ['21211', invalidPhone],
      ['21656', refused(422, 'TEMPLATE_MISMATCH', 'Template variables do not match.')],
    ] as const)
      await assertRefused(parley, sender, sender.sendTemplate(createFailingPhone(code)), refusal)
    control.script({ faults: [{ fault: 'too-many-requests' }], times: 3 })
    const limited = refused(422, 'PROVIDER_ERROR_20429', 'The rate limit of the carrier was exceeded.')
    await assertTemplateRefused(sender, {}, limited)
    const { data } = await sender.client.conversations.list({ type: 'chatapp' })
    assert.deepEqual(
      data.map((one) => [one.message_count, one.total_cost]),
      Array.from({ length: 4 }, () => [0, 0]),
    )
    control.script('too-many-requests')
    assert.equal((await sender.sendTemplate(parley.createPhoneNumber())).status, 'queued')
  })

  it('is not sent when the carrier cannot be reached', async () => {
    await using elsewhere = await startTestApp({ carrier: {} })
    const sender = await elsewhere.createSender()
    await elsewhere.carrier[Symbol.asyncDispose]()
    const message = 'The carrier could not be reached. Nothing was sent and nothing is charged.'
    const notSent = refused(422, 'UNKNOWN_ERROR', message, { outcome: 'not_sent' })
    await assert.rejects(sender.sendTemplate(elsewhere.createPhoneNumber()), notSent)
    assert.deepEqual(await sender.money(), full)
  })

  it('is sent once for an idempotency key', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const input = { sender_id: sender.senderId, template_id: sender.templateId, recipient_phone: phone }
    const options = { headers: { 'idempotency-key': 'order-7' } }
    const send = () => sender.client.messages.sendTemplate({ ...input, variables: { 1: 'Ann' } }, options)
    const first = await send()
    assert.deepEqual(await send(), first)
    await parley.runUntilIdle()
    assert.equal(parley.carrier.phones.inbox(phone).length, 1)
    assert.deepEqual(await sender.money(), charged)
  })

  it('is sent once for an operation of another feature, which gets the stored message', async () => {
    const { account, senderId, templateId, money } = await parley.createSender()
    const ctx = asAccount(parley.app.context, account)
    const recipientPhone = parley.createPhoneNumber()
    const input = { senderId, templateId, recipientPhone, recipientName: undefined, variables: { 1: 'Ann' } }
    const first = await sendTemplate(ctx, input, { key: 'campaign:1', isResumed: false })
    const again = await sendTemplate(ctx, input, { key: 'campaign:1', isResumed: true })
    const racing = await sendTemplate(ctx, input, { key: 'campaign:1', isResumed: false })
    assert.deepEqual([again.message.id, racing.message.id], [first.message.id, first.message.id])
    assert.deepEqual(await money(), charged)
  })

  it('may be sent five times per second', async () => {
    const sender = await parley.createSender()
    const input = { sender_id: sender.senderId, template_id: sender.templateId, variables: { 1: 'Ann' } }
    const recipient_phone = parley.createPhoneNumber()
    const sends = Array.from({ length: 6 }, () => sender.client.messages.sendTemplate({ ...input, recipient_phone }))
    const refusals = (await Promise.allSettled(sends)).filter((one) => one.status === 'rejected')
    const error = 'Too Many Attempts.'
    const body = { message: error, retry_after: 1, success: false, error, error_code: 'RATE_LIMITED' }
    assert.deepEqual(
      refusals.map(({ reason }) => [reason.status, reason.body]),
      [[429, body]],
    )
    assert.deepEqual(await sender.money(), { balance: full.balance - 50_000, held: 0 })
  })

  it('is added to the conversation with the recipient, for all variants of the number', async () => {
    const sender = await parley.createSender()
    const first = await sender.sendTemplate('+5511987650001')
    const second = await sender.sendTemplate('+551187650001', { recipient_name: 'Rui' })
    assert.equal(second.conversation_id, first.conversation_id)
    assert.notEqual(second.message_id, first.message_id)
    assert.equal((await sender.sessionStatus('+5511987650001')).customer_name, 'Rui')
  })
})
