// Tests of SMS: sent and paid by segments, refused, delivered, failed, and sent once.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { SandboxCarrier } from '@parley/carrier-sandbox'
import { ParleyError } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { full, repair } from '#testing/features/messages.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'
import { retryRequest } from '#testing/requests/retry-request.ts'
import { sendSms } from '../index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const { control, phones } = parley.carrier
const segmentMicros = parley.config.settings.prices.smsSegmentMicros
const afterSegments = (count: number) => ({ balance: full.balance - count * segmentMicros, held: 0 })
const refused = (message: string, details: object = {}) => refusedWith(400, { message, ...details })

/** Creates an account with a phone number. */
async function createNumber(options: Parameters<typeof parley.createAccount>[0] = {}) {
  const owner = await parley.createAccount(options)
  const assistant = await parley.createCallingAssistant({ owner, assistant: { type: 'inbound' } })
  return {
    ...assistant,
    send: (to: string, body: string, more: object = {}) =>
      retryRequest(() => owner.client.sms.send({ from: assistant.phoneNumberId, to, body, ...more }), [429]),
    async money() {
      const { balanceMicros, heldMicros } = await selectBalance(parley.app.context.db, owner.account.id)
      return { balance: balanceMicros, held: heldMicros }
    },
  }
}

/** A message as the carrier stores it. */
const atCarrier = (sid: string | null): ReturnType<SandboxCarrier['messages']>[number] =>
  parley.carrier.messages().find((message) => message.sid === sid)!

