// Requests for templates as existing clients of the interface send them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { rawRequests } from '#server/testing/raw-request.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { createAccountWithSender } from './sender-fixtures.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

describe('templates for existing clients', () => {
  it('are a bare array at the path that names the sender in its query', async () => {
    parley.carrier.control.addTemplate({ name: 'bare_approved', body: 'Good morning, dear customer.' })
    parley.carrier.control.addTemplate({ name: 'bare_rejected', body: 'Good morning.', status: 'rejected' })
    const shop = await createAccountWithSender(parley)
    const request = rawRequests(parley, shop.token)
    const nested = await request('GET', `/api/user/chatapp/senders/${shop.senderId}/templates`)
    const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${shop.senderId}`)
    assert.equal(status, 200)
    assert.deepEqual(body, nested.body.data)
    const approved = body.find(({ name }: { name: string }) => name === 'bare_approved')
    assert.deepEqual(
      { id: typeof approved.id, language: approved.language, status: approved.status },
      { id: 'number', language: 'en', status: 'approved' },
    )
    const all = await request('GET', `/api/user/whatsapp/templates?sender_id=${shop.senderId}&status=all`)
    assert.ok(all.body.some(({ name }: { name: string }) => name === 'bare_rejected'))
  })

  it('of a sender of others are absent, and a sender has to be named', async () => {
    const [shop, other] = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const request = rawRequests(parley, shop.token)
    for (const id of [other.senderId, 1_999_999_937]) {
      const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${id}`)
      assert.deepEqual(
        [status, body],
        [404, { success: false, error: 'Sender not found', error_code: 'SENDER_NOT_FOUND' }],
      )
    }
    const unnamed = await request('GET', '/api/user/whatsapp/templates?sender_id=')
    assert.deepEqual([unnamed.status, unnamed.body.errors], [422, { sender_id: ['The sender id field is required.'] }])
  })
})
