// Tests that skipping time in which nothing can happen does not change a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOfflineModel } from '../../models/offline/offline-model.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { openCall } from './open-call.ts'

const scenario = readScenario(
  `
name: A silent customer
assistant: { initial_message: "Hello, this is Ada.", max_silence_duration: 40, reengagement_interval: 15 }
answers: [{ say: We are open from nine to five., after_ms: 1234, repeat: true }]
script: [{ wait_ms: 1000 }]
`,
  'silent.yaml',
)

/** Lets the customer ask once, and then be silent until the call ends. */
async function hold(limitMs: number) {
  const { call } = openCall(scenario, createOfflineModel())
  let steps = 0
  const pass = async (untilMs: number): Promise<void> => {
    for (; call.clock.now() < untilMs && !call.end(); steps++) await call.frame(Math.min(limitMs, untilMs))
  }
  await pass(3_010)
  await pass(call.clock.now() + call.says('When do you open?'))
  await pass(100_000)
  const { transcript, timeline, turns } = call.record
  return {
    steps,
    result: { transcript, timeline, turns, sounds: call.sounds, endedMs: call.clock.now(), end: call.end() },
  }
}

test('a call in which time is skipped is the same as one in which every frame passes', async () => {
  const [whole, skipped] = [await hold(0), await hold(Number.POSITIVE_INFINITY)]
  assert.equal(skipped.result.end?.reason, 'silence')
  assert.deepEqual(JSON.stringify(skipped.result), JSON.stringify(whole.result))
  assert.ok(skipped.steps < whole.steps / 2, `${skipped.steps} steps instead of ${whole.steps}`)
})