describe('an SMS', () => {
  it('is sent from a number of the account, delivered, and charged by its segments', async () => {
    const { send, client, number, phoneNumberId, money } = await createNumber()
    const to = parley.createPhoneNumber()
    const body = `${'x'.repeat(160)} – déjà`
    const { message, data } = await send(to, body)
    assert.equal(message, 'SMS sent successfully')
    assert.deepEqual(data, {
      id: data.id,
      phone_number_id: phoneNumberId,
      direction: 'outbound',
      from: number,
      to,
      body,
      segments: 3,
      segment_price: segmentMicros / 1_000_000,
      total_cost: (3 * segmentMicros) / 1_000_000,
      status: 'queued',
      sms_sid: data.sms_sid,
      error_code: null,
      error_message: null,
      created_at: data.created_at,
      updated_at: data.updated_at,
    })
    const { from, to: receiver, segments, channel } = atCarrier(data.sms_sid)
    assert.deepEqual([from, receiver, segments, channel], [number, to, 3, 'sms'])
    assert.deepEqual(await money(), afterSegments(3))
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(to), [body])
    assert.equal((await client.sms.get({ id: data.id })).data.status, 'delivered')
    const [conversation] = (await client.conversations.list({ type: 'sms', sender_phone: number })).data
    assert.deepEqual([conversation?.customer_phone, conversation?.total_cost], [to, (3 * segmentMicros) / 1_000_000])
    const { history } = (await client.conversations.show({ uuid: conversation!.id })).data
    assert.deepEqual(
      history.map(({ content, sent_by, delivery_status }) => [content, sent_by, delivery_status]),
      [[body, 'assistant', 'delivered']],
    )
    const senders = await client.senders.list({ status: 'all' })
    assert.deepEqual(senders.data, [])
  })

  it('is sent from the number or its id, and with the text as message', async () => {
    const { client, number, phoneNumberId } = await createNumber()
    for (const from of [number, number.slice(1), String(phoneNumberId), phoneNumberId]) {
      const fields = { from, to: parley.createPhoneNumber(), message: 'Hello' } as never
      const { data } = await retryRequest(() => client.sms.send(fields), [429])
      assert.deepEqual([data.from, data.body], [number, 'Hello'])
    }
  })

  it('is refused without an effect for a number, a recipient or a text that is invalid', async () => {
    const { send, client, money } = await createNumber()
    const other = await createNumber()
    const to = parley.createPhoneNumber()
    const before = parley.carrier.messages().length
    for (const from of [other.phoneNumberId, other.number, 999_999, 'bakery'])
      await assert.rejects(send(to, 'x', { from }), refused('From number not found'))
    for (const invalid of ['14155551234', '+1 415 555 1234', '+0123456789', '+1415', 'x'.repeat(300)])
      await assert.rejects(send(invalid, 'x'), refused('Invalid to phone number'))
    await assertInvalid(send(to, 'x'.repeat(1601)), {
      body: ['The body may not be greater than 1600 characters.'],
    })
    await assertInvalid(
      retryRequest(() => client.sms.send({} as never), [429]),
      {
        body: ['The body field is required.'],
        from: ['The from field is required.'],
        to: ['The to field is required.'],
      },
    )
    assert.deepEqual([await money(), parley.carrier.messages().length], [full, before])
  })

  it('needs a number that can send SMS', async () => {
    const { client } = await parley.createAccount()
    const phone_number = '+14155577001'
    control.addNumber({ phoneNumber: phone_number, smsCapable: false })
    const { data } = await client.phoneNumbers.create({ phone_number })
    assert.equal(data.sms_capable, false)
    const sent = client.sms.send({ from: data.id, to: parley.createPhoneNumber(), body: 'x' })
    await assert.rejects(sent, refused('From number is not SMS capable'))
  })

  it('is sent from the number that can send SMS, if a SIP trunk has the same number', async () => {
    const { client } = await parley.createAccount()
    const phone_number = '+14155577002'
    const trunk = { sip_trunk_type: 'number', phone_number, sip_address: 'sip.invalid' } as const
    const { id } = (await client.sipTrunks.create(trunk)).data
    const send = (from: number | string) =>
      retryRequest(() => client.sms.send({ from, to: parley.createPhoneNumber(), body: 'x' }), [429])
    await assert.rejects(send(phone_number), refused('From number is not SMS capable'))
    control.addNumber({ phoneNumber: phone_number })
    const imported = (await client.phoneNumbers.create({ phone_number })).data
    assert.equal((await send(phone_number)).data.phone_number_id, imported.id)
    await assert.rejects(send(id), refused('From number is not SMS capable'))
  })

  it('is sent only to countries that the account allows', async () => {
    const { send, client, money } = await createNumber()
    const message =
      'SMS to the country GB are not allowed for this account. Add it to allowed_countries with PUT /api/user/calling-limits.'
    await assert.rejects(send('+447400123456', 'x'), refused(message))
    await assert.rejects(
      send('+8816123456789', 'x'),
      refused('SMS to satellite phones and international services are not allowed.'),
    )
    assert.deepEqual(await money(), full)
    await client.phoneNumbers.setCallingLimits({ allowed_countries: ['GB'] })
    assert.equal((await send('+447400123456', 'x')).data.status, 'queued')
  })

  it('is refused if the balance does not cover all segments', async () => {
    const owner = await createNumber({ balanceUsd: (3 * segmentMicros) / 1_000_000 })
    await assert.rejects(owner.send(parley.createPhoneNumber(), 'x'.repeat(460)), refused('Insufficient balance'))
    await owner.send(parley.createPhoneNumber(), 'x'.repeat(459))
    assert.deepEqual(await owner.money(), { balance: 0, held: 0 })
  })

  it('that the carrier refuses costs nothing, and shows why', async () => {
    const { send, client, money } = await createNumber()
    const { data } = await send('+12025550170', 'first')
    control.script({ faults: [{ fault: 'refuse', code: 21614 }] })
    await assert.rejects(send('+12025550170', 'second'), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual([error.status, error.message], [400, 'The recipient is not a mobile number.'])
      return true
    })
    assert.deepEqual(await money(), afterSegments(data.segments))
    const [second] = (await client.sms.list({ status: 'failed' })).data
    assert.deepEqual([second?.body, second?.total_cost, second?.error_code], ['second', 0, 21614])
  })

  it('that fails later is refunded', async () => {
    const { send, client, money } = await createNumber()
    control.script({ faults: [{ fault: 'fail', code: 30003 }] })
    const { data } = await send(parley.createPhoneNumber(), 'x'.repeat(200))
    assert.deepEqual(await money(), afterSegments(2))
    await parley.runUntilIdle()
    assert.deepEqual(await money(), full)
    const { status, error_code, total_cost } = (await client.sms.get({ id: data.id })).data
    assert.deepEqual([status, error_code, total_cost], ['undelivered', 30003, 0])
  })

  it('is sent once when the response of the carrier is lost', async () => {
    const { send, money } = await createNumber()
    const to = parley.createPhoneNumber()
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    const { data } = await send(to, 'Once')
    assert.deepEqual(
      phones.thread(to).map(({ sid }) => sid),
      [data.sms_sid],
    )
    assert.deepEqual(await money(), afterSegments(1))
  })

  it('is refunded if the carrier does not have it', async () => {
    const { send, client, money } = await createNumber()
    control.script('lost-request')
    await assert.rejects(send(parley.createPhoneNumber(), 'Lost'), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual([error.status, error.body['outcome']], [400, 'unknown'])
      return true
    })
    assert.equal((await money()).held, segmentMicros)
    await repair(parley)
    assert.deepEqual(await money(), full)
    assert.equal((await client.sms.list()).data[0]?.status, 'failed')
  })

  it('is sent once for an operation of another feature, which gets the stored message', async () => {
    const { account, phoneNumberId, money } = await createNumber()
    const ctx = asAccount(parley.app.context, account)
    const input = { phoneNumberId, to: parley.createPhoneNumber(), body: 'Once' }
    const first = await sendSms(ctx, input, { key: 'campaign:1', isResumed: false })
    const again = await sendSms(ctx, input, { key: 'campaign:1', isResumed: true })
    const racing = await sendSms(ctx, input, { key: 'campaign:1', isResumed: false })
    assert.deepEqual([again.message.id, racing.message.id], [first.message.id, first.message.id])
    assert.equal(typeof first.message.conversationId, 'number')
    assert.deepEqual(await money(), afterSegments(1))
  })
})

