// Tests of the shared tick: when the next tick is due after a late one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nextTick } from './pacer.ts'

describe('the next tick', () => {
  it('is due 20 ms after the last one, also if that was late', () => {
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
