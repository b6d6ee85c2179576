// The registration of senders, with the sandbox carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { carrierUnavailable, inboundUrlOf, invalidFields, registerSender } from '#testing/features/senders.ts'
import { findSender, findSenderByNumber } from './index.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

const unusable = invalidFields({
  phone_number: ['The phone number is not a sender at the carrier that this account may use.'],
})

describe('registering a sender', () => {
  it('reads its state from the carrier', async () => {
    const owner = await parley.createAccount()
    const number = parley.addCarrierNumber({ messagingLimit: '10K Customers/24hr' })
    const { message, data } = await owner.client.senders.create({ phone_number: number, display_name: ' Bakery ' })
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
      inbound_webhook_url: inboundUrlOf(parley.app.context),
      webhook_ok: true,
      receipts_webhook_url: null,
      is_receipts_webhook_active: false,
      messages_webhook_url: null,
      is_messages_webhook_active: false,
    })
    assert.ok(last_synced_at && created_at && updated_at)
    assert.deepEqual((await owner.client.senders.list({})).data, [data])
    assert.deepEqual(await owner.client.senders.get({ id }), { data })
    assert.equal((await findSender(parley.app.context.db, owner.account.id, id))?.phoneNumber, number)
    const carrierAccountId = parley.carrier.accountSid
    const found = await findSenderByNumber(parley.app.context.db, { carrierAccountId, phoneNumber: number })
    assert.equal(found?.accountId, owner.account.id)
  })

  it('shows null for a messaging limit that the carrier does not report', async () => {
    const number = parley.addCarrierNumber({ messagingLimit: null })
    const sender = await registerSender(parley, await parley.createAccount(), number)
    assert.deepEqual([sender.messaging_limit, sender.messaging_limit_formatted], [null, null])
  })

  it('has an alias under /whatsapp', async () => {
    const { token } = await parley.createAccount()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await parley.fetch(new Request('http://parley/api/user/whatsapp/senders', { headers }))
    assert.deepEqual([answer.status, await answer.json()], [200, { data: [] }])
  })

  it('refuses invalid numbers and numbers that the carrier does not have', async () => {
    const owner = await parley.createAccount()
    await assert.rejects(registerSender(parley, owner, '+14155559999'), unusable)
    const wrongFormat = invalidFields({ phone_number: ['The phone number format is invalid.'] })
    for (const number of ['14155550001', '+0415555', '+1 415 555', '+1415555123456789', 'whatsapp:+14155550001'])
      await assert.rejects(registerSender(parley, owner, number), wrongFormat)
  })

  it('gives a number to one account at a time, without revealing to others that it is taken', async () => {
    const first = await parley.createAccount()
    const number = parley.addCarrierNumber()
    const sender = await registerSender(parley, first, number)
    const taken = invalidFields({ phone_number: ['The phone number has already been taken.'] })
    await assert.rejects(registerSender(parley, first, number), taken)
    await assert.rejects(registerSender(parley, await parley.createAccount(), number), unusable)
    await first.client.senders.delete({ id: sender.id })
    assert.equal((await registerSender(parley, await parley.createAccount(), number)).status, 'online')
  })

  it('restores the former sender of the account with new settings', async () => {
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

  it('gives a number that several accounts register at once to one of them', async () => {
    const number = parley.addCarrierNumber()
    const owners = await Promise.all(Array.from({ length: 8 }, () => parley.createAccount()))
    const results = await Promise.allSettled(owners.map((owner) => registerSender(parley, owner, number)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') unusable(result.reason)
  })

  it('refuses numbers of the carrier account of the installation to tenants', async () => {
    await assert.rejects(registerSender(parley, await parley.createAccount({ kind: 'tenant' })), unusable)
  })

  it('accepts an assistant of the account, and a receipts webhook', async () => {
    const owner = await parley.createAccount()
    const { id } = (await owner.client.assistants.create({ name: 'Ada' })).data
    const receipts = { receipts_webhook_url: 'https://shop.example/r', is_receipts_webhook_active: true }
    const sender = await registerSender(parley, owner, parley.addCarrierNumber(), { assistant_id: id, ...receipts })
    assert.deepEqual([sender.assistant_id, sender.receipts_webhook_url], [id, 'https://shop.example/r'])
    const { id: foreign } = (await (await parley.createAccount()).client.assistants.create({ name: 'Eve' })).data
    const invalid = invalidFields({ assistant_id: ['The selected assistant id is invalid.'] })
    for (const assistant_id of [foreign, 999_999])
      await assert.rejects(registerSender(parley, owner, parley.addCarrierNumber(), { assistant_id }), invalid)
    await owner.client.assistants.delete({ id })
    assert.equal((await owner.client.senders.list({})).data[0]?.assistant_id, null)
  })

  it('activates its assistant, unless that was deactivated through the API', async () => {
    const owner = await parley.createAccount()
    const { assistants, senders } = owner.client
    const create = async () => (await assistants.create({ name: 'Ada' })).data.id
    const statusOf = async (id: number) => (await assistants.get({ id })).data.status
    const [first, second, deactivated] = [await create(), await create(), await create()]
    await assistants.deactivate({ id: deactivated })
    const { id } = await registerSender(parley, owner, parley.addCarrierNumber(), { assistant_id: first })
    await senders.update({ id, display_name: 'Bakery' })
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['active', 'inactive'])
    for (const assistant_id of [second, deactivated]) await senders.update({ id, assistant_id })
    assert.deepEqual([await statusOf(second), await statusOf(deactivated)], ['active', 'inactive'])
  })

  it('fails when the carrier is unavailable', async () => {
    const owner = await parley.createAccount()
    const number = parley.addCarrierNumber()
    for (const fault of ['error-before-accept', 'too-many-requests'] as const) {
      parley.carrier.control.script({ faults: [{ fault }], on: 'GET /v2/Channels/Senders', times: 10 })
      await assert.rejects(registerSender(parley, owner, number), carrierUnavailable)
      await parley.carrier.control.reset()
    }
    assert.deepEqual((await owner.client.senders.list({ status: 'all' })).data, [])
  })
})
