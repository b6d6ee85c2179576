// Many short calls over real media connections leave no socket, timer or listener in the server, and keep no memory.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import { countHalfClosed, inspectorEnv, inspectProcess } from '../processes/inspected-process.ts'

/** Set `CALLS=2000` for the long soak, which also checks the memory. */
const calls = Number(process.env['CALLS'] ?? 20)
const checksMemory = calls >= 200
/** The engine compiles code and fills its caches during the first calls. */
const warmUpCalls = checksMemory ? 200 : 10
const atOnce = 10
/** V8 compiles code and discards it again, which changes the memory of the process by up to a megabyte. */
const codeBytes = 1_200_000
const maxBytesPerCall = 500

const parley = await startTestApp({ carrier: { recordedSeconds: 1, remembered: 20 }, script: 'Yes.' })
after(() => parley[Symbol.asyncDispose]())
const phone = '+12025556000'
parley.carrier.control.behaveOnCalls(phone, {
  ringMs: 0,
  steps: [
    { say: 'Yes?', audio: encodeScriptedSpeech('Yes?', 200), afterMs: 100 },
    { hangUp: true, pauseMs: 300 },
  ],
})
const { port, env } = await inspectorEnv()
const unlimited = '100000'
const server = await openCallServer(parley, {
  ...env,
  CONCURRENT_CALLS: unlimited,
  CALLS_PER_MINUTE: unlimited,
  CALLS_PER_HOUR_TO_NUMBER: unlimited,
  CALLS_PER_HOUR_TO_PREFIX: unlimited,
  CALL_SPEND_PER_HOUR_USD: unlimited,
  CALL_SPEND_PER_DAY_USD: unlimited,
})
after(() => server[Symbol.asyncDispose]())
const { baseUrl, pid } = server.process()

for (const noiseCancellation of checksMemory ? [false, true] : [true]) {
  const name = `${calls} short calls ${noiseCancellation ? 'with' : 'without'} noise cancellation`
  it(`${name} leave no handle in the server`, { timeout: 120_000 + calls * 2_000 }, async (test) => {
    const assistant = await parley.createCallingAssistant({
      account: { balanceUsd: 10_000 },
      assistant: {
        initial_message: 'Hi.',
        record: false,
        post_call_evaluation: false,
        enable_noise_cancellation: noiseCancellation,
      },
    })
    const client = createClient({ baseUrl, apiKey: assistant.token })
    const callOnce = async (): Promise<void> => {
      const { call_id: id } = await client.calls.make({ assistant_id: assistant.id, phone_number: phone })
      await until(async () => (await client.calls.get({ id })).ended_reason !== null)
    }
    const callMany = async (count: number): Promise<void> => {
      let left = count
      const lane = async () => {
        while (left-- > 0) await callOnce()
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
    }

    using inspected = await inspectProcess(port)
    await callMany(warmUpCalls)
    const bytesBefore = await inspected.retainedBytes()
    const handlesBefore = await inspected.handles()
    const listenersBefore = await inspected.processListeners()
    await callMany(calls)
    const bytes = (await inspected.retainedBytes()) - bytesBefore
    test.diagnostic(`${Math.round(bytes / calls)} bytes per call`)
    if (checksMemory) assert.ok(bytes < codeBytes + calls * maxBytesPerCall, `${bytes} bytes after ${calls} calls`)
    assert.deepEqual(await inspected.processListeners(), listenersBefore)
    // Connections to the carrier, the model and the database are kept for some seconds.
    await until(async () => {
      const handles = await inspected.handles()
      return Object.entries(handles).every(([kind, count]) => count <= (handlesBefore[kind] ?? 0))
    })
    // NaN on a system where the connections cannot be listed.
    await until(async () => !((await countHalfClosed(pid)) > 0))
    assert.equal((await client.calls.list({ status: 'in-progress' })).total, 0)
  })
}
