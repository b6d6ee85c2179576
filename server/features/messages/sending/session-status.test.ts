// Asking for the window: what it says in every state, and to whom.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp, testBaseUrl } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

const refused = (status: number, error_code: string, error: string) =>
  refusedWith(status, { success: false, error, error_code })

const invalidPhone = refused(
  422,
  'INVALID_PHONE',
  'Invalid phone number format. Use E.164 format (e.g., +14155551234).',
)

describe('the session status', () => {
  it('says where the window stands, to the second', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const none = { is_open: false, can_send_freeform: false, requires_template: true }
    assert.deepEqual(await holder.sessionStatus(phone), {
      success: true,
      has_conversation: false,
      opted_out_at: null,
      marketing_opted_out_at: null,
      session_status: {
        ...none,
        message: 'No conversation exists with this recipient. Send a template message first.',
      },
    })
    const { conversation_id } = await holder.sendTemplate(phone, { recipient_name: 'Ann' })
    const opened = await holder.sessionStatus(phone)
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
    assert.equal((await holder.sessionStatus(phone)).session_status.is_open, true)
    await parley.turnClock(601)
    assert.deepEqual((await holder.sessionStatus(phone)).session_status, {
      ...none,
      message: 'Session expired. Send a template or wait for customer to reply.',
    })
    await assert.rejects(holder.sendFreeform(phone, 'Hi'), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.equal((error.body['session_status'] as { expired_at: string }).expired_at, expires_at)
      return true
    })
  })

  it('calls a session expired where there is a conversation, though nothing has ever opened it', async () => {
    const holder = await parley.createSender()
    const phone = '+44770019963024'
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    const message = 'Session expired. Send a template or wait for customer to reply.'
    const closed = { is_open: false, can_send_freeform: false, requires_template: true, message }
    const { has_conversation, session_status } = await holder.sessionStatus(phone)
    assert.deepEqual({ has_conversation, session_status }, { has_conversation: true, session_status: closed })
    await assert.rejects(holder.sendFreeform(phone, 'Hi'), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual(error.body['session_status'], { ...closed, expired_at: null })
      return true
    })
  })

  it('understands a plus that is not encoded in the address', async () => {
    const holder = await parley.createSender()
    const phone = await holder.openWindow()
    const ask = (recipient: string) =>
      parley.fetch(
        new Request(
          `${testBaseUrl}/api/user/chatapp/session-status?sender_id=${holder.senderId}&recipient_phone=${recipient}`,
          { headers: { authorization: `Bearer ${holder.token}` } },
        ),
      )
    for (const recipient of [phone, encodeURIComponent(phone), `%20${phone.slice(1)}`]) {
      const answer = await ask(recipient)
      assert.equal(answer.status, 200)
      assert.equal(((await answer.json()) as { has_conversation: boolean }).has_conversation, true)
    }
    assert.equal((await ask(phone.slice(1))).status, 422)
  })

  it('names nobody who is not a sender of the caller, and no number that is none', async () => {
    const [holder, other] = [await parley.createSender(), await parley.createSender()]
    await assert.rejects(holder.sessionStatus('4155551234'), invalidPhone)
    await assert.rejects(
      holder.client.messages.sessionStatus({ sender_id: other.senderId, recipient_phone: '+14155551234' }),
      refused(404, 'SENDER_NOT_FOUND', 'Sender not found or does not belong to you'),
    )
  })
})
