// Senders over the front door and the carrier's wire: registered, kept up to date, kept apart.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { transaction } from '#server/platform/transaction.ts'
import { refusedWith } from '#server/testing/chat.ts'
import { startParley, type TestAccount, type TestParley } from '#server/testing/parley.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import {
  assignSender,
  findSender,
  findSenderByNumber,
  inboundWebhookUrl,
  receiptsHook,
  refreshSender,
} from './index.ts'

let parley: TestParley
before(async () => {
  parley = await startParley({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

let numbers = 0
/** A number that the carrier knows. */
function newNumber(seed: { messagingLimit?: string | null; name?: string } = {}): string {
  const number = `+1415555${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addSender({ number, ...seed })
  return number
}

const register = async ({ client }: TestAccount, phone_number = newNumber(), fields = {}) =>
  (await client.senders.create({ phone_number, display_name: 'Bakery', ...fields })).data

const ofFields = (errors: Record<string, string[]>) =>
  refusedWith(422, { message: Object.values(errors)[0]![0], errors })

const unusable = ofFields({ phone_number: ['The phone number is no sender at the carrier that this account may use.'] })
const notFound = refusedWith(404, { success: false, error: 'Sender not found', error_code: 'SENDER_NOT_FOUND' })
const unavailable = refusedWith(503, {
  success: false,
  error: 'The carrier cannot be reached right now. Please try again.',
  error_code: 'CARRIER_UNAVAILABLE',
})

describe('registering a sender', () => {
  it('reads its state from the carrier', async () => {
    const holder = await parley.openAccount()
    const number = newNumber({ messagingLimit: '10K Customers/24hr' })
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
      inbound_webhook_url: inboundWebhookUrl(parley.app.world.settings),
      webhook_ok: true,
      receipts_webhook_url: null,
      is_receipts_webhook_active: false,
    })
    assert.ok(last_synced_at && created_at && updated_at)
    assert.deepEqual((await holder.client.senders.list({})).data, [data])
    assert.deepEqual(await holder.client.senders.get({ id }), { data })
    assert.equal((await findSender(parley.app.world.db, holder.account.id, id))?.phoneNumber, number)
    const carrierAccountSid = parley.carrier.accountSid
    const found = await findSenderByNumber(parley.app.world.db, { carrierAccountSid, phoneNumber: number })
    assert.equal(found?.accountId, holder.account.id)
  })

  it('knows a limit that the carrier does not tell as unknown', async () => {
    const sender = await register(await parley.openAccount(), newNumber({ messagingLimit: null }))
    assert.deepEqual([sender.messaging_limit, sender.messaging_limit_formatted], [null, null])
  })

  it('also answers where the channel is called by its other name', async () => {
    const { token } = await parley.openAccount()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await parley.fetch(new Request('http://parley/api/user/whatsapp/senders', { headers }))
    assert.deepEqual([answer.status, await answer.json()], [200, { data: [] }])
  })

  it('refuses a number that the carrier does not know, and one that is no number', async () => {
    const holder = await parley.openAccount()
    await assert.rejects(register(holder, '+14155559999'), unusable)
    for (const number of ['14155550001', '+0415555', '+1 415 555', '+1415555123456789', 'whatsapp:+14155550001'])
      await assert.rejects(
        register(holder, number),
        ofFields({ phone_number: ['The phone number format is invalid.'] }),
      )
  })

  it('lets one account alone have a number, and says to all others what it says of unknown numbers', async () => {
    const first = await parley.openAccount()
    const number = newNumber()
    const sender = await register(first, number)
    await assert.rejects(
      register(first, number),
      ofFields({ phone_number: ['The phone number has already been taken.'] }),
    )
    await assert.rejects(register(await parley.openAccount(), number), unusable)
    await first.client.senders.delete({ id: sender.id })
    assert.equal((await register(await parley.openAccount(), number)).status, 'online')
  })

  it('makes a number that comes back to its account the sender that it was, under what is given now', async () => {
    const [first, other] = [await parley.openAccount(), await parley.openAccount()]
    const number = newNumber()
    const former = await register(first, number)
    await first.client.senders.delete({ id: former.id })
    const between = await register(other, number)
    assert.notEqual(between.id, former.id)
    await assert.rejects(register(first, number), unusable)
    await other.client.senders.delete({ id: between.id })
    const again = await register(first, number, { display_name: 'Bakery, new' })
    assert.deepEqual(
      [again.id, again.display_name, again.created_at, again.status],
      [former.id, 'Bakery, new', former.created_at, 'online'],
    )
    assert.equal((await first.client.senders.list({})).data.length, 1)
  })

  it('gives a number that many want at once to one of them', async () => {
    const number = newNumber()
    const holders = await Promise.all(Array.from({ length: 8 }, () => parley.openAccount()))
    const results = await Promise.allSettled(holders.map((holder) => register(holder, number)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') unusable(result.reason)
  })

  it('gives tenants no number of the installation’s carrier', async () => {
    await assert.rejects(register(await parley.openAccount({ kind: 'tenant' })), unusable)
  })

  it('takes an assistant and a receipts address of the caller’s own', async () => {
    const holder = await parley.openAccount()
    const { id } = (await holder.client.assistants.create({ name: 'Ada' })).data
    const receipts = { receipts_webhook_url: 'https://shop.example/r', is_receipts_webhook_active: true }
    const sender = await register(holder, newNumber(), { assistant_id: id, ...receipts })
    assert.deepEqual([sender.assistant_id, sender.receipts_webhook_url], [id, 'https://shop.example/r'])
    const { id: foreign } = (await (await parley.openAccount()).client.assistants.create({ name: 'Eve' })).data
    for (const assistant_id of [foreign, 999_999])
      await assert.rejects(
        register(holder, newNumber(), { assistant_id }),
        ofFields({ assistant_id: ['The selected assistant id is invalid.'] }),
      )
    await holder.client.assistants.delete({ id })
    assert.equal((await holder.client.senders.list({})).data[0]?.assistant_id, null)
  })

  it('puts the assistant into use that it is given, unless that was deactivated by hand', async () => {
    const { client, ...holder } = await parley.openAccount()
    const open = async (name: string) => (await client.assistants.create({ name })).data.id
    const statusOf = async (id: number) => (await client.assistants.get({ id })).data.status
    const [first, second, rested] = [await open('Ada'), await open('Bea'), await open('Cleo')]
    await client.assistants.deactivate({ id: rested })
    const { id } = await register({ client, ...holder }, newNumber(), { assistant_id: first })
    await client.senders.update({ id, display_name: 'Bakery' })
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['active', 'inactive'])
    for (const assistant_id of [second, rested]) await client.senders.update({ id, assistant_id })
    assert.deepEqual([await statusOf(second), await statusOf(rested)], ['active', 'inactive'])
  })

  it('says so when the carrier cannot be asked', async () => {
    const holder = await parley.openAccount()
    const number = newNumber()
    for (const fault of ['error-before-accept', 'too-many-requests'] as const) {
      parley.carrier.control.script({ faults: [{ fault }], on: 'GET /v2/Channels/Senders', times: 10 })
      await assert.rejects(register(holder, number), unavailable)
      parley.carrier.control.reset()
    }
    assert.deepEqual((await holder.client.senders.list({ status: 'all' })).data, [])
  })
})

describe('a sender', () => {
  it('is listed while it is online, or when all are asked for', async () => {
    const holder = await parley.openAccount()
    const [up, down] = [newNumber(), newNumber()]
    await register(holder, up)
    parley.carrier.control.changeSender(down, { status: 'OFFLINE' })
    const { status, raw_status, offline_reason } = await register(holder, down)
    assert.deepEqual([status, raw_status], ['offline', 'OFFLINE'])
    assert.match(offline_reason ?? '', /^63112: ./)
    const listed = async (status?: 'online' | 'offline' | 'all') =>
      (await holder.client.senders.list(status ? { status } : {})).data.map(({ phone_number }) => phone_number)
    assert.deepEqual(await listed(), [up])
    assert.deepEqual(await listed('offline'), [down])
    assert.deepEqual(await listed('all'), [up, down])
    await assert.rejects(
      holder.client.senders.list({ status: 'ONLINE' as never }),
      ofFields({ status: ['The selected status is invalid.'] }),
    )
  })

  it('is changed in what is given, and keeps the rest', async () => {
    const holder = await parley.openAccount()
    const { id } = await register(holder)
    const renamed = await holder.client.senders.update({ id, display_name: 'Harbour Street' })
    assert.equal(renamed.message, 'Sender updated successfully')
    const url = 'https://shop.example/receipts'
    await holder.client.senders.update({ id, receipts_webhook_url: url, is_receipts_webhook_active: true })
    const { data } = await holder.client.senders.update({ id })
    assert.deepEqual(
      [data.display_name, data.receipts_webhook_url, data.is_receipts_webhook_active],
      ['Harbour Street', url, true],
    )
    const noUrl = ofFields({ receipts_webhook_url: ['The receipts webhook url field is required.'] })
    await assert.rejects(holder.client.senders.update({ id, receipts_webhook_url: null }), noUrl)
    await holder.client.senders.update({ id, receipts_webhook_url: null, is_receipts_webhook_active: false })
    await assert.rejects(holder.client.senders.update({ id, is_receipts_webhook_active: true }), noUrl)
    await assert.rejects(
      holder.client.senders.update({ id, receipts_webhook_url: 'http://10.0.0.1/' }),
      /receipts webhook url|address/,
    )
  })

  it('of others is absent, and one that was deleted too', async () => {
    const [holder, other] = [await parley.openAccount(), await parley.openAccount()]
    const { id: foreign } = await register(other)
    const { id: deleted } = await register(holder)
    assert.deepEqual(await holder.client.senders.delete({ id: deleted }), { message: 'Sender deleted successfully' })
    for (const id of [foreign, deleted, 999_999, 0]) {
      await assert.rejects(holder.client.senders.get({ id }), notFound)
      await assert.rejects(holder.client.senders.setWebhook({ id }), notFound)
      await assert.rejects(holder.client.senders.update({ id, display_name: 'Mine' }), notFound)
      await assert.rejects(holder.client.senders.delete({ id }), notFound)
      await assert.rejects(holder.client.senders.listTemplates({ senderId: id }), notFound)
    }
    assert.equal((await other.client.senders.list({})).data[0]?.display_name, 'Bakery')
  })

  it('follows the carrier when it is looked at again', async () => {
    const holder = await parley.openAccount()
    const number = newNumber()
    const { id } = await register(holder, number)
    const ctx = asAccount(parley.app.world, holder.account)
    const sender = (await findSender(ctx.db, holder.account.id, id))!
    parley.carrier.control.changeSender(number, {
      status: 'OFFLINE',
      messagingLimit: '2K Customers/24hr',
      quality: 'LOW',
    })
    const refreshed = await refreshSender(ctx, sender)
    assert.deepEqual(
      [refreshed.status, refreshed.rawStatus, refreshed.messagingLimit, refreshed.qualityRating],
      ['offline', 'OFFLINE', 2000, 'LOW'],
    )
    parley.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2', times: 10 })
    await assert.rejects(refreshSender(ctx, sender), OutsideError)
    parley.carrier.control.reset()
  })

  it('goes offline when the carrier does not know it any more, and comes back', async () => {
    const holder = await parley.openAccount()
    const number = newNumber()
    await register(holder, number)
    const { sid } = parley.carrier.control.changeSender(number, {})
    const status = async () => {
      await holder.client.senders.sync()
      return (await holder.client.senders.list({ status: 'all' })).data[0]?.status
    }
    await removeAtCarrier(sid)
    assert.equal(await status(), 'offline')
    parley.carrier.control.addSender({ number })
    assert.equal(await status(), 'online')
  })

  it('loses its receipts when their receiver has gone, unless they go elsewhere by then', async () => {
    await using receiver = await openReceiver(() => ({ status: 410 }))
    const holder = await parley.openAccount()
    const url = `${receiver.url}/receipts`
    const { id } = await register(holder, newNumber(), { receipts_webhook_url: url, is_receipts_webhook_active: true })
    const ctx = asAccount(parley.app.world, holder.account)
    const tell = async (hook: string) => {
      const webhook = { url, kind: 'message.status', subject: 'message', payload: {}, hook }
      await transaction(ctx, (tx) => deliverWebhook(tx, webhook))
      await parley.runJobs()
      return (await holder.client.senders.list({})).data[0]?.is_receipts_webhook_active
    }
    assert.equal(await tell(receiptsHook({ id, receiptsUrl: `${url}/former` })), true)
    assert.equal(await tell(receiptsHook({ id, receiptsUrl: url })), false)
  })
})

async function removeAtCarrier(sid: string): Promise<void> {
  const { baseUrl, accountSid, authToken } = parley.carrier
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const answer = await fetch(`${baseUrl}/v2/Channels/Senders/${sid}`, { method: 'DELETE', headers: { authorization } })
  assert.equal(answer.status, 204)
}

describe('the operator', () => {
  const assign = (accountId: number, phoneNumber: string, templateSids: string[] = []) =>
    assignSender(parley.app.world, { accountId, phoneNumber, templateSids })

  it('gives a tenant a number, and templates with it, once or bit by bit', async () => {
    const tenant = await parley.openAccount({ kind: 'tenant' })
    const [shared, other] = ['tenant_hello', 'tenant_bye'].map((name) =>
      parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' }),
    )
    const number = newNumber({ name: 'Shop of the carrier' })
    const { id } = await assign(tenant.account.id, number, [shared!.sid])
    const { data } = await tenant.client.senders.list({})
    assert.deepEqual([data[0]?.id, data[0]?.display_name], [id, 'Shop of the carrier'])
    const names = async () => (await tenant.client.senders.listTemplates({ senderId: id })).data.map(({ name }) => name)
    assert.deepEqual(await names(), ['tenant_hello'])
    await tenant.client.senders.sync()
    assert.deepEqual(await names(), ['tenant_hello'])
    assert.equal((await assign(tenant.account.id, number, [other!.sid])).id, id)
    assert.deepEqual(await names(), ['tenant_hello', 'tenant_bye'])
  })

  it('hears in words what cannot be', async () => {
    const holder = await parley.openAccount()
    const tenant = await parley.openAccount({ kind: 'tenant' })
    const number = newNumber()
    await register(holder, number)
    await assert.rejects(assign(999_999, number), { message: 'There is no account 999999.' })
    await assert.rejects(assign(tenant.account.id, number), {
      message: `${number} is a sender of account ${holder.account.id}.`,
    })
    await assert.rejects(assign(tenant.account.id, '+14155559998'), {
      message: 'The carrier has no sender +14155559998.',
    })
    await assert.rejects(assign(tenant.account.id, newNumber(), ['HX0']), {
      message: 'The carrier has no template HX0.',
    })
    assert.deepEqual((await tenant.client.senders.list({ status: 'all' })).data, [])
  })
})
