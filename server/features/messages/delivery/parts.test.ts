// Long texts: in parts that go out one after another, as one message.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { noDelays } from '@parley/carrier-sandbox'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

const full = { balance: 100_000_000, held: 0 }
const price = 10_000

describe('a long text', () => {
  it('of 4,096 characters goes out in parts, one after another', async () => {
    const holder = await parley.createSender()
    const phone = await holder.openWindow()
    const text = `${'word '.repeat(819)}!`
    assert.equal(text.length, 4096)
    const sent = await holder.sendFreeform(phone, text)
    for (let part = 0; part < 4; part++) await parley.runUntilIdle()
    const inbox = parley.carrier.phones.inbox(phone)
    assert.deepEqual(
      inbox.map(({ body }) => body.length),
      [1599, 1599, 896],
    )
    assert.equal(inbox[0]!.sid, sent.message_sid)
    assert.equal(inbox.map(({ body }) => body).join(' '), text)
    assert.deepEqual(await holder.money(), { balance: full.balance - price, held: 0 })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.equal(data[0]!.message_count, 2)
  })

  it('is overtaken by nothing that is sent after it', async () => {
    const holder = await parley.createSender()
    const phone = await holder.openWindow()
    await holder.sendFreeform(phone, `Long. ${'word '.repeat(700)}`)
    let isSent = false
    const after = holder.sendFreeform(phone, 'Short').then(() => {
      isSent = true
    })
    while (!isSent) await parley.runUntilIdle()
    await after
    const heard = parley.carrier.phones.inbox(phone).map(({ body }) => body.slice(0, 5))
    assert.deepEqual(heard, ['Long.', 'word ', 'word ', 'Short'])
  })

  it('mingles with nothing that is sent at the same moment', async () => {
    const holder = await parley.createSender()
    const phone = await holder.openWindow()
    let left = 3
    const texts = ['a '.repeat(1500), 'b '.repeat(1500), 'c']
    const sends = texts.map((text) => holder.sendFreeform(phone, text).finally(() => left--))
    while (left > 0) await parley.runUntilIdle()
    await Promise.all(sends)
    for (let part = 0; part < 4; part++) await parley.runUntilIdle()
    const heard = parley.carrier.phones.inbox(phone).map(({ body }) => body[0]!)
    const runs = heard.filter((letter, index) => letter !== heard[index - 1])
    assert.deepEqual([heard.toSorted(), runs.length], [['a', 'a', 'b', 'b', 'c'], 3], heard.join(' '))
  })

  it('waits with each part until the one before was sent', async () => {
    const holder = await parley.createSender()
    const phones = await Promise.all(Array.from({ length: 4 }, () => holder.openWindow()))
    parley.carrier.control.settings({ delaysMs: { sent: 100 } })
    await Promise.all(phones.map((phone) => holder.sendFreeform(phone, 'word '.repeat(819))))
    while (phones.some((phone) => parley.carrier.phones.inbox(phone).length < 3)) await parley.runUntilIdle()
    parley.carrier.control.settings({ delaysMs: noDelays })
    for (const phone of phones) {
      const [first, second, third] = parley.carrier.phones.inbox(phone)
      assert.ok(first!.sentAtMs! <= second!.createdAtMs, 'the second overtook the first')
      assert.ok(second!.sentAtMs! <= third!.createdAtMs, 'the third overtook the second')
    }
  })

  it('stops at the part that fails, and the whole is paid back', async () => {
    const holder = await parley.createSender()
    const phone = await holder.openWindow()
    // A failure that comes without `sent` before it: that would let the next part go.
    parley.carrier.control.script({ faults: [] }, { faults: [{ fault: 'fail', code: 63012 }] })
    await holder.sendFreeform(phone, 'word '.repeat(819))
    for (let part = 0; part < 4; part++) await parley.runUntilIdle()
    assert.equal(parley.carrier.phones.inbox(phone).length, 1)
    assert.deepEqual(await holder.money(), full)
  })
})
