// Random calls in virtual time: whatever happens, no call gets stuck, and no audio of an old answer follows an interruption.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRandomCalls } from '../testing/random-calls.ts'

it('never gets stuck', async () => {
  const { CALLS: calls, SEED: seed } = process.env
  await checkRandomCalls({ calls: Number(calls ?? 500), seed: seed ? Number(seed) : undefined }, (random) => {
    const { call, maxDurationMs } = random
    assert.equal(call.ends.length, 1)
    assert.ok(call.clock.now() <= maxDurationMs + 100)
    assert.ok(call.line.bufferedMs() === 0 || call.end!.reason !== 'assistant_ended')
    for (const { text } of call.engine.record.transcript) assert.notEqual(text, undefined)
  })
})
