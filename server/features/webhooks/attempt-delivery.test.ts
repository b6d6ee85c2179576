// Attempts at a webhook: when they are made again, when they are given up, and made once more by hand.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { resendDelivery } from './resend-delivery.ts'
import { retryDelayMs, retryDelaysMs } from './retry-schedule.ts'
import { deliver, hours, refused, seconds, verify } from './webhook-fixtures.ts'

describe('webhooks', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
  })
  after(() => parley[Symbol.asyncDispose]())

  it('tries again after 30, 60, 120 seconds, 10 minutes, 1 hour, 6 hours, 10 % more or less, then gives up', async () => {
    await using receiver = await openReceiver(() => ({ status: 500, body: 'x'.repeat(5000) }))
    const holder = await parley.createAccount()
    const { secret } = await holder.client.webhooks.rotateSecret()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    const schedule = [30, 60, 120, 600, 3600, 21_600]
    for (const [failures, delay] of schedule.entries()) {
      assert.equal(receiver.requests.length, failures + 1)
      const { next_attempt_at, status, last_error } = await holder.client.webhooks.getDelivery({ id })
      assert.deepEqual([status, last_error], ['pending', 'The receiver responded with 500.'])
      const waitMs = Date.parse(next_attempt_at!) - parley.app.context.now().getTime()
      assert.ok(waitMs > (delay * 0.9 - 5) * seconds && waitMs < delay * 1.1 * seconds, `${waitMs} for ${delay} s`)
      await parley.turnClock(waitMs - 5 * seconds)
      await parley.runJobs()
      assert.equal(receiver.requests.length, failures + 1, `tried before ${delay} s`)
      await parley.turnClock(5 * seconds)
      await parley.runJobs()
    }
    await parley.turnClock(48 * hours)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 7)
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const { headers, atMs } of receiver.requests)
      assert.ok(Math.abs(Number(headers['webhook-timestamp']) * 1000 - atMs) < 2_000)
    for (const request of receiver.requests) assert.deepEqual(verify(request, secret), { standard: 1, raw: true })
    const detail = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([detail.status, detail.attempts, detail.next_attempt_at], ['failed', 7, null])
    assert.equal(detail.attempt_log.length, 7)
    assert.equal(detail.attempt_log[6]!.response, 'x'.repeat(1024))
  })

  it('spreads each delay by a tenth either way', () => {
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      assert.equal(retryDelayMs(index + 1, 0), delayMs * 0.9)
      assert.equal(retryDelayMs(index + 1, 0.5), delayMs)
      assert.equal(retryDelayMs(index + 1, 1), Math.round(delayMs * 1.1))
    }
    assert.equal(retryDelayMs(retryDelaysMs.length + 1, 0.5), undefined)
  })

  it('delivers everything to a receiver that fails three times in ten, with one id for each delivery', async () => {
    let roll = 7
    const next = () => {
      roll = (roll * 48271) % 2147483647
      return roll / 2147483647
    }
    await using receiver = await openReceiver(() => ({ status: next() < 0.3 ? 503 : 204 }))
    const holder = await parley.createAccount()
    for (let n = 0; n < 100; n++) await deliver(parley, holder, { url: receiver.url, payload: { n } })
    for (let round = 0; round < 7; round++) {
      await parley.runJobs()
      await parley.turnClock(7 * hours)
    }
    await parley.runJobs()
    assert.equal((await holder.client.webhooks.listDeliveries({ status: 'delivered' })).total, 100)
    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of receiver.requests) {
      const id = String(headers['webhook-id'])
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString()))
    }
    assert.equal(bodies.size, 100)
    for (const [, seen] of bodies) assert.equal(seen.size, 1)
  })

  it('takes a redirect for a failure and does not follow it', async () => {
    await using elsewhere = await openReceiver()
    await using receiver = await openReceiver(() => ({ status: 307, headers: { location: elsewhere.url } }))
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    const { status, last_status_code, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual(
      [status, last_status_code, last_error],
      ['pending', 307, 'The receiver responded with 307; redirects are not followed.'],
    )
    assert.equal(elsewhere.requests.length, 0)
  })

  it('tries again when the connection is refused', async () => {
    const receiver = await openReceiver()
    await receiver[Symbol.asyncDispose]()
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    const { status, last_status_code, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, last_status_code, last_error], ['pending', null, 'The address could not be reached.'])
  })

  it('ends at 410 and tells the house which hook is gone', async () => {
    await using receiver = await openReceiver(() => ({ status: 410 }))
    const holder = await parley.createAccount()
    const deliveryId = await deliver(parley, holder, { url: receiver.url, hook: 'assistant:12:conversation-ended' })
    const context = {
      ...parley.app.context,
      subscriptions: new Map([['webhook.gone', [{ name: 'on:webhook.gone:test' }]]]),
    }
    await attemptDelivery(context, { accountId: holder.account.id, deliveryId })
    const detail = await holder.client.webhooks.getDelivery({ id: deliveryId })
    assert.deepEqual([detail.status, detail.last_status_code, detail.next_attempt_at], ['failed', 410, null])
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'on:webhook.gone:test'`.execute(parley.app.context.db)
    assert.deepEqual(rows, [{ payload: { accountId: holder.account.id, hook: 'assistant:12:conversation-ended' } }])
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.context.db)
  })

  it('gives up at once on an address that is no address', async () => {
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: 'not an address' })
    await parley.runJobs()
    const { status, attempts, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, attempts, last_error], ['failed', 1, 'This is not a valid URL.'])
  })

  it('sends again by hand what had failed and what had been delivered, with the same id', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    for (const count of [2, 3]) {
      const { message, data } = await holder.client.webhooks.resendDelivery({ id })
      assert.equal(message, 'Webhook delivery queued.')
      assert.deepEqual([data.id, data.status], [id, 'pending'])
      await parley.runJobs()
      assert.equal(receiver.requests.length, count)
      assert.equal((await holder.client.webhooks.getDelivery({ id })).status, 'delivered')
    }
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  it('sends again once under a key, though the process of the first request has died', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    const ctx = asAccount(parley.app.context, holder.account)
    const key = crypto.randomUUID()
    await resendDelivery(ctx, { id }, { key, isResumed: false })
    await parley.runJobs()
    const { status } = await resendDelivery(ctx, { id }, { key, isResumed: true })
    assert.equal(status, 'delivered')
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
  })

  it('brings a waiting retry forward by hand, and begins its schedule anew', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 3 ? 200 : 500 }))
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    await holder.client.webhooks.resendDelivery({ id })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
    const { next_attempt_at } = await holder.client.webhooks.getDelivery({ id })
    assert.ok(Date.parse(next_attempt_at!) - parley.app.context.now().getTime() < 34 * seconds)
    await parley.turnClock(34 * seconds)
    await parley.runJobs()
    assert.equal((await holder.client.webhooks.getDelivery({ id })).status, 'delivered')
  })

  it('lets go of a receiver that takes its time, records its answer, and sends nothing twice meanwhile', async () => {
    const open = Promise.withResolvers<void>()
    await using receiver = await openReceiver(async () => {
      await open.promise
      return { status: 202 }
    })
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, { url: receiver.url })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await holder.client.webhooks.getDelivery({ id })).status, 'pending')
    await assert.rejects(holder.client.webhooks.resendDelivery({ id }), refused(409))
    await attemptDelivery(parley.app.context, { accountId: holder.account.id, deliveryId: id })
    open.resolve()
    // Each try asks the server, so this ends with the recording.
    while ((await holder.client.webhooks.getDelivery({ id })).status === 'pending');
    const { status, last_status_code, attempts } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, last_status_code, attempts], ['delivered', 202, 1])
    assert.equal(receiver.requests.length, 1)
  })
})
