// The order in which the webhooks of one subject are sent.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { deliver, numbersOf, seconds } from './webhook-fixtures.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
after(() => parley[Symbol.asyncDispose]())

describe('webhooks', () => {
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
