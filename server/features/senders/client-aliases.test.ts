// Requests for templates in the form of existing clients.
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
    const owner = await createAccountWithSender(parley)
    const request = rawRequests(parley, owner.token)
    const nested = await request('GET', `/api/user/chatapp/senders/${owner.senderId}/templates`)
    const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${owner.senderId}`)
    assert.equal(status, 200)
    assert.deepEqual(body, nested.body.data)
    const approved = body.find(({ name }: { name: string }) => name === 'bare_approved')
    assert.deepEqual([typeof approved.id, approved.language, approved.status], ['number', 'en', 'approved'])
    const all = await request('GET', `/api/user/whatsapp/templates?sender_id=${owner.senderId}&status=all`)
    assert.ok(all.body.some(({ name }: { name: string }) => name === 'bare_rejected'))
  })

  it('require a sender of the account', async () => {
    const [owner, other] = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const request = rawRequests(parley, owner.token)
    for (const id of [other.senderId, 1_999_999_937]) {
      const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${id}`)
      const notFound = { success: false, error: 'Sender not found', error_code: 'SENDER_NOT_FOUND' }
      assert.deepEqual([status, body], [404, notFound])
    }
    const unnamed = await request('GET', '/api/user/whatsapp/templates?sender_id=')
    assert.deepEqual([unnamed.status, unnamed.body.errors], [422, { sender_id: ['The sender id field is required.'] }])
  })
})
