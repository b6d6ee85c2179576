// What a caller hears whose call comes to a number of ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('a call is rejected in the carrier’s words, and nobody else is answered', async () => {
  await using parley = await startTestApp()
  const { publicUrl, carrierAccount } = parley.app.context.settings
  const url = `${publicUrl}/carrier/twilio/voice`
  const form = { CallSid: `CA${'1'.repeat(32)}`, AccountSid: carrierAccount.accountSid, From: '+447700900123' }
  const call = (signature: string) =>
    parley.fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        body: new URLSearchParams(form).toString(),
      }),
    )
  const answer = await call(signTwilioWebhook({ authToken: carrierAccount.authToken, url, form }))
  assert.deepEqual([answer.status, await answer.text()], [200, '<Response><Reject/></Response>'])
  assert.match(answer.headers.get('content-type') ?? '', /^text\/xml/)
  assert.equal((await call('AAAA')).status, 403)
})
