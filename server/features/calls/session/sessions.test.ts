// Tests that memory is released some time after the last call has ended, and that a session ends whose call others have ended.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { documentedAccount } from '@parley/carrier-sandbox'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { finishCall } from '../ending/finish-call.ts'
import { openSessions } from './sessions.ts'

const parley = await startTestApp({ carrier: {}, config: { speech: { default: 'scripted' } } })
after(() => parley[Symbol.asyncDispose]())
const line = { sendAudio() {}, sendMark() {}, clear() {}, close() {} }

it('memory is released when the last call has ended', { timeout: 20_000 }, async () => {
  const assistant = await parley.createCallingAssistant()
  const released = Promise.withResolvers<void>()
  let releases = 0
  const release = async () => {
    releases++
    released.resolve()
  }
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  await using sessions = openSessions(parley.app.context, notifications, { release, releaseAfterMs: 1 })
  const listeners = []
  for (const phone of ['+12025553991', '+12025553992']) {
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { sid } = await parley.placeCall(assistant, phone)
    const start = { token: parley.mediaTokenOf(sid), callSid: sid, accountSid: documentedAccount.accountSid }
    listeners.push((await sessions.accept(start))!(line))
  }
  listeners[0]!.closed()
  await new Promise(setImmediate)
  assert.equal(releases, 0)
  listeners[1]!.closed()
  await released.promise
  assert.equal(releases, 1)
})

it('a session whose call others have ended closes its line, and charges nothing more', {
  timeout: 20_000,
}, async () => {
  const assistant = await parley.createCallingAssistant()
  const { context } = parley.app
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  await using sessions = openSessions(context, notifications)
  parley.carrier.control.behaveOnCalls('+12025553993', { pickUp: 'manual' })
  const { sid, callId } = await parley.placeCall(assistant, '+12025553993')
  const start = { token: parley.mediaTokenOf(sid), callSid: sid, accountSid: documentedAccount.accountSid }
  const closed = Promise.withResolvers<void>()
  ;(await sessions.accept(start))!({ ...line, close: closed.resolve })
  const ref = { accountId: assistant.account.id, callId }
  const ending = { endedReason: 'process_died' as const, endedBy: 'system' as const, latency: [], timeline: [] }
  assert.equal(await finishCall(context, ref, ending), true)
  const before = await selectBalance(context.db, assistant.account.id)
  await closed.promise
  await sessions.drain(0)
  assert.deepEqual(await selectBalance(context.db, assistant.account.id), before)
  assert.equal((await assistant.client.calls.get({ id: callId })).ended_reason, 'process_died')
  assert.deepEqual(await selectBrokenBalances(context.db), [])
})
