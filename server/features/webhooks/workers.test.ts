// Webhooks while workers run: slow receivers, two workers at once, a worker that dies.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openApp } from '#server/app.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { deliver } from '#testing/features/webhooks.ts'
import { attemptDelivery } from './attempt-delivery.ts'

const config = { allowPrivate: ['127.0.0.1'] }
const never = new Promise<never>(() => {})

const parley = await startTestApp({ config })
after(() => parley[Symbol.asyncDispose]())

describe('webhooks in progress', () => {
  it('reach a fast receiver while three others hang, and time out', async () => {
    await using busy = await startTestApp({ config, jobsRunning: true })
    await using first = await openReceiver(() => never)
    await using second = await openReceiver(() => never)
    await using third = await openReceiver(() => never)
    await using fast = await openReceiver()
    const [owner, other] = [await busy.createAccount(), await busy.createAccount()]
    const urls = Array.from({ length: 100 }, (_, n) => [first, second, first, third][n % 4]!.url)
    await Promise.all(urls.map((url) => deliver(busy, owner, { url })))
    await Promise.all([first, second, third].map((receiver) => receiver.received(4)))
    for (const account of [owner, other]) await deliver(busy, account, { url: fast.url })
    await fast.received(2)
    const attempts = [first, second, third].map(({ requests }) => requests.length)
    assert.deepEqual(attempts, [4, 4, 4], 'the fast receiver waited for an attempt to end')
    await first.received(8)
    const spreadMs = first.requests[7]!.atMs - first.requests[4]!.atMs
    assert.ok(spreadMs < 4_000, `the next four attempts began over ${spreadMs} ms`)
    const { data } = await owner.client.webhooks.listDeliveries({ status: 'pending', per_page: 100 })
    const timedOut = data.filter(({ last_error }) => last_error === 'The address did not answer in time.')
    assert.ok(timedOut.length >= 4)
    const { attempt_log } = await owner.client.webhooks.getDelivery({ id: timedOut[0]!.id })
    assert.ok(attempt_log[0]!.duration_ms! >= 14_900 && attempt_log[0]!.duration_ms! < 20_000)
  })

  it('continue when an account has so many in progress that another of its receivers had to wait', async () => {
    const open = Promise.withResolvers<object>()
    await using stack = new AsyncDisposableStack()
    await using fast = await openReceiver()
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    for (let n = 0; n < 6; n++) {
      const slow = stack.use(await openReceiver(() => open.promise))
      for (let m = 0; m < 4; m++) {
        const deliveryId = await deliver(parley, owner, { url: slow.url })
        void attemptDelivery(parley.app.context, { accountId: owner.account.id, deliveryId })
      }
      await slow.received(4)
    }
    await deliver(parley, owner, { url: fast.url })
    await deliver(parley, other, { url: `${fast.url}/other` })
    await parley.runJobs()
    assert.deepEqual(
      fast.requests.map(({ path }) => path),
      ['/other'],
    )
    open.resolve({})
    // Each request needs the server, so the loop ends when the last response is recorded.
    while ((await owner.client.webhooks.listDeliveries({ status: 'pending' })).total > 1);
    await parley.runJobs()
    assert.equal(fast.requests.length, 2)
    assert.equal((await owner.client.webhooks.listDeliveries({ status: 'delivered' })).total, 25)
  })

  it('are sent once by two workers at once', async () => {
    await using receiver = await openReceiver()
    await using second = await openApp(parley.config, {
      log: createLog({ level: 'silent', pretty: false }),
      jobsRunning: false,
    })
    const owner = await parley.createAccount()
    const ids: number[] = []
    for (let n = 0; n < 30; n++) ids.push(await deliver(parley, owner, { url: receiver.url }))
    const attempts = ids.flatMap((deliveryId) =>
      [parley.app.context, second.context].map((context) =>
        attemptDelivery(context, { accountId: owner.account.id, deliveryId }),
      ),
    )
    await Promise.all([...attempts, parley.runJobs(), second.worker!.runDue()])
    await parley.runJobs()
    assert.equal((await owner.client.webhooks.listDeliveries({ status: 'delivered' })).total, 30)
    assert.equal(receiver.requests.length, 30)
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 30)
  })

  it('are sent again with the same id when the worker dies before it records the response', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    const id = await deliver(parley, owner, { url: receiver.url })
    const { fetcher } = parley.app.context
    const dying = {
      ...fetcher,
      fetch: (request: Parameters<typeof fetcher.fetch>[0]) => fetcher.fetch(request).then(() => never),
    }
    void attemptDelivery({ ...parley.app.context, fetcher: dying }, { accountId: owner.account.id, deliveryId: id })
    await receiver.received(1)
    await parley.turnClock(20_000)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
    await parley.turnClock(10_000)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    const { status, attempts, attempt_log } = await owner.client.webhooks.getDelivery({ id })
    assert.deepEqual([status, attempts], ['delivered', 2])
    assert.deepEqual(
      attempt_log.map(({ error, status_code }) => [error, status_code]),
      [
        ['The attempt was interrupted; its outcome is unknown.', null],
        [null, 200],
      ],
    )
  })
})
