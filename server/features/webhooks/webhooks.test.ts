// Webhooks from the transaction that states them to the list of deliveries, and what cleans up after them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { deliverWebhook, webhookCrons } from './index.ts'
import { deliver, hours, refused, seconds } from './webhook-fixtures.ts'

describe('webhooks', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
  })
  after(() => parley[Symbol.asyncDispose]())

  it('sends nothing when the transaction is rolled back', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createAccount()
    const ctx = asAccount(parley.app.context, holder.account)
    await assert.rejects(
      transaction(ctx, async (tx) => {
        await deliverWebhook(tx, { url: receiver.url, kind: 'call.ended', subject: 'call-1', payload: {} })
        throw new Error('never mind')
      }),
    )
    await parley.runJobs()
    assert.equal(receiver.requests.length, 0)
    assert.equal((await holder.client.webhooks.listDeliveries()).total, 0)
  })

  it('lists deliveries newest first, by page and by filter', async () => {
    await using receiver = await openReceiver((request) => ({ status: request.path === '/bad' ? 500 : 200 }))
    const holder = await parley.createAccount()
    const ids: number[] = []
    for (let n = 0; n < 5; n++)
      ids.push(
        await deliver(parley, holder, {
          url: `${receiver.url}/${n === 2 ? 'bad' : 'good'}`,
          kind: n < 2 ? 'call.ended' : 'conversation.ended',
          subject: `subject-${n}`,
        }),
      )
    await parley.runJobs()
    const list = async (query: Parameters<typeof holder.client.webhooks.listDeliveries>[0]) =>
      (await holder.client.webhooks.listDeliveries(query)).data.map(({ id }) => ids.indexOf(id))
    assert.deepEqual(await list({}), [4, 3, 2, 1, 0])
    assert.deepEqual(await list({ per_page: 2, page: 2 }), [2, 1])
    assert.deepEqual(await list({ status: 'pending' }), [2])
    assert.deepEqual(await list({ kind: 'call.ended' }), [1, 0])
    assert.deepEqual(await list({ subject: 'subject-3' }), [3])
    assert.deepEqual(await list({ kind: 'call.ended', status: 'failed' }), [])
    await assert.rejects(list({ status: 'lost' as 'failed' }), refused(422))
  })

  it('shows and sends a delivery for its own account alone', async () => {
    const [holder, stranger] = [await parley.createAccount(), await parley.createAccount()]
    const id = await deliver(parley, holder, { url: 'http://127.0.0.1:9/' })
    for (const call of [stranger.client.webhooks.getDelivery, stranger.client.webhooks.resendDelivery]) {
      for (const other of [id, 987_654_321, 'x' as unknown as number]) {
        await assert.rejects(call({ id: other }), (error: unknown) => {
          assert.ok(error instanceof ParleyError)
          assert.deepEqual([error.status, error.body], [404, { message: 'Webhook delivery not found.' }])
          return true
        })
      }
    }
    assert.equal((await stranger.client.webhooks.listDeliveries()).total, 0)
    await parley.runJobs()
  })

  it('picks up what lost its job', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createAccount()
    await deliver(parley, holder, { url: receiver.url })
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.context.db)
    const pickUp = webhookCrons.find(({ name }) => name === 'webhooks.pick-up-overdue')!
    await pickUp.run(parley.app.context)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 0)
    await parley.turnClock(61 * seconds)
    await pickUp.run(parley.app.context)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
  })

  it('forgets deliveries after 30 days, and secrets that sign no more', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createAccount()
    await holder.client.webhooks.rotateSecret()
    await holder.client.webhooks.rotateSecret()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    const forget = webhookCrons.find(({ name }) => name === 'webhooks.forget-old')!
    await parley.turnClock(29.9 * 24 * hours)
    await forget.run(parley.app.context)
    await holder.client.webhooks.getDelivery({ id })
    await parley.turnClock(0.2 * 24 * hours)
    await forget.run(parley.app.context)
    await assert.rejects(holder.client.webhooks.getDelivery({ id }), refused(404))
    const { rows } = await sql`select 1 from webhook_secrets where account_id = ${holder.account.id}`.execute(
      parley.app.context.db,
    )
    assert.equal(rows.length, 1)
  })
})

describe('webhooks to private addresses', () => {
  it('are never sent, and fail with the reason', async () => {
    await using canary = await openReceiver()
    await using parley = await startTestApp({ config: { allowPrivate: [] } })
    const { account, client } = await parley.createAccount()
    const port = new URL(canary.url).port
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '10.0.0.1']
    for (const host of hosts) {
      await transaction(asAccount(parley.app.context, account), (tx) =>
        deliverWebhook(tx, { url: `http://${host}:${port}/`, kind: 'call.ended', subject: host, payload: {} }),
      )
    }
    await parley.runJobs()
    const { data } = await client.webhooks.listDeliveries()
    assert.equal(data.length, hosts.length)
    for (const { status, attempts, last_error } of data)
      assert.deepEqual(
        [status, attempts, last_error],
        ['failed', 1, 'This address is private or reserved and cannot be used.'],
      )
    assert.equal(canary.requests.length, 0)
  })
})
