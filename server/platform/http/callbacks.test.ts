// Tests of carrier callbacks: signatures, size limits and parsing time.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { startTestApp } from '#testing/app/test-app.ts'

const path = '/carrier/twilio/voice'
const someSignature = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('a callback of a carrier', () => {
  async function post(body: string, signature?: string, type = 'application/x-www-form-urlencoded') {
    const headers = { 'content-type': type, ...(signature ? { 'x-twilio-signature': signature } : {}) }
    const before = process.threadCpuUsage()
    const response = await parley.fetch(new Request(`http://parley${path}`, { method: 'POST', headers, body }))
    return { status: response.status, text: await response.text(), cpuMs: process.threadCpuUsage(before).user / 1000 }
  }

  it('is rejected before its body is read if the signature is missing or malformed', async () => {
    for (const signature of [undefined, 'x', 'AAAA', `${someSignature}=`]) {
      assert.equal((await post('{"not":"a form"}', signature, 'application/json')).status, 403)
      assert.equal((await post('a&'.repeat(60_000), signature)).status, 403)
    }
  })

  it('has at most 1,000 fields, all of which are signed', async () => {
    const { publicUrl, carrierAccount } = parley.app.context.settings
    const { externalId: accountSid, credentials: authToken } = carrierAccount
    const values = Array.from({ length: 999 }, (_, index) => `v${index}`)
    const form = { AccountSid: accountSid, a: values }
    const signature = signTwilioWebhook({ authToken, url: publicUrl + path, form })
    const body = `AccountSid=${accountSid}&${values.map((value) => `a=${value}`).join('&')}`
    assert.equal((await post(body, signature)).status, 200)
    assert.equal((await post(`${body}&`, signature)).status, 400)
  })

  for (const [what, field] of [
    ['repeat one name', () => 'a'],
    ['have different names', (index: number) => index.toString(36)],
  ] as const)
    it(`is rejected in linear time if it has too many fields that ${what}`, async () => {
      const body = Array.from({ length: 32_000 }, (_, index) => field(index)).join('&')
      const { status, text, cpuMs } = await post(body, someSignature)
      assert.deepEqual([status, JSON.parse(text)], [400, { message: 'The form may not have more than 1,000 fields.' }])
      assert.ok(cpuMs < 200, `${cpuMs} ms`)
    })

  it('is rejected if its account SID is malformed', async () => {
    for (const sid of ['%00', 'AC%00', 'x', '', `AC${'0'.repeat(32)}`, `AC${'0'.repeat(32)}&AccountSid=1`])
      assert.equal((await post(`AccountSid=${sid}`, someSignature)).status, 403, sid)
  })
})
