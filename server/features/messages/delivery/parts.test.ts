// Tests of long texts, which are sent in parts, one after another, as one message.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { noDelays } from '@parley/carrier-sandbox'
import { startTestApp } from '#testing/app/test-app.ts'
import { charged, full, newestConversation } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

async function openPair() {
  const sender = await parley.createSender()
  return { sender, phone: await sender.openWindow() }
}

async function sendAllParts(): Promise<void> {
  for (let part = 0; part < 4; part++) await parley.runUntilIdle()
}

describe('a long text', () => {
  it('of 4,096 characters is sent in three parts, which count as one message', async () => {
    const { sender, phone } = await openPair()
    const text = `${'word '.repeat(819)}!`
    assert.equal(text.length, 4096)
    const sent = await sender.sendFreeform(phone, text)
    await sendAllParts()
    const parts = parley.textsReceivedBy(phone)
    assert.deepEqual(
      parts.map((part) => part.length),
      [1599, 1599, 896],
    )
    assert.equal(parley.carrier.phones.inbox(phone)[0]!.sid, sent.message_sid)
    assert.equal(parts.join(' '), text)
    assert.deepEqual(await sender.money(), charged)
    assert.equal((await newestConversation(sender)).message_count, 2)
  })

  it('is not overtaken by a later message', async () => {
    const { sender, phone } = await openPair()
    await sender.sendFreeform(phone, `Long. ${'word '.repeat(700)}`)
    let isSent = false
    const later = sender.sendFreeform(phone, 'Short').then(() => {
      isSent = true
    })
    while (!isSent) await parley.runUntilIdle()
    await later
    const received = parley.textsReceivedBy(phone).map((text) => text.slice(0, 5))
    assert.deepEqual(received, ['Long.', 'word ', 'word ', 'Short'])
  })

  it('is not interleaved with messages that are sent at the same time', async () => {
    const { sender, phone } = await openPair()
    let left = 3
    const texts = ['a '.repeat(1500), 'b '.repeat(1500), 'c']
    const sends = texts.map((text) => sender.sendFreeform(phone, text).finally(() => left--))
    while (left > 0) await parley.runUntilIdle()
    await Promise.all(sends)
    await sendAllParts()
    const received = parley.textsReceivedBy(phone).map((text) => text[0]!)
    const runs = received.filter((letter, index) => letter !== received[index - 1])
    assert.deepEqual([received.toSorted(), runs.length], [['a', 'a', 'b', 'b', 'c'], 3], received.join(' '))
  })

  it('waits with each part until the carrier has sent the one before', async () => {
    const sender = await parley.createSender()
    const phones = await Promise.all(Array.from({ length: 4 }, () => sender.openWindow()))
    parley.carrier.control.settings({ delaysMs: { sent: 100 } })
    await Promise.all(phones.map((phone) => sender.sendFreeform(phone, 'word '.repeat(819))))
    while (phones.some((phone) => parley.carrier.phones.inbox(phone).length < 3)) await parley.runUntilIdle()
    parley.carrier.control.settings({ delaysMs: noDelays })
    for (const phone of phones) {
      const [first, second, third] = parley.carrier.phones.inbox(phone)
      assert.ok(first!.sentAtMs! <= second!.createdAtMs, 'the second overtook the first')
      assert.ok(second!.sentAtMs! <= third!.createdAtMs, 'the third overtook the second')
    }
  })

  it('ends at the part that fails, and is refunded', async () => {
    const { sender, phone } = await openPair()
    // Fails without `sent` before, because that would release the next part.
    parley.carrier.control.script({ faults: [] }, { faults: [{ fault: 'fail', code: 63012 }] })
    await sender.sendFreeform(phone, 'word '.repeat(819))
    await sendAllParts()
    assert.equal(parley.carrier.phones.inbox(phone).length, 1)
    assert.deepEqual(await sender.money(), full)
  })
})
