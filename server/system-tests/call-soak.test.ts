// Many short calls over real media connections leave no socket, timer or listener behind, and keep little memory.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { until } from '#server/testing/call-server.ts'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { retainedBytes } from '#server/testing/retained-bytes.ts'
import { startTestApp } from '#server/testing/test-app.ts'

/** Set `CALLS=2000` for the long soak. */
const calls = Number(process.env['CALLS'] ?? 100)
const atOnce = 10

const parley = await startTestApp({
  carrier: { recordedSeconds: 1, remembered: 20 },
  jobsRunning: true,
  script: 'Yes.',
  config: { speech: { default: 'scripted' } },
  settings: {
    calling: {
      concurrentCalls: 100_000,
      callsPerMinute: 100_000,
      callsPerHourToNumber: 100_000,
      callsPerHourToPrefix: 100_000,
      spendPerHourMicros: 1e12,
      spendPerDayMicros: 1e12,
    },
  },
})
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const phone = '+12025556000'
control.behaveOnCalls(phone, {
  ringMs: 0,
  steps: [
    { say: 'Yes?', audio: encodeScriptedSpeech('Yes?', 200), afterMs: 100 },
    { hangUp: true, pauseMs: 300 },
  ],
})
const caller = await parley.createCaller({
  account: { balanceUsd: 10_000 },
  assistant: { initial_message: 'Hi.', record: false, post_call_evaluation: false },
})

async function callOnce(): Promise<void> {
  const { call_id: id } = await caller.client.calls.make({ assistant_id: caller.id, phone_number: phone })
  await until(async () => (await caller.client.calls.get({ id })).ended_reason !== null)
}

async function callMany(count: number): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await callOnce()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

it(`${calls} short calls leave no handle behind and keep little memory`, {
  timeout: 60_000 + calls * 2_000,
}, async (test) => {
  await callMany(20)
  const before = await retainedBytes()
  const listeners = process.eventNames().map((name) => process.listenerCount(name))
  await assertNoOpenHandles(() => callMany(calls / 2))
  const after = await retainedBytes()
  test.diagnostic(`${Math.round((after - before) / calls)} bytes per call`)
  assert.deepEqual(
    process.eventNames().map((name) => process.listenerCount(name)),
    listeners,
  )
  const { total } = await caller.client.calls.list({ status: 'in-progress' })
  assert.equal(total, 0)
  // Buffers of the process still grow during the first calls. The carrier and the model of the test keep their requests.
  assert.ok(after - before < 4_000_000 + calls * 10_000, `${after - before} bytes`)
})
