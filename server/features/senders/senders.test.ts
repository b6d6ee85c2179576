// Senders over the front door and the carrier's wire: listed, changed, kept up to date, kept apart, assigned.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { assignSender, findSender, messagesHook, receiptsHook, refreshSender } from './index.ts'
import { invalidFields, registerSender } from './sender-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

const notFound = refusedWith(404, { success: false, error: 'Sender not found', error_code: 'SENDER_NOT_FOUND' })

describe('a sender', () => {
  it('is listed while it is online, or when all are asked for', async () => {
    const holder = await parley.createAccount()
    const [up, down] = [parley.addCarrierNumber(), parley.addCarrierNumber()]
    await registerSender(parley, holder, up)
    parley.carrier.control.changeSender(down, { status: 'OFFLINE' })
    const { status, raw_status, offline_reason } = await registerSender(parley, holder, down)
    assert.deepEqual([status, raw_status], ['offline', 'OFFLINE'])
    assert.match(offline_reason ?? '', /^63112: ./)
    const listed = async (status?: 'online' | 'offline' | 'all') =>
      (await holder.client.senders.list(status ? { status } : {})).data.map(({ phone_number }) => phone_number)
    assert.deepEqual(await listed(), [up])
    assert.deepEqual(await listed('offline'), [down])
    assert.deepEqual(await listed('all'), [up, down])
    await assert.rejects(
      holder.client.senders.list({ status: 'ONLINE' as never }),
      invalidFields({ status: ['The selected status is invalid.'] }),
    )
  })

  it('is changed in what is given, and keeps the rest', async () => {
    const holder = await parley.createAccount()
    const { id } = await registerSender(parley, holder)
    const renamed = await holder.client.senders.update({ id, display_name: 'Harbour Street' })
    assert.equal(renamed.message, 'Sender updated successfully')
    const url = 'https://shop.example/receipts'
    await holder.client.senders.update({ id, receipts_webhook_url: url, is_receipts_webhook_active: true })
    const { data } = await holder.client.senders.update({ id })
    assert.deepEqual(
      [data.display_name, data.receipts_webhook_url, data.is_receipts_webhook_active],
      ['Harbour Street', url, true],
    )
    const noUrl = invalidFields({ receipts_webhook_url: ['The receipts webhook url field is required.'] })
    await assert.rejects(holder.client.senders.update({ id, receipts_webhook_url: null }), noUrl)
    await holder.client.senders.update({ id, receipts_webhook_url: null, is_receipts_webhook_active: false })
    await assert.rejects(holder.client.senders.update({ id, is_receipts_webhook_active: true }), noUrl)
    await assert.rejects(
      holder.client.senders.update({ id, receipts_webhook_url: 'http://10.0.0.1/' }),
      /receipts webhook url|address/,
    )
  })

  for (const [webhook, url, active] of [
    ['receipts', 'receipts_webhook_url', 'is_receipts_webhook_active'],
    ['messages', 'messages_webhook_url', 'is_messages_webhook_active'],
  ] as const)
    it(`has its ${webhook} webhook activated by setting the address, unless the request says otherwise`, async () => {
      const holder = await parley.createAccount()
      const address = `https://shop.example/${webhook}`
      const { id } = await registerSender(parley, holder)
      const update = async (fields: object) => {
        const { data } = await holder.client.senders.update({ id, ...fields })
        return [data[url], data[active]]
      }
      assert.deepEqual(await update({ [url]: address }), [address, true])
      assert.deepEqual(await update({ [active]: false }), [address, false])
      assert.deepEqual(await update({ display_name: 'Bakery' }), [address, false])
      assert.deepEqual(await update({ [url]: `${address}/2`, [active]: false }), [`${address}/2`, false])
      assert.deepEqual(await update({ [url]: address }), [address, true])
      assert.deepEqual(await update({ [url]: null, [active]: false }), [null, false])
      const missing = invalidFields({ [url]: [`The ${webhook} webhook url field is required.`] })
      await assert.rejects(holder.client.senders.update({ id, [active]: true }), missing)
      const created = await registerSender(parley, holder, parley.addCarrierNumber(), { [url]: address })
      assert.deepEqual([created[url], created[active]], [address, true])
    })

  it('of others is absent, and one that was deleted too', async () => {
    const [holder, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id: foreign } = await registerSender(parley, other)
    const { id: deleted } = await registerSender(parley, holder)
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
    const holder = await parley.createAccount()
    const number = parley.addCarrierNumber()
    const { id } = await registerSender(parley, holder, number)
    const ctx = asAccount(parley.app.context, holder.account)
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
    await parley.carrier.control.reset()
  })

  it('goes offline when the carrier does not know it any more, and comes back', async () => {
    const holder = await parley.createAccount()
    const number = parley.addCarrierNumber()
    await registerSender(parley, holder, number)
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
    const holder = await parley.createAccount()
    const url = `${receiver.url}/receipts`
    const { id } = await registerSender(parley, holder, parley.addCarrierNumber(), {
      receipts_webhook_url: url,
      is_receipts_webhook_active: true,
    })
    const ctx = asAccount(parley.app.context, holder.account)
    const tell = async (hook: string) => {
      const webhook = { url, kind: 'message.status', subject: 'message', payload: {}, hook }
      await transaction(ctx, (tx) => deliverWebhook(tx, webhook))
      await parley.runJobs()
      return (await holder.client.senders.list({})).data[0]?.is_receipts_webhook_active
    }
    assert.equal(await tell(receiptsHook({ id, receiptsUrl: `${url}/former` })), true)
    assert.equal(await tell(messagesHook({ id, messagesUrl: url })), true)
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
    assignSender(parley.app.context, { accountId, phoneNumber, templateSids })

  it('gives a tenant a number, and templates with it, once or bit by bit', async () => {
    const tenant = await parley.createAccount({ kind: 'tenant' })
    const [shared, other] = ['tenant_hello', 'tenant_bye'].map((name) =>
      parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' }),
    )
    const number = parley.addCarrierNumber({ name: 'Shop of the carrier' })
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
    const holder = await parley.createAccount()
    const tenant = await parley.createAccount({ kind: 'tenant' })
    const number = parley.addCarrierNumber()
    await registerSender(parley, holder, number)
    await assert.rejects(assign(999_999, number), { message: 'There is no account 999999.' })
    await assert.rejects(assign(tenant.account.id, number), {
      message: `${number} is a sender of account ${holder.account.id}.`,
    })
    await assert.rejects(assign(tenant.account.id, '+14155559998'), {
      message: 'The carrier has no sender +14155559998.',
    })
    await assert.rejects(assign(tenant.account.id, parley.addCarrierNumber(), ['HX0']), {
      message: 'The carrier has no template HX0.',
    })
    assert.deepEqual((await tenant.client.senders.list({ status: 'all' })).data, [])
  })
})
