// Tests that memory is released some time after the last call has ended, and not while calls are open.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { documentedAccount } from '@parley/carrier-sandbox'
import { startTestApp } from '#testing/app/test-app.ts'
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
