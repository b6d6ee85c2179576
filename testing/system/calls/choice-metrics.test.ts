// Tests that calls on the phone are measured for the choice of the model that answered them.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { hangUp, line, startPhoneCalls } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())

it('calls measure the model that answered them, not the one that it replaced', { timeout: 60_000 }, async () => {
  const owner = await calls.parley.createAccount()
  const callWith = (multimodal_model_id: number) => {
    const phone = { steps: [line('When do you open?'), hangUp({ pauseMs: 3_000 })] }
    const assistant = { mode: 'multimodal', multimodal_model_id } as const
    return calls.call({ owner, inbound: true, phone, assistant, script: 'At seven.' })
  }
  // The second model has no key, so the built-in one answers instead.
  const [made] = await Promise.all([callWith(10), callWith(2)])
  const { data, measured_calls } = await owner.client.catalogues.choiceMetrics()
  assert.equal(measured_calls, 2)
  assert.deepEqual(
    data.filter(({ latency }) => latency !== null).map(({ kind, id, latency }) => [kind, id, latency]),
    [['realtime', 10, { median_ms: made!.details.latency.heard_ms!.p50, answers: 1 }]],
  )
})
