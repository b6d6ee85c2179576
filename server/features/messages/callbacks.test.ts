// Tests of the carrier's callbacks: signatures, repetitions and calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { findStored, full, sendStored } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const { accountSid, authToken } = parley.carrier

/** `fragment` is a part of the URL that is signed, and is not sent. */
async function post(path: string, form: Record<string, string>, token?: string, fragment = ''): Promise<Response> {
  const url = parley.app.context.settings.publicUrl + path
  const headers = new Headers()
  if (token !== undefined)
    headers.set('x-twilio-signature', signTwilioWebhook({ authToken: token, url: url + fragment, form }))
  return parley.fetch(new Request(url, { method: 'POST', headers, body: new URLSearchParams(form) }))
}

describe('a callback', () => {
  it('needs a signature by the right account and the URL that was given', async () => {
    const { sender, message } = await sendStored(parley, 'never-delivered')
    const form = { MessageSid: message.externalId!, AccountSid: accountSid, MessageStatus: 'delivered', Body: 'é+ &=' }
    const path = `/carrier/twilio/status/${message.uuid}/${message.callbackToken}`
    const requests: [status: number, ...Parameters<typeof post>][] = [
      [403, path, form],
      [403, path, form, 'guess'],
      [403, path, { ...form, AccountSid: `AC${'0'.repeat(32)}` }, authToken],
      [403, path, { ...form, AccountSid: `AC${'0'.repeat(32)}` }, 'own-token'],
      [404, `/carrier/twilio/status/${message.uuid}/${message.uuid}`, form, authToken],
      [404, '/carrier/twilio/status/x/y', form, authToken],
      [403, '/carrier/twilio/message', form],
    ]
    for (const [status, ...request] of requests)
      assert.equal((await post(...request)).status, status, JSON.stringify(request))
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, sender, message.id)).status, 'sent')
    const response = await post(path, form, authToken)
    assert.deepEqual([response.status, await response.text()], [204, ''])
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, sender, message.id)).status, 'delivered')
  })

  it('is accepted if the carrier signs the whole URL that it was given, including the connection overrides', async () => {
    const { sender, message } = await sendStored(parley, 'never-delivered')
    const { url } = parley.carrier.webhooks.find(({ messageSid }) => messageSid === message.externalId)!
    assert.match(url, /#/)
    const form = { MessageSid: message.externalId!, AccountSid: accountSid, MessageStatus: 'delivered' }
    const { pathname, hash } = new URL(url)
    assert.equal((await post(pathname, form, authToken, `${hash}&tt=1`)).status, 403)
    assert.equal((await post(pathname, form, authToken, hash)).status, 204)
    await parley.runUntilIdle()
    assert.equal((await findStored(parley, sender, message.id)).status, 'delivered')
  })

  it('has an effect once, however often it is repeated', async () => {
    const { sender, message } = await sendStored(parley, { fault: 'fail', code: 63024 })
    assert.deepEqual(await sender.money(), full)
    const sent = parley.carrier.webhooks.filter(({ messageSid }) => messageSid === message.externalId)
    for (const { url, form } of [...sent, ...sent])
      assert.equal((await post(new URL(url).pathname, form, authToken)).status, 204)
    await parley.runUntilIdle()
    assert.deepEqual(await sender.money(), full)
  })
})
