// Freeform messages over the front door and the carrier's wire: every refusal, and what it costs.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { assertRefused, full, invalidPhone, refused } from './sending-fixtures.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

describe('a freeform message', () => {
  it('is refused by what the data say', async () => {
    const holder = await parley.createSender()
    const other = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await assertRefused(parley, holder, holder.sendFreeform('004477', 'Hi'), invalidPhone)
    const noSender = refused(404, 'SENDER_NOT_FOUND', 'Sender not found or does not belong to you')
    await assertRefused(parley, holder, holder.sendFreeform(phone, 'Hi', { sender_id: other.senderId }), noSender)
    const sentence = 'The 24-hour messaging window is closed. Customer must reply first, or use a template message.'
    const session_status = {
      is_open: false,
      can_send_freeform: false,
      requires_template: true,
      message: 'No conversation exists with this recipient. Send a template message first.',
      expired_at: null,
    }
    await assertRefused(
      parley,
      holder,
      holder.sendFreeform(phone, 'Hi'),
      refused(403, 'SESSION_EXPIRED', sentence, { session_status }),
    )
    await assert.rejects(holder.sendFreeform(phone, ''), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual(error.body, {
        message: 'The message field is required when media url is not present. (and 1 more error)',
        errors: {
          message: ['The message field is required when media url is not present.'],
          media_url: ['The media url field is required when message is not present.'],
        },
      })
      return true
    })
    const tooLong = refusedWith(422, {
      message: 'The message may not be greater than 4096 characters.',
      errors: { message: ['The message may not be greater than 4096 characters.'] },
    })
    await assertRefused(parley, holder, holder.sendFreeform(phone, 'x'.repeat(4097)), tooLong)
  })

  it('needs a sender that is online and money, and a carrier who takes it', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 100 } })
    const phone = await holder.openWindow()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 63007 }] })
    await assert.rejects(holder.sendFreeform(phone, 'Hi'), { status: 422, code: 'PROVIDER_ERROR_63007' })
    assert.deepEqual(await holder.money(), full)
    parley.carrier.control.changeSender(holder.number, { status: 'OFFLINE' })
    await holder.client.senders.sync()
    const offline = refused(503, 'SENDER_OFFLINE', 'Sender is not online. Current status: offline')
    await assert.rejects(holder.sendFreeform(phone, 'Hi'), offline)
    const poor = await parley.createSender({ account: { balanceUsd: 0 } })
    const other = await poor.openWindow()
    const noMoney = refused(402, 'INSUFFICIENT_BALANCE', 'Insufficient balance. Please top up your account.')
    await assert.rejects(poor.sendFreeform(other, 'Hi'), noMoney)
  })
})
