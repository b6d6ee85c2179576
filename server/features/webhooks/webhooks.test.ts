// Webhooks from the transaction that states them to real receivers, with a clock that is turned.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { asAccount } from '#server/platform/context.ts'
import { transaction } from '#server/platform/transaction.ts'
import { startParley, type TestAccount, type TestParley } from '#server/testing/parley.ts'
import { openReceiver, type ReceivedRequest, type Receiver } from '#server/testing/receiver.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { deliverWebhook, type Webhook, webhookCrons } from './index.ts'
import { resendDelivery } from './resend-delivery.ts'
import { retryDelayMs, retryDelaysMs } from './retry-schedule.ts'
import { signatureHeaders } from './signature.ts'

const seconds = 1000
const hours = 3600 * seconds

describe('webhooks', () => {
  let parley: TestParley
  before(async () => {
    parley = await startParley({ config: { allowPrivate: ['127.0.0.1'] } })
  })
  after(() => parley[Symbol.asyncDispose]())

  async function deliver({ account }: TestAccount, webhook: Partial<Webhook> & { url: string }): Promise<number> {
    const { deliveryId } = await transaction(asAccount(parley.app.world, account), (tx) =>
      deliverWebhook(tx, { kind: 'test.told', subject: tx.newId(), payload: { id: 1 }, ...webhook }),
    )
    return deliveryId
  }

  it('posts the exact JSON, signed so that an independent verifier agrees', async () => {
    await using receiver = await openReceiver(() => ({ body: 'thank you' }))
    const holder = await parley.openAccount()
    const { secret } = await holder.client.webhooks.rotateSecret()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    const payload = { text: 'Grüße, 世界 🌍 \u2028 \u0000 \ud800', nested: { z: 1, a: [1.5, null] } }
    const id = await deliver(holder, { url: `${receiver.url}/hook?a=b`, payload, subject: 'conversation-1' })
    await parley.runJobs()
    const [request] = receiver.requests
    assert.equal(receiver.requests.length, 1)
    assert.equal(`${request!.method} ${request!.path}`, 'POST /hook?a=b')
    assert.equal(request!.headers['content-type'], 'application/json')
    assert.equal(request!.body.toString(), JSON.stringify(payload))
    assert.deepEqual(verify(request!, secret), { standard: 1, raw: true })
    const detail = await holder.client.webhooks.getDelivery({ id })
    assert.equal(detail.webhook_id, request!.headers['webhook-id'])
    assert.match(detail.webhook_id, /^msg_[0-9a-f]{32}$/)
    assert.deepEqual(
      [detail.status, detail.attempts, detail.last_status_code, detail.last_error, detail.next_attempt_at],
      ['delivered', 1, 200, null, null],
    )
    assert.deepEqual(detail.payload, payload)
    const { at, duration_ms, ...attempt } = detail.attempt_log[0]!
    assert.deepEqual(attempt, { status_code: 200, error: null, response: 'thank you' })
    assert.ok(at >= detail.created_at && duration_ms !== null && detail.delivered_at! >= at)
  })

  it('signs the published example of Standard Webhooks as published', () => {
    const signed = { messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: new Date(1614265330_000) }
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const headers = signatureHeaders({ ...signed, body: '{"test": 2432232314}' }, [key])
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('sends nothing when the transaction is rolled back', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.openAccount()
    const ctx = asAccount(parley.app.world, holder.account)
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

  it('tries again after 30, 60, 120 seconds, 10 minutes, 1 hour, 6 hours, 10 % more or less, then gives up', async () => {
    await using receiver = await openReceiver(() => ({ status: 500, body: 'x'.repeat(5000) }))
    const holder = await parley.openAccount()
    const { secret } = await holder.client.webhooks.rotateSecret()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    const schedule = [30, 60, 120, 600, 3600, 21_600]
    for (const [failures, delay] of schedule.entries()) {
      assert.equal(receiver.requests.length, failures + 1)
      const { next_attempt_at, status, last_error } = await holder.client.webhooks.getDelivery({ id })
      assert.deepEqual([status, last_error], ['pending', 'The receiver answered 500.'])
      const waitMs = Date.parse(next_attempt_at!) - parley.app.world.now().getTime()
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
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size, 7)
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
    const holder = await parley.openAccount()
    for (let n = 0; n < 100; n++) await deliver(holder, { url: receiver.url, payload: { n } })
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
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    const { status, last_status_code, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual(
      [status, last_status_code, last_error],
      ['pending', 307, 'The receiver answered 307: redirects are not followed.'],
    )
    assert.equal(elsewhere.requests.length, 0)
  })

  it('tries again when the connection is refused', async () => {
    const receiver = await openReceiver()
    await receiver[Symbol.asyncDispose]()
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    const { status, last_status_code, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, last_status_code, last_error], ['pending', null, 'The address could not be reached.'])
  })

  it('ends at 410 and tells the house which hook is gone', async () => {
    await using receiver = await openReceiver(() => ({ status: 410 }))
    const holder = await parley.openAccount()
    const deliveryId = await deliver(holder, { url: receiver.url, hook: 'assistant:12:conversation-ended' })
    const world = { ...parley.app.world, subscriptions: new Map([['webhook.gone', ['test']]]) }
    await attemptDelivery(world, { accountId: holder.account.id, deliveryId })
    const detail = await holder.client.webhooks.getDelivery({ id: deliveryId })
    assert.deepEqual([detail.status, detail.last_status_code, detail.next_attempt_at], ['failed', 410, null])
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'on:webhook.gone:test'`.execute(parley.app.world.db)
    assert.deepEqual(rows, [{ payload: { accountId: holder.account.id, hook: 'assistant:12:conversation-ended' } }])
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.world.db)
  })

  it('gives up at once on an address that is no address', async () => {
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: 'not an address' })
    await parley.runJobs()
    const { status, attempts, last_error } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, attempts, last_error], ['failed', 1, 'This is not a valid URL.'])
  })

  it('sends again by hand what had failed and what had been delivered, with the same id', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
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
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    const ctx = asAccount(parley.app.world, holder.account)
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
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    await holder.client.webhooks.resendDelivery({ id })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
    const { next_attempt_at } = await holder.client.webhooks.getDelivery({ id })
    assert.ok(Date.parse(next_attempt_at!) - parley.app.world.now().getTime() < 34 * seconds)
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
    const holder = await parley.openAccount()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await holder.client.webhooks.getDelivery({ id })).status, 'pending')
    await assert.rejects(holder.client.webhooks.resendDelivery({ id }), refused(409))
    await attemptDelivery(parley.app.world, { accountId: holder.account.id, deliveryId: id })
    open.resolve()
    // Each try asks the server, so this ends with the recording.
    while ((await holder.client.webhooks.getDelivery({ id })).status === 'pending');
    const { status, last_status_code, attempts } = await holder.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, last_status_code, attempts], ['delivered', 202, 1])
    assert.equal(receiver.requests.length, 1)
  })

  it('tells one address of one subject in order, a later delivery after the earlier, and delays no other', async () => {
    await using receiver = await openReceiver((request, number) => ({
      status: number === 1 && request.path === '/a' ? 500 : 200,
    }))
    const holder = await parley.openAccount()
    const url = `${receiver.url}/a`
    await deliver(holder, { url, subject: 'call-1', payload: { n: 1 } })
    await parley.runJobs()
    await deliver(holder, { url, subject: 'call-1', payload: { n: 2 } })
    await deliver(holder, { url, subject: 'call-1', payload: { n: 3 } })
    await deliver(holder, { url, subject: 'call-2', payload: { n: 4 } })
    await deliver(holder, { url: `${receiver.url}/b`, subject: 'call-1', payload: { n: 5 } })
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).sort(), [1, 4, 5])
    await parley.turnClock(34 * seconds)
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).slice(3), [1, 2, 3])
  })

  it('goes on with a subject when its earlier delivery is given up', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const holder = await parley.openAccount()
    for (const n of [1, 2, 3]) await deliver(holder, { url: receiver.url, subject: 'call-1', payload: { n } })
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver), [1, 2, 3])
  })

  it('never tells two addresses of one subject at a time', async () => {
    let underWay = 0
    let most = 0
    const answer = async () => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      return {}
    }
    await using one = await openReceiver(answer)
    await using two = await openReceiver(answer)
    const holder = await parley.openAccount()
    const ids = []
    for (let n = 0; n < 10; n++)
      ids.push(await deliver(holder, { url: n % 2 ? one.url : two.url, subject: 'call-1', payload: { n } }))
    const tries = ids.map((deliveryId) =>
      attemptDelivery(parley.app.world, { accountId: holder.account.id, deliveryId }),
    )
    await Promise.all(tries)
    await parley.runJobs()
    assert.deepEqual(
      [numbersOf(one), numbersOf(two)],
      [
        [1, 3, 5, 7, 9],
        [0, 2, 4, 6, 8],
      ],
    )
    assert.equal(most, 1)
  })

  it('signs with the former secret too for 24 hours after a rotation, then no more', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.openAccount()
    const { secret: former } = await holder.client.webhooks.rotateSecret()
    await parley.turnClock(48 * hours)
    const { secret, message } = await holder.client.webhooks.rotateSecret()
    assert.equal(message, 'Webhook secret rotated successfully.')
    assert.notEqual(secret, former)
    for (const laterMs of [0, 23.9 * hours, 0.2 * hours]) {
      await parley.turnClock(laterMs)
      await deliver(holder, { url: receiver.url })
      await parley.runJobs()
    }
    const [first, second, third] = receiver.requests
    for (const request of [first!, second!]) {
      assert.deepEqual(verify(request, secret), { standard: 2, raw: true })
      assert.deepEqual(verify(request, former), { standard: 2, raw: false })
    }
    assert.deepEqual(verify(third!, secret), { standard: 1, raw: true })
    assert.throws(() => verify(third!, former))
  })

  it('makes a secret on first use and shows of it only when it was made and how it ends', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.openAccount()
    assert.deepEqual(await holder.client.webhooks.getSecret(), { created_at: null, hint: null })
    await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    assert.match(receiver.requests[0]!.headers['webhook-signature'] as string, /^v1,[A-Za-z0-9+/]{43}=$/)
    assert.ok((await holder.client.webhooks.getSecret()).created_at)
    const { secret } = await holder.client.webhooks.rotateSecret()
    assert.equal((await holder.client.webhooks.getSecret()).hint, secret.slice(-4))
  })

  it('keeps a secret sealed; one of another master key signs nothing, and a new one can be made', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.openAccount()
    const { db } = parley.app.world
    const { secret } = await holder.client.webhooks.rotateSecret()
    const { rows } = await sql<{ box: Buffer }>`
      select box from webhook_secrets where account_id = ${holder.account.id}`.execute(db)
    const stored = rows[0]!.box
    for (const form of [Buffer.from(secret.slice(6), 'base64'), Buffer.from(secret.slice(6))])
      assert.equal(stored.indexOf(form), -1)
    // As if the master key had been another one.
    stored[stored.length - 1]! ^= 1
    await sql`update webhook_secrets set box = ${stored} where account_id = ${holder.account.id}`.execute(db)
    await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    assert.equal(receiver.requests.length, 0)
    const { secret: next } = await holder.client.webhooks.rotateSecret()
    await parley.turnClock(hours)
    await parley.runJobs()
    assert.deepEqual(verify(receiver.requests[0]!, next), { standard: 1, raw: true })
  })

  it('lists deliveries newest first, by page and by filter', async () => {
    await using receiver = await openReceiver((request) => ({ status: request.path === '/bad' ? 500 : 200 }))
    const holder = await parley.openAccount()
    const ids: number[] = []
    for (let n = 0; n < 5; n++)
      ids.push(
        await deliver(holder, {
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
    const [holder, stranger] = [await parley.openAccount(), await parley.openAccount()]
    const id = await deliver(holder, { url: 'http://127.0.0.1:9/' })
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
    const holder = await parley.openAccount()
    await deliver(holder, { url: receiver.url })
    await sql`delete from graphile_worker._private_jobs`.execute(parley.app.world.db)
    const pickUp = webhookCrons.find(({ name }) => name === 'webhooks.pick-up-overdue')!
    await pickUp.run(parley.app.world)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 0)
    await parley.turnClock(61 * seconds)
    await pickUp.run(parley.app.world)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
  })

  it('forgets deliveries after 30 days, and secrets that sign no more', async () => {
    await using receiver = await openReceiver()
    const holder = await parley.openAccount()
    await holder.client.webhooks.rotateSecret()
    await holder.client.webhooks.rotateSecret()
    const id = await deliver(holder, { url: receiver.url })
    await parley.runJobs()
    const forget = webhookCrons.find(({ name }) => name === 'webhooks.forget-old')!
    await parley.turnClock(29.9 * 24 * hours)
    await forget.run(parley.app.world)
    await holder.client.webhooks.getDelivery({ id })
    await parley.turnClock(0.2 * 24 * hours)
    await forget.run(parley.app.world)
    await assert.rejects(holder.client.webhooks.getDelivery({ id }), refused(404))
    const { rows } = await sql`select 1 from webhook_secrets where account_id = ${holder.account.id}`.execute(
      parley.app.world.db,
    )
    assert.equal(rows.length, 1)
  })
})

describe('webhooks to private addresses', () => {
  it('are never sent, and fail with the reason', async () => {
    await using canary = await openReceiver()
    await using parley = await startParley({ config: { allowPrivate: [] } })
    const { account, client } = await parley.openAccount()
    const port = new URL(canary.url).port
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '10.0.0.1']
    for (const host of hosts) {
      await transaction(asAccount(parley.app.world, account), (tx) =>
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

/** As a receiver does it that knows the standard alone; throws when no signature fits. */
function verify({ headers, body }: ReceivedRequest, secret: string): { standard: number; raw: boolean } {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body])
  const signatures = String(headers['webhook-signature']).split(' ')
  assert.ok(signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`))
  const raw = headers['x-signature-256'] === `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  return { standard: signatures.length, raw }
}

const numbersOf = (receiver: Receiver): number[] => receiver.requests.map(({ body }) => JSON.parse(body.toString()).n)

const refused = (status: number) => (error: unknown) => error instanceof ParleyError && error.status === status
