// Webhooks: queueing, the list of deliveries, their order, recovery and cleanup.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { attempt, deliver, hours, numbersOf, refused, seconds } from '#testing/features/webhooks.ts'
import { assertNotFound } from '#testing/requests/expect-refusal.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { deliverWebhook } from './index.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
after(() => parley[Symbol.asyncDispose]())

describe('webhooks', () => {
  it('are not sent when the transaction is rolled back', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    const ctx = asAccount(parley.app.context, owner.account)
    await assert.rejects(
      transaction(ctx, async (tx) => {
        await deliverWebhook(tx, { url: receiver.url, kind: 'call.ended', subject: 'call-1', payload: {} })
        throw new Error('rolled back')
      }),
    )
    await parley.runJobs()
    assert.equal(receiver.requests.length, 0)
    assert.equal((await owner.client.webhooks.listDeliveries()).total, 0)
  })

  it('are listed newest first, by page and by filter', async () => {
    await using receiver = await openReceiver((request) => ({ status: request.path === '/bad' ? 500 : 200 }))
    const owner = await parley.createAccount()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) {
      const kind = n < 2 ? 'call.ended' : 'conversation.ended'
      const url = `${receiver.url}/${n === 2 ? 'bad' : 'good'}`
      ids.push(await deliver(parley, owner, { url, kind, subject: `subject-${n}` }))
    }
    await parley.runJobs()
    const list = async (query: Parameters<typeof owner.client.webhooks.listDeliveries>[0]) =>
      (await owner.client.webhooks.listDeliveries(query)).data.map(({ id }) => ids.indexOf(id))
    assert.deepEqual(await list({}), [4, 3, 2, 1, 0])
    assert.deepEqual(await list({ per_page: 2, page: 2 }), [2, 1])
    assert.deepEqual(await list({ status: 'pending' }), [2])
    assert.deepEqual(await list({ kind: 'call.ended' }), [1, 0])
    assert.deepEqual(await list({ subject: 'subject-3' }), [3])
    assert.deepEqual(await list({ kind: 'call.ended', status: 'failed' }), [])
    await assert.rejects(list({ status: 'lost' as 'failed' }), refused(422))
  })

  it('of another account are not found', async () => {
    const [owner, stranger] = [await parley.createAccount(), await parley.createAccount()]
    const id = await deliver(parley, owner, { url: 'http://127.0.0.1:9/' })
    for (const call of [stranger.client.webhooks.getDelivery, stranger.client.webhooks.resendDelivery]) {
      for (const other of [id, 987_654_321, 'x' as unknown as number]) {
        await assertNotFound(call({ id: other }), 'Webhook delivery not found.')
      }
    }
    assert.equal((await stranger.client.webhooks.listDeliveries()).total, 0)
    await parley.runJobs()
  })

  it('are sent within minutes if their job is lost', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    await deliver(parley, owner, { url: receiver.url })
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.context.db)
    for (const [laterMs, sent] of [
      [0, 0],
      [61 * seconds, 1],
    ] as const) {
      await parley.turnClock(laterMs)
      await parley.runCron('webhooks.pick-up-overdue')
      await parley.runJobs()
      assert.equal(receiver.requests.length, sent)
    }
  })

  it('are deleted after 30 days, as are secrets that no longer sign', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    await owner.client.webhooks.rotateSecret()
    await owner.client.webhooks.rotateSecret()
    const { id } = await attempt(parley, owner, { url: receiver.url })
    await parley.turnClock(29.9 * 24 * hours)
    await parley.runCron('webhooks.forget-old')
    await owner.client.webhooks.getDelivery({ id })
    await parley.turnClock(0.2 * 24 * hours)
    await parley.runCron('webhooks.forget-old')
    await assert.rejects(owner.client.webhooks.getDelivery({ id }), refused(404))
    const { rows } = await sql`select 1 from webhook_secrets where account_id = ${owner.account.id}`.execute(
      parley.app.context.db,
    )
    assert.equal(rows.length, 1)
  })

  it('are sent to one URL in the order of their subject, and delay no other subject or URL', async () => {
    await using receiver = await openReceiver((request, number) => ({
      status: number === 1 && request.path === '/a' ? 500 : 200,
    }))
    const owner = await parley.createAccount()
    const url = `${receiver.url}/a`
    await deliver(parley, owner, { url, subject: 'call-1', payload: { n: 1 } })
    await parley.runJobs()
    await deliver(parley, owner, { url, subject: 'call-1', payload: { n: 2 } })
    await deliver(parley, owner, { url, subject: 'call-1', payload: { n: 3 } })
    await deliver(parley, owner, { url, subject: 'call-2', payload: { n: 4 } })
    await deliver(parley, owner, { url: `${receiver.url}/b`, subject: 'call-1', payload: { n: 5 } })
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).sort(), [1, 4, 5])
    await parley.turnClock(34 * seconds)
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).slice(3), [1, 2, 3])
  })

  it('continue with the next of their subject when one fails', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const owner = await parley.createAccount()
    for (const n of [1, 2, 3]) await deliver(parley, owner, { url: receiver.url, subject: 'call-1', payload: { n } })
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver), [1, 2, 3])
  })

  it('are never sent to two URLs of one subject at once', async () => {
    let running = 0
    let maxRunning = 0
    const answer = async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return {}
    }
    await using one = await openReceiver(answer)
    await using two = await openReceiver(answer)
    const owner = await parley.createAccount()
    const ids = []
    for (let n = 0; n < 10; n++)
      ids.push(await deliver(parley, owner, { url: n % 2 ? one.url : two.url, subject: 'call-1', payload: { n } }))
    const accountId = owner.account.id
    await Promise.all(ids.map((deliveryId) => attemptDelivery(parley.app.context, { accountId, deliveryId })))
    await parley.runJobs()
    assert.deepEqual(numbersOf(one), [1, 3, 5, 7, 9])
    assert.deepEqual(numbersOf(two), [0, 2, 4, 6, 8])
    assert.equal(maxRunning, 1)
  })
})

describe('webhooks to private addresses', () => {
  it('are never sent, and fail with the reason', async () => {
    await using receiver = await openReceiver()
    await using strict = await startTestApp({ config: { allowPrivate: [] } })
    const owner = await strict.createAccount()
    const { port } = new URL(receiver.url)
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '10.0.0.1']
    for (const host of hosts) await deliver(strict, owner, { url: `http://${host}:${port}/` })
    await strict.runJobs()
    const { data } = await owner.client.webhooks.listDeliveries()
    assert.equal(data.length, hosts.length)
    const reason =
      'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.'
    for (const { status, attempts, last_error } of data)
      assert.deepEqual([status, attempts, last_error], ['failed', 1, reason])
    assert.equal(receiver.requests.length, 0)
  })
})
