// Senders: the list, changes, their state at the carrier, ownership and assignment by the operator.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { invalidFields, registerSender, requestOfCarrier, senderNotFound } from '#testing/features/senders.ts'
import { assignSender, findSender, messagesHook, receiptsHook, refreshSender } from './index.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

describe('a sender', () => {
  it('is listed by status, by default only if it is online', async () => {
    const owner = await parley.createAccount()
    const [online, offline] = [parley.addCarrierNumber(), parley.addCarrierNumber()]
    await registerSender(parley, owner, online)
    parley.carrier.control.changeSender(offline, { status: 'OFFLINE' })
    const { status, raw_status, offline_reason } = await registerSender(parley, owner, offline)
    assert.deepEqual([status, raw_status], ['offline', 'OFFLINE'])
    assert.match(offline_reason ?? '', /^63112: ./)
    const listed = async (status?: 'online' | 'offline' | 'all') =>
      (await owner.client.senders.list(status ? { status } : {})).data.map(({ phone_number }) => phone_number)
    assert.deepEqual(await listed(), [online])
    assert.deepEqual(await listed('offline'), [offline])
    assert.deepEqual(await listed('all'), [online, offline])
    const invalidStatus = invalidFields({ status: ['The selected status is invalid.'] })
    await assert.rejects(owner.client.senders.list({ status: 'ONLINE' as never }), invalidStatus)
  })

  it('keeps settings that an update does not contain', async () => {
    const owner = await parley.createAccount()
    const { id } = await registerSender(parley, owner)
    const renamed = await owner.client.senders.update({ id, display_name: 'Harbour Street' })
    assert.equal(renamed.message, 'Sender updated successfully')
    const url = 'https://shop.example/receipts'
    await owner.client.senders.update({ id, receipts_webhook_url: url, is_receipts_webhook_active: true })
    const { data } = await owner.client.senders.update({ id })
    assert.deepEqual(
      [data.display_name, data.receipts_webhook_url, data.is_receipts_webhook_active],
      ['Harbour Street', url, true],
    )
    const noUrl = invalidFields({ receipts_webhook_url: ['The receipts webhook url field is required.'] })
    const cleared = { id, receipts_webhook_url: null }
    await assert.rejects(owner.client.senders.update({ ...cleared, is_receipts_webhook_active: true }), noUrl)
    await owner.client.senders.update({ ...cleared, is_receipts_webhook_active: false })
    await assert.rejects(owner.client.senders.update({ id, is_receipts_webhook_active: true }), noUrl)
    const update = owner.client.senders.update({ id, receipts_webhook_url: 'http://10.0.0.1/' })
    await assert.rejects(update, /receipts webhook url|address/)
  })

  for (const [webhook, url, active] of [
    ['receipts', 'receipts_webhook_url', 'is_receipts_webhook_active'],
    ['messages', 'messages_webhook_url', 'is_messages_webhook_active'],
  ] as const)
    it(`has its ${webhook} webhook activated when its URL is set, unless the request says otherwise`, async () => {
      const owner = await parley.createAccount()
      const address = `https://shop.example/${webhook}`
      const { id } = await registerSender(parley, owner)
      const update = async (fields: object) => {
        const { data } = await owner.client.senders.update({ id, ...fields })
        return [data[url], data[active]]
      }
      assert.deepEqual(await update({ [url]: address }), [address, true])
      assert.deepEqual(await update({ [active]: false }), [address, false])
      assert.deepEqual(await update({ display_name: 'Bakery' }), [address, false])
      assert.deepEqual(await update({ [url]: `${address}/2`, [active]: false }), [`${address}/2`, false])
      assert.deepEqual(await update({ [url]: address }), [address, true])
      assert.deepEqual(await update({ [url]: null }), [null, false])
      const missing = invalidFields({ [url]: [`The ${webhook} webhook url field is required.`] })
      await assert.rejects(owner.client.senders.update({ id, [active]: true }), missing)
      const created = await registerSender(parley, owner, parley.addCarrierNumber(), { [url]: address })
      assert.deepEqual([created[url], created[active]], [address, true])
    })

  it('is not found by other accounts or after its deletion', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id: foreign } = await registerSender(parley, other)
    const { id: deleted } = await registerSender(parley, owner)
    assert.deepEqual(await owner.client.senders.delete({ id: deleted }), { message: 'Sender deleted successfully' })
    for (const id of [foreign, deleted, 999_999, 0]) {
      const { get, setWebhook, update, delete: remove, listTemplates } = owner.client.senders
      for (const call of [get, setWebhook, update, remove]) await assert.rejects(call({ id }), senderNotFound)
      await assert.rejects(listTemplates({ senderId: id }), senderNotFound)
    }
    assert.equal((await other.client.senders.list({})).data[0]?.display_name, 'Bakery')
  })

  it('takes over its state at the carrier when it is refreshed', async () => {
    const owner = await parley.createAccount()
    const number = parley.addCarrierNumber()
    const { id } = await registerSender(parley, owner, number)
    const ctx = asAccount(parley.app.context, owner.account)
    const sender = (await findSender(ctx.db, owner.account.id, id))!
    const change = { status: 'OFFLINE', messagingLimit: '2K Customers/24hr', quality: 'LOW' } as const
    parley.carrier.control.changeSender(number, change)
    const refreshed = await refreshSender(ctx, sender)
    assert.deepEqual(
      [refreshed.status, refreshed.rawStatus, refreshed.messagingLimit, refreshed.qualityRating],
      ['offline', 'OFFLINE', 2000, 'LOW'],
    )
    parley.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2', times: 10 })
    await assert.rejects(refreshSender(ctx, sender), OutsideError)
    await parley.carrier.control.reset()
  })

  it('is offline while the carrier does not list it', async () => {
    const owner = await parley.createAccount()
    const number = parley.addCarrierNumber()
    await registerSender(parley, owner, number)
    const { sid } = parley.carrier.control.changeSender(number, {})
    const status = async () => {
      await owner.client.senders.sync()
      return (await owner.client.senders.list({ status: 'all' })).data[0]?.status
    }
    assert.equal((await requestOfCarrier(parley, `/v2/Channels/Senders/${sid}`, 'DELETE')).status, 204)
    assert.equal(await status(), 'offline')
    parley.carrier.control.addSender({ number })
    assert.equal(await status(), 'online')
  })

  it('has its receipts webhook disabled by a response of 410 from its current URL', async () => {
    await using receiver = await openReceiver(() => ({ status: 410 }))
    const owner = await parley.createAccount()
    const url = `${receiver.url}/receipts`
    const { id } = await registerSender(parley, owner, parley.addCarrierNumber(), { receipts_webhook_url: url })
    const ctx = asAccount(parley.app.context, owner.account)
    const isActiveAfter = async (hook: string) => {
      const webhook = { url, kind: 'message.status', subject: 'message', payload: {}, hook }
      await transaction(ctx, (tx) => deliverWebhook(tx, webhook))
      await parley.runJobs()
      return (await owner.client.senders.list({})).data[0]?.is_receipts_webhook_active
    }
    assert.equal(await isActiveAfter(receiptsHook({ id, receiptsUrl: `${url}/former` })), true)
    assert.equal(await isActiveAfter(messagesHook({ id, messagesUrl: url })), true)
    assert.equal(await isActiveAfter(receiptsHook({ id, receiptsUrl: url })), false)
  })
})

