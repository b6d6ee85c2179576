// Webhooks while workers run: slow receivers, two workers at once, a worker that is killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { openApp } from '#server/app.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestAccount, type TestApp } from '#server/testing/test-app.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { deliverWebhook } from './index.ts'

const allowPrivate = ['127.0.0.1']
const never = new Promise<never>(() => {})

async function deliver(parley: TestApp, { account }: TestAccount, url: string): Promise<number> {
  const { deliveryId } = await transaction(asAccount(parley.app.context, account), (tx) =>
    deliverWebhook(tx, { url, kind: 'call.ended', subject: tx.newId(), payload: { url } }),
  )
  return deliveryId
}

describe('webhooks under way', () => {
  it('reach a quick receiver within a second while three hang with a hundred, and break those off after 15', async () => {
    await using parley = await startTestApp({ config: { allowPrivate }, jobsRunning: true })
    await using hanging = await openReceiver(() => never)
    await using hangingToo = await openReceiver(() => never)
    await using hangingAsWell = await openReceiver(() => never)
    await using quick = await openReceiver()
    const [holder, other] = [await parley.createAccount(), await parley.createAccount()]
    for (let n = 0; n < 50; n++) await deliver(parley, holder, hanging.url)
    for (let n = 0; n < 50; n++) await deliver(parley, holder, [hangingToo, hangingAsWell][n % 2]!.url)
    await Promise.all([hanging, hangingToo, hangingAsWell].map((receiver) => receiver.received(4)))
    for (const [index, account] of [holder, other].entries()) {
      const statedAtMs = Date.now()
      await deliver(parley, account, quick.url)
      await quick.received(index + 1)
      const delayMs = quick.requests[index]!.atMs - statedAtMs
      assert.ok(delayMs < 1000, `the quick receiver waited ${delayMs} ms`)
    }
    assert.equal(hanging.requests.length, 4)
    await hanging.received(8)
    const { data } = await holder.client.webhooks.listDeliveries({ status: 'pending', per_page: 100 })
    const brokenOff = data.filter(({ last_error }) => last_error === 'The address did not answer in time.')
    assert.ok(brokenOff.length >= 4)
    const { attempt_log } = await holder.client.webhooks.getDelivery({ id: brokenOff[0]!.id })
    assert.ok(attempt_log[0]!.duration_ms! >= 14_900 && attempt_log[0]!.duration_ms! < 17_000)
    assert.equal(brokenOff[0]!.status, 'pending')
  })

  it('go on when an account has so many under way that even a free receiver had to wait', async () => {
    await using parley = await startTestApp({ config: { allowPrivate } })
    const open = Promise.withResolvers<object>()
    await using stack = new AsyncDisposableStack()
    await using quick = await openReceiver()
    const [holder, other] = [await parley.createAccount(), await parley.createAccount()]
    const attempt = (deliveryId: number, { account }: TestAccount) =>
      attemptDelivery(parley.app.context, { accountId: account.id, deliveryId })
    const ids: number[] = []
    for (let n = 0; n < 6; n++) {
      const slow = stack.use(await openReceiver(() => open.promise))
      for (let m = 0; m < 4; m++) ids.push(await deliver(parley, holder, slow.url))
    }
    await Promise.all(ids.map((id) => attempt(id, holder)))
    await deliver(parley, holder, quick.url)
    await deliver(parley, other, `${quick.url}/other`)
    await parley.runJobs()
    assert.deepEqual(
      quick.requests.map(({ path }) => path),
      ['/other'],
    )
    open.resolve({})
    // Each try asks the server, so this ends with the last answer's recording.
    while ((await holder.client.webhooks.listDeliveries({ status: 'pending' })).total > 1);
    await parley.runJobs()
    assert.equal(quick.requests.length, 2)
    assert.equal((await holder.client.webhooks.listDeliveries({ status: 'delivered' })).total, 25)
  })

  it('are sent once by two workers at once', async () => {
    await using parley = await startTestApp({ config: { allowPrivate } })
    await using receiver = await openReceiver()
    await using second = await openApp(parley.config, {
      log: createLog({ level: 'silent', pretty: false }),
      jobsRunning: false,
    })
    const holder = await parley.createAccount()
    const ids: number[] = []
    for (let n = 0; n < 30; n++) ids.push(await deliver(parley, holder, receiver.url))
    const tries = ids.flatMap((deliveryId) =>
      [parley.app.context, second.context].map((context) =>
        attemptDelivery(context, { accountId: holder.account.id, deliveryId }),
      ),
    )
    await Promise.all([...tries, parley.runJobs(), second.worker!.runDue()])
    await parley.runJobs()
    assert.equal((await holder.client.webhooks.listDeliveries({ status: 'delivered' })).total, 30)
    assert.equal(receiver.requests.length, 30)
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 30)
  })

  it('are tried again under the same id when the worker is killed in the middle', async () => {
    await using parley = await startTestApp({ config: { allowPrivate } })
    await using receiver = await openReceiver((_, number) => (number === 1 ? never : {}))
    const holder = await parley.createAccount()
    const id = await deliver(parley, holder, receiver.url)
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', workerProgram(parley)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const gone = new Promise((resolve) => killed.once('exit', resolve))
    await receiver.received(1)
    killed.kill('SIGKILL')
    await gone
    await parley.turnClock(20_000)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 1)
    await parley.turnClock(10_000)
    await parley.runJobs()
    assert.equal(receiver.requests.length, 2)
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    const { status, attempts, attempt_log } = await holder.client.webhooks.getDelivery({ id })
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

/** A process of its own that works on the same database. */
function workerProgram({ config }: TestApp): string {
  return `
    import { openApp } from '#server/app.ts'
    import { createLog } from '#server/platform/observability/log.ts'
    const config = ${JSON.stringify({ ...config, roles: ['worker'] })}
    await openApp(config, { log: createLog({ level: 'error', pretty: false }) })`
}
