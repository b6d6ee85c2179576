// Tests of live calls over real media connections in which the carrier, the caller, the model or a tool misbehaves.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { until } from '#server/testing/call-server.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestCaller } from '#server/testing/test-app.ts'

const never = Promise.withResolvers<void>()
const receiver = await openReceiver(async ({ path }) => {
  if (path === '/never') await never.promise
  return { body: path === '/long' ? JSON.stringify({ text: 'x'.repeat(8_000) }) : '{}' }
})
after(() => {
  never.resolve()
  return receiver[Symbol.asyncDispose]()
})
const parley = await startTestApp({
  carrier: {},
  jobsRunning: true,
  script: 'Certainly.',
  config: { speech: { default: 'scripted' }, allowPrivate: [new URL(receiver.url).host] },
})
after(() => parley[Symbol.asyncDispose]())
const { createCaller, carrier, app } = parley
const { context } = app
const { control } = carrier

let phones = 0

/** Calls a phone that behaves so; resolves when the carrier has the call. */
async function place({ client, id, number }: TestCaller, steps: object[] = [], extra: object = {}) {
  const phone = `+1202555${String(7000 + ++phones)}`
  control.behaveOnCalls(phone, { ringMs: 0, steps })
  const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phone, ...extra })
  const { sid } = await control.waitForCall(({ from, to }) => from === number && to === phone)
  const isOver = async () => (await client.calls.get({ id: callId })).ended_reason !== null
  return { callId, sid, ended: () => until(isOver), get: () => client.calls.get({ id: callId }) }
}

const balanceOf = ({ account }: TestCaller) => selectBalance(context.db, account.id)
const said = (text: string) => ({ say: text, audio: encodeScriptedSpeech(text, 600) })
const hangUp = { hangUp: true, pauseMs: 1_000 }
const heardOn = (sid: string) => createScriptedSpeechReader().read(control.audio(sid)!.heard)

describe('a session that cannot be opened', () => {
  it('ends the call at once, and nothing is charged', async () => {
    const caller = await createCaller({ assistant: { ambient_sound: 'cafe' } })
    const phone = '+12025558001'
    control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { call_id: callId } = await caller.client.calls.make({ assistant_id: caller.id, phone_number: phone })
    const { sid } = await control.waitForCall(({ to, status }) => to === phone && status === 'ringing')
    await sql`update calls set assistant = assistant || '{"ambientSound": "none of them"}' where id = ${callId}`.execute(
      context.db,
    )
    control.answer(sid)
    await until(async () => (await caller.client.calls.get({ id: callId })).ended_reason !== null)
    const call = await caller.client.calls.get({ id: callId })
    assert.deepEqual([call.status, call.ended_reason, call.total_cost], ['ended', 'internal_error', 0])
    assert.deepEqual(await balanceOf(caller), { balanceMicros: 100_000_000, heldMicros: 0 })
    assert.equal((await control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)).status, 'completed')
  })
})
