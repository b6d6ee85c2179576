// Attempts to deliver webhooks: retries, final failures and resending.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { subscription, subscriptionsOf } from '#server/platform/jobs/subscriptions.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { attempt, deliver, hours, idsOf, refused, seconds, verify } from '#testing/features/webhooks.ts'
import { attemptDelivery, retryDelayMs, retryDelaysMs } from './attempt-delivery.ts'
import { resendDelivery } from './resend-delivery.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
after(() => parley[Symbol.asyncDispose]())

describe('a webhook delivery', () => {
  it('is retried after 30, 60, 120 seconds, 10 minutes, 1 hour and 6 hours, 10 % more or less, then fails', async () => {
    await using receiver = await openReceiver(() => ({ status: 500, body: 'x'.repeat(5000) }))
    const owner = await parley.createAccount()
    const { secret } = await owner.client.webhooks.rotateSecret()
    const { id } = await attempt(parley, owner, { url: receiver.url })
    const schedule = [30, 60, 120, 600, 3600, 21_600]
    for (const [failures, delay] of schedule.entries()) {
      assert.equal(receiver.requests.length, failures + 1)
      const { next_attempt_at, status, last_error } = await owner.client.webhooks.getDelivery({ id })
      assert.deepEqual([status, last_error], ['pending', 'The receiver responded with 500.'])
      const waitMs = Date.parse(next_attempt_at!) - parley.app.context.now().getTime()
      assert.ok(waitMs > (delay * 0.9 - 5) * seconds && waitMs < delay * 1.1 * seconds, `${waitMs} for ${delay} s`)
      await turnClock(waitMs - 5 * seconds)
      assert.equal(receiver.requests.length, failures + 1, `attempted before ${delay} s`)
      await turnClock(5 * seconds)
    }
    await turnClock(48 * hours)
    assert.equal(receiver.requests.length, 7)
    assert.equal(idsOf(receiver).size, 1)
    for (const request of receiver.requests) {
      assert.ok(Math.abs(Number(request.headers['webhook-timestamp']) * 1000 - request.atMs) < 2_000)
      assert.deepEqual(verify(request, secret), { standard: 1, raw: true })
    }
    const detail = await owner.client.webhooks.getDelivery({ id })
    assert.deepEqual([detail.status, detail.attempts, detail.next_attempt_at], ['failed', 7, null])
    assert.equal(detail.attempt_log.length, 7)
    assert.equal(detail.attempt_log[6]!.response, 'x'.repeat(1024))
  })

  it('is retried with up to 10 % more or less delay', () => {
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      assert.equal(retryDelayMs(index + 1, 0), delayMs * 0.9)
      assert.equal(retryDelayMs(index + 1, 0.5), delayMs)
      assert.equal(retryDelayMs(index + 1, 1), Math.round(delayMs * 1.1))
    }
    assert.equal(retryDelayMs(retryDelaysMs.length + 1, 0.5), undefined)
  })

  it('succeeds in the end if the receiver fails three times in ten, always with the same id and body', async () => {
    let random = 7
    const next = () => {
      random = (random * 48271) % 2147483647
      return random / 2147483647
    }
    await using receiver = await openReceiver(() => ({ status: next() < 0.3 ? 503 : 204 }))
    const owner = await parley.createAccount()
    for (let n = 0; n < 100; n++) await deliver(parley, owner, { url: receiver.url, payload: { n } })
    for (let round = 0; round < 8; round++) await turnClock(7 * hours)
    assert.equal((await owner.client.webhooks.listDeliveries({ status: 'delivered' })).total, 100)
    const messages = new Set(receiver.requests.map(({ headers, body }) => `${headers['webhook-id']} ${body}`))
    assert.deepEqual([messages.size, idsOf(receiver).size], [100, 100])
  })

  it('fails without a retry if the URL is invalid, and otherwise shows why it is retried', async () => {
    await using elsewhere = await openReceiver()
    await using receiver = await openReceiver(() => ({ status: 307, headers: { location: elsewhere.url } }))
    const closed = await openReceiver()
    await closed[Symbol.asyncDispose]()
    const owner = await parley.createAccount()
    for (const [url, ...expected] of [
      [receiver.url, 'pending', 307, 'The receiver responded with 307; redirects are not followed.'],
      [closed.url, 'pending', null, 'The address could not be reached.'],
      ['not an address', 'failed', null, 'This is not a valid URL.'],
    ] as const) {
      const { status, last_status_code, last_error, attempts } = await attempt(parley, owner, { url })
      assert.deepEqual([status, last_status_code, last_error, attempts], [...expected, 1])
    }
    assert.equal(elsewhere.requests.length, 0)
  })

  it('fails after a response of 410, and emits an event that names the hook', async () => {
    await using receiver = await openReceiver(() => ({ status: 410 }))
    const owner = await parley.createAccount()
    const deliveryId = await deliver(parley, owner, { url: receiver.url, hook: 'assistant:12:conversation-ended' })
    const context = {
      ...parley.app.context,
      subscriptions: subscriptionsOf([subscription('webhook.gone', 'test', async () => {})]),
    }
    await attemptDelivery(context, { accountId: owner.account.id, deliveryId })
    const detail = await owner.client.webhooks.getDelivery({ id: deliveryId })
    assert.deepEqual([detail.status, detail.last_status_code, detail.next_attempt_at], ['failed', 410, null])
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'on:webhook.gone:test'`.execute(parley.app.context.db)
    assert.deepEqual(rows, [{ payload: { accountId: owner.account.id, hook: 'assistant:12:conversation-ended' } }])
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.context.db)
  })

  it('can be resent after a failure and after a success, with the same id', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const owner = await parley.createAccount()
    const { id } = await attempt(parley, owner, { url: receiver.url })
    for (const count of [2, 3]) {
      const { message, data } = await owner.client.webhooks.resendDelivery({ id })
      assert.deepEqual([message, data.id, data.status], ['Webhook delivery queued.', id, 'pending'])
      await parley.runJobs()
      assert.equal(receiver.requests.length, count)
      assert.equal((await owner.client.webhooks.getDelivery({ id })).status, 'delivered')
    }
    assert.equal(idsOf(receiver).size, 1)
  })

  it('is resent once under one idempotency key, even if the process of the first request dies', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    const { id } = await attempt(parley, owner, { url: receiver.url })
    const ctx = asAccount(parley.app.context, owner.account)
    const key = crypto.randomUUID()
    await resendDelivery(ctx, { id }, { key, isResumed: false })
    await parley.runJobs()
    const { status } = await resendDelivery(ctx, { id }, { key, isResumed: true })
    assert.equal(status, 'delivered')
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
  })

  it('is attempted at once when it is resent before a retry, and its retry schedule starts again', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 3 ? 200 : 500 }))
    const owner = await parley.createAccount()
    const { id } = await attempt(parley, owner, { url: receiver.url })
    await owner.client.webhooks.resendDelivery({ id })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
    const { next_attempt_at } = await owner.client.webhooks.getDelivery({ id })
    assert.ok(Date.parse(next_attempt_at!) - parley.app.context.now().getTime() < 34 * seconds)
    await turnClock(34 * seconds)
    assert.equal((await owner.client.webhooks.getDelivery({ id })).status, 'delivered')
  })

  it('does not block the worker while the receiver is slow, is not sent twice, and records the response', async () => {
    const open = Promise.withResolvers<void>()
    await using receiver = await openReceiver(async () => {
      await open.promise
      return { status: 202 }
    })
    const owner = await parley.createAccount()
    const { id, status: statusBefore } = await attempt(parley, owner, { url: receiver.url })
    assert.deepEqual([receiver.requests.length, statusBefore], [1, 'pending'])
    await assert.rejects(owner.client.webhooks.resendDelivery({ id }), refused(409))
    await attemptDelivery(parley.app.context, { accountId: owner.account.id, deliveryId: id })
    open.resolve()
    // Each request needs the server, so the loop ends when the response is recorded.
    while ((await owner.client.webhooks.getDelivery({ id })).status === 'pending');
    const { status, last_status_code, attempts } = await owner.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, last_status_code, attempts], ['delivered', 202, 1])
    assert.equal(receiver.requests.length, 1)
  })
})

async function turnClock(ms: number): Promise<void> {
  await parley.turnClock(ms)
  await parley.runJobs()
}
