// Tests of inbound calls: which assistant answers, the webhook before that, and calls that are rejected.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import { claimMedia, finishCall } from '#server/features/calls/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver, type ReceiverAnswer } from '#testing/emulators/receiver.ts'

let answer: () => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({})
const receiver = await openReceiver(() => answer())
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())
const { app, createCallingAssistant, runUntilIdle } = parley
const { context } = app
const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount

const customer = '+12025559999'
let calls = 0
const nextSid = (): string => `CA${String(++calls).padStart(32, '0')}`

/** Posts the webhook of an inbound call, as the carrier signs it. */
async function ring(to: string, sid = nextSid(), token = authToken) {
  const url = `${context.settings.publicUrl}/carrier/twilio/voice`
  const call = { CallSid: sid, From: customer, To: to, CallStatus: 'ringing', Direction: 'inbound' }
  const form = { AccountSid: accountSid, ...call }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken: token, url, form }) }
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  const twiml = await response.text()
  const mediaToken = / value="([^"]+)"/.exec(twiml)?.[1]
  return {
    sid,
    status: response.status,
    twiml,
    claim: { token: mediaToken ?? '', externalId: sid, carrierAccountId: accountSid },
  }
}

const inbound = { type: 'inbound', inbound_webhook_url: `${receiver.url}/inbound` } as const

describe('an inbound call', () => {
  it('is answered by the assistant of the number, once, even if the carrier repeats its webhook', async () => {
    const callee = await createCallingAssistant({ assistant: { type: 'inbound' } })
    const sid = nextSid()
    const first = await ring(callee.number, sid)
    const { heldMicros } = await selectBalance(context.db, callee.account.id)
    await Promise.all(Array.from({ length: 10 }, () => ring(callee.number, sid)))
    const second = await ring(callee.number, sid)
    assert.equal((await selectBalance(context.db, callee.account.id)).heldMicros, heldMicros)
    assert.match(first.twiml, /<Connect><Stream url="ws:\/\/[^"]+\/carrier\/twilio\/media">/)
    assert.equal(await claimMedia(context, first.claim), undefined)
    const live = await claimMedia(context, second.claim)
    assert.deepEqual([live!.type, live!.clientPhone, live!.assistantPhone], ['inbound', customer, callee.number])
    const third = await ring(callee.number, sid)
    assert.match(third.twiml, /<Reject/)
    const { data, total } = await callee.client.calls.list({ type: 'inbound', phone_number: customer })
    assert.deepEqual([total, data[0]!.status], [1, 'in-progress'])
    const national = await callee.client.calls.list({ phone_number: '(202) 555-9999' })
    assert.equal(national.data[0]?.id, data[0]!.id)
  })

  it('gets the variables that the inbound webhook returns, and the webhook gets the end of the call', async () => {
    const callee = await createCallingAssistant({ assistant: inbound })
    await callee.client.assistants.enableInboundWebhook({ assistant_id: callee.id })
    answer = () => ({ body: JSON.stringify({ customer_name: 'Anna', visits: 3 }) })
    const { claim } = await ring(callee.number)
    const asked = receiver.requests.at(-1)!
    assert.deepEqual(JSON.parse(asked.body.toString()), { customer_phone: customer, assistant_phone: callee.number })
    assert.ok(asked.headers['webhook-signature'])
    const live = (await claimMedia(context, claim))!
    assert.deepEqual(live.variables, { customer_name: 'Anna', visits: '3' })
    await finishCall(context, live, {
      endedReason: 'assistant_ended',
      endedBy: 'assistant',
      transcript: [],
      latency: [],
      timeline: [],
    })
    await runUntilIdle()
    const report = JSON.parse(receiver.requests.at(-1)!.body.toString())
    assert.deepEqual([report.id, report.status], [live.callId, 'ended_by_assistant'])
  })

  it('is answered without variables if the webhook fails, is slow, or returns anything else', async () => {
    const callee = await createCallingAssistant({ assistant: inbound })
    await callee.client.assistants.enableInboundWebhook({ assistant_id: callee.id })
    const released = Promise.withResolvers<ReceiverAnswer>()
    const answers: (() => ReceiverAnswer | Promise<ReceiverAnswer>)[] = [
      () => ({ status: 500, body: '{"a":"b"}' }),
      () => ({ body: '{"a":{"b":"c"}}' }),
      () => ({ body: '["a"]' }),
      () => ({ body: 'not JSON' }),
      () => released.promise,
    ]
    for (const one of answers) {
      answer = one
      const startedMs = performance.now()
      const { claim } = await ring(callee.number)
      assert.ok(performance.now() - startedMs < 4_000)
      assert.deepEqual((await claimMedia(context, claim))!.variables, {})
    }
    released.resolve({})
  })

  it('is rejected if no active assistant answers the number, and signals busy without a balance', async () => {
    const [outbound, deactivated, poor] = await Promise.all([
      createCallingAssistant(),
      createCallingAssistant({ assistant: { type: 'inbound' } }),
      createCallingAssistant({ assistant: { type: 'inbound' }, account: { balanceUsd: 0.05 } }),
    ])
    await deactivated.client.assistants.deactivate({ id: deactivated.id })
    for (const number of [outbound.number, deactivated.number, '+14155557777'])
      assert.match((await ring(number)).twiml, /<Reject(?! reason="busy")/)
    assert.match((await ring(poor.number)).twiml, /<Reject reason="busy"/)
    assert.equal((await poor.client.calls.list()).total, 0)
    assert.equal((await selectBalance(context.db, poor.account.id)).heldMicros, 0)
    assert.equal((await ring(outbound.number, nextSid(), 'wrong')).status, 403)
  })

  it('costs nothing if the customer hangs up before the connection', async () => {
    const callee = await createCallingAssistant({ assistant: { type: 'inbound' } })
    await ring(callee.number)
    await parley.turnClock(95_000)
    await parley.runCron('calls.recover')
    await runUntilIdle()
    const [call] = (await callee.client.calls.list()).data
    assert.deepEqual([call!.status, call!.ended_reason, call!.total_cost], ['no-answer', 'caller_hung_up', 0])
    assert.equal((await selectBalance(context.db, callee.account.id)).heldMicros, 0)
  })
})
