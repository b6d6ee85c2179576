// Tests of the session status: the state of the window, and refusals.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { invalidPhone, senderNotFound } from '#testing/features/messages.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const closed = { is_open: false, can_send_freeform: false, requires_template: true }
const expired = { ...closed, message: 'Session expired. Send a template or wait for customer to reply.' }

/** Matches a refusal with the status of an expired window. */
const expiredAt = (expired_at: string | null) => (error: unknown) => {
  assert.ok(error instanceof ParleyError)
  assert.deepEqual(error.body['session_status'], { ...expired, expired_at })
  return true
}

describe('the session status', () => {
  it('describes the window, which ends at the second that the status names', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    assert.deepEqual(await sender.sessionStatus(phone), {
      success: true,
      has_conversation: false,
      opted_out_at: null,
      marketing_opted_out_at: null,
      session_status: {
        ...closed,
        message: 'No conversation exists with this recipient. Send a template message first.',
      },
    })
    const { conversation_id } = await sender.sendTemplate(phone, { recipient_name: 'Ann' })
    const opened = await sender.sessionStatus(phone)
    const { expires_at = '', ...session } = opened.session_status
    assert.deepEqual(session, {
      is_open: true,
      can_send_freeform: true,
      requires_template: false,
      message: 'Session open (23 hr 59 min remaining). Unlimited free-form messages allowed.',
      minutes_remaining: 1439,
    })
    assert.deepEqual(
      [opened.conversation_id, opened.customer_name, opened.last_customer_message_at],
      [conversation_id, 'Ann', null],
    )
    const leftMs = new Date(expires_at).getTime() - parley.app.context.now().getTime()
    await parley.turnClock(leftMs - 600)
    assert.equal((await sender.sessionStatus(phone)).session_status.is_open, true)
    await parley.turnClock(601)
    assert.deepEqual((await sender.sessionStatus(phone)).session_status, expired)
    await assert.rejects(sender.sendFreeform(phone, 'Hi'), expiredAt(expires_at))
  })

  it('is expired if there is a conversation, even if the window was never open', async () => {
    const sender = await parley.createSender()
    const phone = '+44770019963024'
    await sender.sendTemplate(phone)
    await parley.runUntilIdle()
    const { has_conversation, session_status } = await sender.sessionStatus(phone)
    assert.deepEqual({ has_conversation, session_status }, { has_conversation: true, session_status: expired })
    await assert.rejects(sender.sendFreeform(phone, 'Hi'), expiredAt(null))
  })

  it('accepts a plus that is not encoded in the query', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const get = (recipient: string) =>
      rawRequests(parley, sender.token)(
        'GET',
        `/api/user/chatapp/session-status?sender_id=${sender.senderId}&recipient_phone=${recipient}`,
      )
    for (const recipient of [phone, encodeURIComponent(phone), `%20${phone.slice(1)}`]) {
      const { status, body } = await get(recipient)
      assert.deepEqual([status, body.has_conversation], [200, true])
    }
    assert.equal((await get(phone.slice(1))).status, 422)
  })

  it('is refused for another account’s sender and an invalid number', async () => {
    const [sender, other] = [await parley.createSender(), await parley.createSender()]
    await assert.rejects(sender.sessionStatus('4155551234'), invalidPhone)
    const input = { sender_id: other.senderId, recipient_phone: '+14155551234' }
    await assert.rejects(sender.client.messages.sessionStatus(input), senderNotFound)
  })
})
