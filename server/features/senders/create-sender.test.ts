// Registering a sender over the front door and the carrier's wire: what is read, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { findSender, findSenderByNumber, inboundWebhookUrl } from './index.ts'
import { invalidFields, registerSender } from './sender-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

const unusable = invalidFields({
  phone_number: ['The phone number is not a sender at the carrier that this account may use.'],
})
const unavailable = refusedWith(503, {
  success: false,
  error: 'The carrier cannot be reached right now. Please try again.',
  error_code: 'CARRIER_UNAVAILABLE',
})

describe('registering a sender', () => {
  it('reads its state from the carrier', async () => {
    const holder = await parley.createAccount()
    const number = parley.addCarrierNumber({ messagingLimit: '10K Customers/24hr' })
    const { message, data } = await holder.client.senders.create({ phone_number: number, display_name: ' Bakery ' })
    assert.equal(message, 'Sender created successfully')
    const { id, last_synced_at, created_at, updated_at, ...rest } = data
    assert.deepEqual(rest, {
      phone_number: number,
      display_name: 'Bakery',
      status: 'online',
      raw_status: 'ONLINE',
      offline_reason: null,
      quality_rating: 'HIGH',
      messaging_limit: 10_000,
      messaging_limit_formatted: '10K customers / 24 h',
      voice_calling_enabled: false,
      assistant_id: null,
      inbound_webhook_url: inboundWebhookUrl(parley.app.context.settings),
      webhook_ok: true,
      receipts_webhook_url: null,
      is_receipts_webhook_active: false,
      messages_webhook_url: null,
      is_messages_webhook_active: false,
    })
    assert.ok(last_synced_at && created_at && updated_at)
    assert.deepEqual((await holder.client.senders.list({})).data, [data])
    assert.deepEqual(await holder.client.senders.get({ id }), { data })
    assert.equal((await findSender(parley.app.context.db, holder.account.id, id))?.phoneNumber, number)
    const carrierAccountSid = parley.carrier.accountSid
    const found = await findSenderByNumber(parley.app.context.db, { carrierAccountSid, phoneNumber: number })
    assert.equal(found?.accountId, holder.account.id)
  })

  it('knows a limit that the carrier does not tell as unknown', async () => {
    const sender = await registerSender(
      parley,
      await parley.createAccount(),
      parley.addCarrierNumber({ messagingLimit: null }),
    )
    assert.deepEqual([sender.messaging_limit, sender.messaging_limit_formatted], [null, null])
  })

  it('also answers where the channel is called by its other name', async () => {
    const { token } = await parley.createAccount()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await parley.fetch(new Request('http://parley/api/user/whatsapp/senders', { headers }))
    assert.deepEqual([answer.status, await answer.json()], [200, { data: [] }])
  })

  it('refuses a number that the carrier does not know, and one that is no number', async () => {
    const holder = await parley.createAccount()
    await assert.rejects(registerSender(parley, holder, '+14155559999'), unusable)
    for (const number of ['14155550001', '+0415555', '+1 415 555', '+1415555123456789', 'whatsapp:+14155550001'])
      await assert.rejects(
        registerSender(parley, holder, number),
        invalidFields({ phone_number: ['The phone number format is invalid.'] }),
      )
  })

  it('lets one account alone have a number, and says to all others what it says of unknown numbers', async () => {
    const first = await parley.createAccount()
    const number = parley.addCarrierNumber()
    const sender = await registerSender(parley, first, number)
    await assert.rejects(
      registerSender(parley, first, number),
      invalidFields({ phone_number: ['The phone number has already been taken.'] }),
    )
    await assert.rejects(registerSender(parley, await parley.createAccount(), number), unusable)
    await first.client.senders.delete({ id: sender.id })
    assert.equal((await registerSender(parley, await parley.createAccount(), number)).status, 'online')
  })

  it('makes a number that comes back to its account the sender that it was, under what is given now', async () => {
    const [first, other] = [await parley.createAccount(), await parley.createAccount()]
    const number = parley.addCarrierNumber()
    const former = await registerSender(parley, first, number)
    await first.client.senders.delete({ id: former.id })
    const between = await registerSender(parley, other, number)
    assert.notEqual(between.id, former.id)
    await assert.rejects(registerSender(parley, first, number), unusable)
    await other.client.senders.delete({ id: between.id })
    const again = await registerSender(parley, first, number, { display_name: 'Bakery, new' })
    assert.deepEqual(
      [again.id, again.display_name, again.created_at, again.status],
      [former.id, 'Bakery, new', former.created_at, 'online'],
    )
    assert.equal((await first.client.senders.list({})).data.length, 1)
  })

  it('gives a number that many want at once to one of them', async () => {
    const number = parley.addCarrierNumber()
    const holders = await Promise.all(Array.from({ length: 8 }, () => parley.createAccount()))
    const results = await Promise.allSettled(holders.map((holder) => registerSender(parley, holder, number)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') unusable(result.reason)
  })

  it('gives tenants no number of the installation’s carrier', async () => {
    await assert.rejects(registerSender(parley, await parley.createAccount({ kind: 'tenant' })), unusable)
  })

  it('takes an assistant and a receipts address of the caller’s own', async () => {
    const holder = await parley.createAccount()
    const { id } = (await holder.client.assistants.create({ name: 'Ada' })).data
    const receipts = { receipts_webhook_url: 'https://shop.example/r', is_receipts_webhook_active: true }
    const sender = await registerSender(parley, holder, parley.addCarrierNumber(), { assistant_id: id, ...receipts })
    assert.deepEqual([sender.assistant_id, sender.receipts_webhook_url], [id, 'https://shop.example/r'])
    const { id: foreign } = (await (await parley.createAccount()).client.assistants.create({ name: 'Eve' })).data
    for (const assistant_id of [foreign, 999_999])
      await assert.rejects(
        registerSender(parley, holder, parley.addCarrierNumber(), { assistant_id }),
        invalidFields({ assistant_id: ['The selected assistant id is invalid.'] }),
      )
    await holder.client.assistants.delete({ id })
    assert.equal((await holder.client.senders.list({})).data[0]?.assistant_id, null)
  })

  it('puts the assistant into use that it is given, unless that was deactivated by hand', async () => {
    const { client, ...holder } = await parley.createAccount()
    const open = async (name: string) => (await client.assistants.create({ name })).data.id
    const statusOf = async (id: number) => (await client.assistants.get({ id })).data.status
    const [first, second, rested] = [await open('Ada'), await open('Bea'), await open('Cleo')]
    await client.assistants.deactivate({ id: rested })
    const { id } = await registerSender(parley, { client, ...holder }, parley.addCarrierNumber(), {
      assistant_id: first,
    })
    await client.senders.update({ id, display_name: 'Bakery' })
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['active', 'inactive'])
    for (const assistant_id of [second, rested]) await client.senders.update({ id, assistant_id })
    assert.deepEqual([await statusOf(second), await statusOf(rested)], ['active', 'inactive'])
  })

  it('says so when the carrier cannot be asked', async () => {
    const holder = await parley.createAccount()
    const number = parley.addCarrierNumber()
    for (const fault of ['error-before-accept', 'too-many-requests'] as const) {
      parley.carrier.control.script({ faults: [{ fault }], on: 'GET /v2/Channels/Senders', times: 10 })
      await assert.rejects(registerSender(parley, holder, number), unavailable)
      await parley.carrier.control.reset()
    }
    assert.deepEqual((await holder.client.senders.list({ status: 'all' })).data, [])
  })
})
