// Tests of the tick: its phases, and when the next tick is due after a late one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nextTick, onTick } from './pacer.ts'

describe('the next tick', () => {
  it('is due 20 ms after the last one, even if that was late', () => {
    assert.equal(nextTick(1_000, 1_000), 1_020)
    assert.equal(nextTick(1_000, 1_045), 1_020)
  })

  it('skips what cannot be caught up, and keeps its phase', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(10_000), (dueMs, lateMs) => {
        const nowMs = dueMs + lateMs
        const next = nextTick(dueMs, nowMs)
        assert.equal((next - dueMs) % 20, 0)
        assert.ok(next >= dueMs + 20 && next >= nowMs - 100)
        assert.ok(next <= Math.max(dueMs + 20, nowMs - 80))
      }),
    )
  })
})

describe('the ticks of several calls', () => {
  it('are spread over the 20 ms', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    t.mock.method(performance, 'now', () => 1_000)
    const ticks = [0, 0, 0, 0, 0, 0, 0, 0]
    const stops = ticks.map((_, call) =>
      onTick(() => {
        ticks[call]!++
      }),
    )
    for (const phase of [1, 2, 3]) {
      t.mock.timers.tick(5)
      assert.equal(ticks.filter((count) => count > 0).length, 2 * phase)
    }
    t.mock.timers.tick(5)
    assert.deepEqual(ticks, [1, 1, 1, 1, 1, 1, 1, 1])
    for (const stop of stops) stop()
    t.mock.timers.tick(100)
    assert.deepEqual(ticks, [1, 1, 1, 1, 1, 1, 1, 1])
  })
})
