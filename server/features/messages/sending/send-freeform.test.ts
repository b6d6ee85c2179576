// Tests of the refusals of freeform messages.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import {
  assertRefused,
  full,
  insufficientBalance,
  invalidPhone,
  refused,
  senderNotFound,
  setStatus,
} from '#testing/features/messages.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

describe('a freeform message', () => {
  it('is refused for invalid fields, another account’s sender and a closed window', async () => {
    const sender = await parley.createSender()
    const other = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await assertRefused(parley, sender, sender.sendFreeform('004477', 'Hi'), invalidPhone)
    await assertRefused(parley, sender, sender.sendFreeform(phone, 'Hi', { sender_id: other.senderId }), senderNotFound)
    const message = 'The 24-hour messaging window is closed. Customer must reply first, or use a template message.'
    const session_status = {
      is_open: false,
      can_send_freeform: false,
      requires_template: true,
      message: 'No conversation exists with this recipient. Send a template message first.',
      expired_at: null,
    }
    const expired = refused(403, 'SESSION_EXPIRED', message, { session_status })
    await assertRefused(parley, sender, sender.sendFreeform(phone, 'Hi'), expired)
    const empty = refusedWith(422, {
      message: 'The message field is required when media url is not present. (and 1 more error)',
      errors: {
        message: ['The message field is required when media url is not present.'],
        media_url: ['The media url field is required when message is not present.'],
      },
    })
    await assertRefused(parley, sender, sender.sendFreeform(phone, ''), empty)
    const tooLong = 'The message may not be greater than 4096 characters.'
    const refusal = refusedWith(422, { message: tooLong, errors: { message: [tooLong] } })
    await assertRefused(parley, sender, sender.sendFreeform(phone, 'x'.repeat(4097)), refusal)
  })

  it('needs a sender that is online, a sufficient balance, and a carrier that accepts it', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 63007 }] })
    await assert.rejects(sender.sendFreeform(phone, 'Hi'), { status: 422, code: 'PROVIDER_ERROR_63007' })
    assert.deepEqual(await sender.money(), full)
    await setStatus(parley, sender, 'OFFLINE')
    const offline = refused(503, 'SENDER_OFFLINE', 'Sender is not online. Current status: offline')
    await assert.rejects(sender.sendFreeform(phone, 'Hi'), offline)
    const poor = await parley.createSender({ account: { balanceUsd: 0 } })
    await assert.rejects(poor.sendFreeform(await poor.openWindow(), 'Hi'), insufficientBalance)
  })
})
