// Templates over the front door and the carrier's wire: every refusal, what it costs, and what is never done twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { assertRefused, full, invalidPhone, oddPhone, price, refused } from './sending-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

const callTemplate = {
  body: 'Please let us call you about the order that you have placed with us.',
  actions: [{ type: 'VOICE_CALL_REQUEST', title: 'Call me' }],
}

describe('a template', () => {
  it('is refused by what the data say', async () => {
    const holder = await parley.createSender()
    const other = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const number of [
      '14155551234',
      '+1 415 555 1234',
      '+0123456789',
      '+1415',
      'x'.repeat(300),
      '+１４１５５５５１２３４',
    ])
      await assertRefused(parley, holder, holder.sendTemplate(number), invalidPhone)
    const noSender = refused(404, 'SENDER_NOT_FOUND', 'Sender not found or does not belong to you')
    await assertRefused(parley, holder, holder.sendTemplate(phone, { sender_id: other.senderId }), noSender)
    await assertRefused(parley, holder, holder.sendTemplate(phone, { sender_id: 999_999_999 }), noSender)
    const noTemplate = refused(404, 'TEMPLATE_NOT_FOUND', 'Template not found or does not belong to this sender')
    await assertRefused(parley, holder, holder.sendTemplate(phone, { template_id: other.templateId }), noTemplate)
    for (const variables of [{}, { 1: 'Ann', 2: 'Bob' }, { 1: 7 }, { 1: null }, { 1: { a: 'b' } }, { 1: ['Ann'] }]) {
      const call = holder.sendTemplate(phone, { variables })
      await assertRefused(parley, holder, call, (error) => {
        assert.ok(error instanceof ParleyError)
        assert.deepEqual([error.status, error.code], [422, 'TEMPLATE_MISMATCH'])
        assert.match(error.message, /^Template variables do not match: "1"|^Template variables do not match: "2"/)
        return true
      })
    }
  })

  it('is refused with the fields that are missing or too long', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const invalid = (errors: Record<string, string[]>) => (error: unknown) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual([error.status, error.errors], [422, errors])
      return true as const
    }
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate(phone, { recipient_name: 'x'.repeat(256) }),
      invalid({ recipient_name: ['The recipient name may not be greater than 255 characters.'] }),
    )
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate('', { sender_id: 'seven', template_id: undefined }),
      invalid({
        sender_id: ['The sender id must be an integer.'],
        template_id: ['The template id field is required.'],
        recipient_phone: ['The recipient phone field is required.'],
      }),
    )
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate(phone, { variables: 'Ann' }),
      invalid({ variables: ['The variables must be an array.'] }),
    )
    const mismatch = refused(422, 'TEMPLATE_MISMATCH', 'Template variables do not match: "1" (Ann) is missing.')
    await assertRefused(parley, holder, holder.sendTemplate(phone, { variables: [] }), mismatch)
    await holder.sendTemplate(phone, { recipient_name: 'x'.repeat(255), variables: ['Ann'] })
    await parley.runUntilIdle()
    const { body } = parley.carrier.messages().at(-1)!
    assert.equal(body, 'Ann, your order has been packed and is on its way to you.')
  })

  it('needs a sender that is online', async () => {
    const holder = await parley.createSender()
    parley.carrier.control.changeSender(holder.number, { status: 'OFFLINE' })
    await holder.client.senders.sync()
    const offline = refused(422, 'SENDER_OFFLINE', 'Sender is not online. Current status: offline')
    await assertRefused(parley, holder, holder.sendTemplate(parley.createPhoneNumber()), offline)
  })

  it('needs the approval of the channel', async () => {
    const { control } = parley.carrier
    control.settings({ review: 'hand' })
    for (const status of ['pending', 'rejected'] as const) {
      const holder = await parley.createSender({ template: { status } })
      const sentence = `Template is not approved. Current status: ${status}`
      await assertRefused(
        parley,
        holder,
        holder.sendTemplate(parley.createPhoneNumber()),
        refused(422, 'TEMPLATE_NOT_APPROVED', sentence),
      )
    }
    control.settings({ review: 'rules' })
  })

  it('must be known to the carrier, when it was asked last and when it gets the message', async () => {
    const holder = await parley.createSender({ template: { name: 'soon_gone' } })
    const { baseUrl, control, accountSid, authToken } = parley.carrier
    const sentence = 'Template is unknown to the carrier. Synchronise the templates and try again.'
    const notSynced = refused(422, 'TEMPLATE_NOT_SYNCED', sentence)
    await assertRefused(parley, holder, holder.sendTemplate(oddPhone('21655')), notSynced)
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    const { sid } = control.findTemplate('soon_gone')!
    await fetch(`${baseUrl}/v1/Content/${sid}`, { method: 'DELETE', headers: { authorization } })
    await holder.client.senders.sync()
    await assertRefused(parley, holder, holder.sendTemplate(parley.createPhoneNumber()), notSynced)
  })

  it('needs a sender with an assistant', async () => {
    const holder = await parley.createSender({ sender: { assistant_id: null } })
    const sentence = 'No assistant is configured for this sender. Give it one before it sends.'
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate(parley.createPhoneNumber()),
      refused(422, 'NO_ASSISTANT_CONFIGURED', sentence),
    )
    const gone = await parley.createSender()
    await gone.client.assistants.delete({ id: gone.id })
    await assertRefused(
      parley,
      gone,
      gone.sendTemplate(parley.createPhoneNumber()),
      refused(422, 'NO_ASSISTANT_CONFIGURED', sentence),
    )
  })

  it('needs a sender whose limit the carrier tells and that is not used up', async () => {
    const unknown = await parley.createSender({ messagingLimit: null })
    await assertRefused(
      parley,
      unknown,
      unknown.sendTemplate(parley.createPhoneNumber()),
      refused(
        422,
        'MESSAGING_LIMIT_UNAVAILABLE',
        'The carrier does not tell how many people this sender may reach. Please try again later.',
      ),
    )
    const small = await parley.createSender({ messagingLimit: '2 Customers/24hr' })
    const [first, second] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    await small.sendTemplate(first)
    await assert.rejects(small.sendTemplate(oddPhone('21610')), { code: 'PROVIDER_ERROR_21610' })
    await small.sendTemplate(second)
    const usedUp = 'The messaging limit of this sender is used up: it has reached 2 people within 24 hours.'
    const third = parley.createPhoneNumber()
    await assert.rejects(small.sendTemplate(third), refused(422, 'MESSAGING_LIMIT_UNAVAILABLE', usedUp))
    await small.sendTemplate(first)
    await small.openWindow(third)
    await small.sendTemplate(third)
    await parley.turnClock(24 * 60 * 60 * 1000)
    await small.sendTemplate(parley.createPhoneNumber())
  })

  it('for a voice call needs a sender that may reach many', async () => {
    const voice = { types: { 'twilio/call-to-action': callTemplate } }
    const holder = await parley.createSender({ messagingLimit: '1K Customers/24hr', template: voice })
    const sentence = 'Voice call templates need a sender that may reach at least 2000 people within 24 hours.'
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate(parley.createPhoneNumber(), { variables: {} }),
      refused(422, 'VOICE_CALL_LIMIT_NOT_MET', sentence),
    )
  })

  it('is refused without money, and the balance never goes below nothing', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 0.025 } })
    const poor = refused(402, 'INSUFFICIENT_BALANCE', 'Insufficient balance. Please top up your account.')
    const calls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => holder.sendTemplate(parley.createPhoneNumber())))
    assert.equal(calls.filter(({ status }) => status === 'fulfilled').length, 2)
    for (const call of calls) if (call.status === 'rejected') assert.ok(poor(call.reason))
    assert.deepEqual(await holder.money(), { balance: 5_000, held: 0 })
  })

  it('is told no by the carrier with the number of its reason', async () => {
    const holder = await parley.createSender()
    await assertRefused(
      parley,
      holder,
      holder.sendTemplate(oddPhone('21610')),
      refused(422, 'PROVIDER_ERROR_21610', 'The recipient has opted out.'),
    )
    await assertRefused(parley, holder, holder.sendTemplate(oddPhone('21211')), invalidPhone)
    const mismatch = refused(422, 'TEMPLATE_MISMATCH', 'Template variables do not match.')
    await assertRefused(parley, holder, holder.sendTemplate(oddPhone('21656')), mismatch)
    parley.carrier.control.script({ faults: [{ fault: 'too-many-requests' }], times: 3 })
    const limited = refused(422, 'PROVIDER_ERROR_20429', 'The rate limit of the carrier was exceeded.')
    await assertRefused(parley, holder, holder.sendTemplate(parley.createPhoneNumber()), limited)
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.deepEqual(
      data.map((one) => [one.message_count, one.total_cost]),
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    )
    parley.carrier.control.script('too-many-requests')
    const sent = await holder.sendTemplate(parley.createPhoneNumber())
    assert.equal(sent.status, 'queued')
  })

  it('is not sent when the carrier cannot be reached', async () => {
    await using elsewhere = await startTestApp({ carrier: {} })
    const holder = await elsewhere.createSender()
    await elsewhere.carrier[Symbol.asyncDispose]()
    await assert.rejects(
      holder.sendTemplate(elsewhere.createPhoneNumber()),
      refused(422, 'UNKNOWN_ERROR', 'The carrier could not be reached. Nothing was sent and nothing is charged.', {
        outcome: 'not_sent',
      }),
    )
    assert.deepEqual(await holder.money(), full)
  })

  it('goes out once for a key', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const input = {
      sender_id: holder.senderId,
      template_id: holder.templateId,
      recipient_phone: phone,
      variables: { 1: 'Ann' },
    }
    const once = () => holder.client.messages.sendTemplate(input, { headers: { 'idempotency-key': 'order-7' } })
    const first = await once()
    assert.deepEqual(await once(), first)
    await parley.runUntilIdle()
    assert.equal(parley.carrier.phones.inbox(phone).length, 1)
    assert.deepEqual(await holder.money(), { balance: full.balance - price, held: 0 })
  })

  it('goes out five times a second', async () => {
    const holder = await parley.createSender()
    const input = { sender_id: holder.senderId, template_id: holder.templateId, variables: { 1: 'Ann' } }
    const recipient_phone = parley.createPhoneNumber()
    const sends = Array.from({ length: 6 }, () => holder.client.messages.sendTemplate({ ...input, recipient_phone }))
    const refusals = (await Promise.allSettled(sends)).filter((one) => one.status === 'rejected')
    assert.deepEqual(
      refusals.map(({ reason }) => [reason.status, reason.body]),
      [
        [
          429,
          {
            message: 'Too Many Attempts.',
            retry_after: 1,
            success: false,
            error: 'Too Many Attempts.',
            error_code: 'RATE_LIMITED',
          },
        ],
      ],
    )
    assert.deepEqual(await holder.money(), { balance: full.balance - 5 * price, held: 0 })
  })

  it('is added to the conversation that the recipient has, in all spellings of the number', async () => {
    const holder = await parley.createSender()
    const first = await holder.sendTemplate('+5511987650001')
    const second = await holder.sendTemplate('+551187650001', { recipient_name: 'Rui' })
    assert.equal(second.conversation_id, first.conversation_id)
    assert.notEqual(second.message_id, first.message_id)
    assert.equal((await holder.sessionStatus('+5511987650001')).customer_name, 'Rui')
  })
})
