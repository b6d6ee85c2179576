// The signatures of webhooks, and the rotation of signing secrets.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { attempt, hours, verify } from '#testing/features/webhooks.ts'
import { signatureHeaders } from './signature.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.1'] } })
after(() => parley[Symbol.asyncDispose]())

const exampleKey = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')

describe('webhooks', () => {
  it('contain the exact JSON, and their signatures pass an independent verification', async () => {
    await using receiver = await openReceiver(() => ({ body: 'thank you' }))
    const owner = await parley.createAccount()
    const { secret } = await owner.client.webhooks.rotateSecret()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    const payload = { text: 'Grüße, 世界 🌍 \u2028 \u0000 \ud800', nested: { z: 1, a: [1.5, null] } }
    const detail = await attempt(parley, owner, { url: `${receiver.url}/hook?a=b`, payload })
    const [request] = receiver.requests
    assert.equal(receiver.requests.length, 1)
    assert.equal(`${request!.method} ${request!.path}`, 'POST /hook?a=b')
    assert.equal(request!.headers['content-type'], 'application/json')
    assert.equal(request!.body.toString(), JSON.stringify(payload))
    assert.deepEqual(verify(request!, secret), { standard: 1, raw: true })
    assert.equal(detail.webhook_id, request!.headers['webhook-id'])
    assert.match(detail.webhook_id, /^msg_[0-9a-f]{32}$/)
    assert.deepEqual(
      [detail.status, detail.attempts, detail.last_status_code, detail.last_error, detail.next_attempt_at],
      ['delivered', 1, 200, null, null],
    )
    assert.deepEqual(detail.payload, payload)
    const { at, duration_ms, ...result } = detail.attempt_log[0]!
    assert.deepEqual(result, { status_code: 200, error: null, response: 'thank you' })
    assert.ok(at >= detail.created_at && duration_ms !== null && detail.delivered_at! >= at)
  })

  it('have the signature that Standard Webhooks publishes for its example', () => {
    const message = { messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: new Date(1614265330_000) }
    const headers = signatureHeaders({ ...message, body: '{"test": 2432232314}' }, [exampleKey])
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('have a second signature of the raw body, with the text of the whole secret as its key', () => {
    // printf '%s' '{"id":1}' | openssl dgst -sha256 -hmac 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signatureHeaders({ messageId: 'msg_1', sentAt: new Date(0), body: '{"id":1}' }, [exampleKey])
    assert.equal(headers['x-signature-256'], 'sha256=96a4f14511c5dfc4c54a28de01f858fec7b30623dbf629faa6e96c3799831265')
  })

  it('are also signed with the former secret for 24 hours after a rotation', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    const { secret: former } = await owner.client.webhooks.rotateSecret()
    await parley.turnClock(48 * hours)
    const { secret, message } = await owner.client.webhooks.rotateSecret()
    assert.equal(message, 'Webhook secret rotated successfully.')
    assert.notEqual(secret, former)
    for (const laterMs of [0, 23.9 * hours, 0.2 * hours]) {
      await parley.turnClock(laterMs)
      await attempt(parley, owner, { url: receiver.url })
    }
    const [first, second, third] = receiver.requests
    for (const request of [first!, second!]) {
      assert.deepEqual(verify(request, secret), { standard: 2, raw: true })
      assert.deepEqual(verify(request, former), { standard: 2, raw: false })
    }
    assert.deepEqual(verify(third!, secret), { standard: 1, raw: true })
    assert.throws(() => verify(third!, former))
  })

  it('are signed with a secret that is created on first use, of which the API shows the time and the last characters', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    assert.deepEqual(await owner.client.webhooks.getSecret(), { created_at: null, hint: null })
    await attempt(parley, owner, { url: receiver.url })
    assert.match(receiver.requests[0]!.headers['webhook-signature'] as string, /^v1,[A-Za-z0-9+/]{43}=$/)
    assert.ok((await owner.client.webhooks.getSecret()).created_at)
    const { secret } = await owner.client.webhooks.rotateSecret()
    assert.equal((await owner.client.webhooks.getSecret()).hint, secret.slice(-4))
  })

  it('are signed with an encrypted secret; one of another master key signs nothing and can be replaced', async () => {
    await using receiver = await openReceiver()
    const owner = await parley.createAccount()
    const { db } = parley.app.context
    const { secret } = await owner.client.webhooks.rotateSecret()
    const { rows } = await sql<{ box: Buffer }>`
      select box from webhook_secrets where account_id = ${owner.account.id}`.execute(db)
    const stored = rows[0]!.box
    for (const form of [Buffer.from(secret.slice(6), 'base64'), Buffer.from(secret.slice(6))])
      assert.equal(stored.indexOf(form), -1)
    // Has the effect of another master key.
    stored[stored.length - 1]! ^= 1
    await sql`update webhook_secrets set box = ${stored} where account_id = ${owner.account.id}`.execute(db)
    await attempt(parley, owner, { url: receiver.url })
    assert.equal(receiver.requests.length, 0)
    const { secret: next } = await owner.client.webhooks.rotateSecret()
    await parley.turnClock(hours)
    await parley.runJobs()
    assert.deepEqual(verify(receiver.requests[0]!, next), { standard: 1, raw: true })
  })
})
