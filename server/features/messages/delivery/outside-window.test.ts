// The carrier takes a freeform message for one outside of the window, though a customer's message seemed to have opened it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

const expired = { status: 403, code: 'SESSION_EXPIRED' }

/** A holder writes through an open window, and the carrier refuses; the news of it is on its way. */
async function refusedOnce() {
  const holder = await parley.createSender()
  const phone = await holder.openWindow()
  parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63016 }] })
  await holder.sendFreeform(phone, 'And another thing')
  await parley.carrier.control.settled()
  return { holder, phone }
}

describe('the window that a customer opened', () => {
  it('is closed when the carrier says so, until the customer writes again', async () => {
    const { holder, phone } = await refusedOnce()
    await parley.runUntilIdle()
    assert.deepEqual(await holder.money(), { balance: 100_000_000, held: 0 })
    const { session_status } = await holder.sessionStatus(phone)
    assert.deepEqual([session_status.is_open, session_status.requires_template], [false, true])
    const sentence =
      "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages."
    assert.equal(session_status.message, sentence)
    const mustReply = { ...expired, message: 'The 24-hour messaging window is closed. Customer must reply first.' }
    await assert.rejects(holder.sendFreeform(phone, 'Hello?'), mustReply)
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    await assert.rejects(holder.sendFreeform(phone, 'Hello??'), expired)
    await holder.openWindow(phone)
    assert.equal((await holder.sessionStatus(phone)).session_status.is_open, true)
    await holder.sendFreeform(phone, 'There you are!')
    await parley.runUntilIdle()
    assert.equal(parley.textsReceivedBy(phone).at(-1), 'There you are!')
  })

  it('stays open when the customer has written before the news of the refusal comes', async () => {
    const { holder, phone } = await refusedOnce()
    await holder.openWindow(phone)
    await parley.runUntilIdle()
    assert.equal((await holder.sessionStatus(phone)).session_status.is_open, true)
  })
})