describe('the list of SMS', () => {
  it('is filtered by customer, status, direction and day', async () => {
    const { send, client, number } = await createNumber({ timeZone: 'America/New_York' })
    const [ann, bob] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    await send(ann, 'To Ann')
    await send(bob, 'To Bob')
    await parley.sendInboundMessage({ number }, ann, 'From Ann', { channel: 'sms' })
    const bodies = async (query: Parameters<typeof client.sms.list>[0]) =>
      (await client.sms.list(query)).data.map(({ body }) => body)
    assert.deepEqual(await bodies({}), ['From Ann', 'To Bob', 'To Ann'])
    assert.deepEqual(await bodies({ phone_number: ann }), ['From Ann', 'To Ann'])
    assert.deepEqual(await bodies({ status: 'delivered' }), ['To Bob', 'To Ann'])
    assert.deepEqual(await bodies({ direction: 'inbound' }), ['From Ann'])
    assert.deepEqual(await bodies({ status: 'received', phone_number: bob }), [])
    assert.deepEqual(await bodies({ per_page: 1, page: 2 }), ['To Bob'])
    assert.deepEqual(await bodies({ date_to: '2020-01-01' }), [])
    assert.deepEqual(await bodies({ date_from: '2020-01-01' }), ['From Ann', 'To Bob', 'To Ann'])
    const [inbound] = (await client.sms.list({ direction: 'inbound' })).data
    const { from, to, segments, segment_price, total_cost, status } = inbound!
    assert.deepEqual([from, to, segments, segment_price, total_cost, status], [ann, number, 1, 0, 0, 'received'])
  })

  it('contains the messages of the account only', async () => {
    const [owner, other] = [await createNumber(), await createNumber()]
    const { data } = await owner.send(parley.createPhoneNumber(), 'Mine')
    assert.deepEqual((await other.client.sms.list()).data, [])
    const sender = await parley.createSender()
    const template = await sender.sendTemplate(parley.createPhoneNumber())
    for (const id of [data.id, 999_999])
      await assert.rejects(other.client.sms.get({ id }), refusedWith(404, { message: 'SMS not found' }))
    const chatapp = sender.client.sms.get({ id: template.whatsapp_message_id })
    await assert.rejects(chatapp, refusedWith(404, { message: 'SMS not found' }))
  })
})
