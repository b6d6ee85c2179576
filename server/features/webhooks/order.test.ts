// The order in which webhooks of one subject are told.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { deliver, numbersOf, seconds } from './webhook-fixtures.ts'

describe('webhooks', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
  })
  after(() => parley[Symbol.asyncDispose]())

  it('tells one address of one subject in order, a later delivery after the earlier, and delays no other', async () => {
    await using receiver = await openReceiver((request, number) => ({
      status: number === 1 && request.path === '/a' ? 500 : 200,
    }))
    const holder = await parley.createAccount()
    const url = `${receiver.url}/a`
    await deliver(parley, holder, { url, subject: 'call-1', payload: { n: 1 } })
    await parley.runJobs()
    await deliver(parley, holder, { url, subject: 'call-1', payload: { n: 2 } })
    await deliver(parley, holder, { url, subject: 'call-1', payload: { n: 3 } })
    await deliver(parley, holder, { url, subject: 'call-2', payload: { n: 4 } })
    await deliver(parley, holder, { url: `${receiver.url}/b`, subject: 'call-1', payload: { n: 5 } })
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).sort(), [1, 4, 5])
    await parley.turnClock(34 * seconds)
    await parley.runJobs()
    assert.deepEqual(numbersOf(receiver).slice(3), [1, 2, 3])
  })

  it('goes on with a subject when its earlier delivery is given up', async () => {
    await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 410 : 200 }))
    const holder = await parley.createAccount()
    for (const n of [1, 2, 3]) await deliver(parley, holder, { url: receiver.url, subject: 'call-1', payload: { n } })
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
    const holder = await parley.createAccount()
    const ids = []
    for (let n = 0; n < 10; n++)
      ids.push(await deliver(parley, holder, { url: n % 2 ? one.url : two.url, subject: 'call-1', payload: { n } }))
    const tries = ids.map((deliveryId) =>
      attemptDelivery(parley.app.context, { accountId: holder.account.id, deliveryId }),
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
})