describe('an assignment by the operator', () => {
  const assign = (accountId: number, phoneNumber: string, templateIds: string[] = []) =>
    assignSender(parley.app.context, { accountId, phoneNumber, templateIds })

  it('gives a tenant a number and templates, and can be repeated with more templates', async () => {
    const tenant = await parley.createAccount({ kind: 'tenant' })
    const [shared, other] = ['tenant_hello', 'tenant_bye'].map((name) =>
      parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' }),
    )
    const number = parley.addCarrierNumber({ name: 'Bakery at the carrier' })
    const { id } = await assign(tenant.account.id, number, [shared!.sid])
    const { data } = await tenant.client.senders.list({})
    assert.deepEqual([data[0]?.id, data[0]?.display_name], [id, 'Bakery at the carrier'])
    const names = async () => (await tenant.client.senders.listTemplates({ senderId: id })).data.map(({ name }) => name)
    assert.deepEqual(await names(), ['tenant_hello'])
    await tenant.client.senders.sync()
    assert.deepEqual(await names(), ['tenant_hello'])
    assert.equal((await assign(tenant.account.id, number, [other!.sid])).id, id)
    assert.deepEqual(await names(), ['tenant_hello', 'tenant_bye'])
  })

  it('is refused with a reason', async () => {
    const owner = await parley.createAccount()
    const tenant = await parley.createAccount({ kind: 'tenant' })
    const number = parley.addCarrierNumber()
    await registerSender(parley, owner, number)
    await assert.rejects(assign(999_999, number), { message: 'There is no account 999999.' })
    for (const [phoneNumber, message] of [
      [number, `${number} is a sender of account ${owner.account.id}.`],
      ['+14155559998', 'The carrier has no sender +14155559998.'],
      [parley.addCarrierNumber(), 'The carrier has no template HX0.'],
    ] as const)
      await assert.rejects(assign(tenant.account.id, phoneNumber, ['HX0']), { message })
    assert.deepEqual((await tenant.client.senders.list({ status: 'all' })).data, [])
  })
})
