// Tests of how often the customers of a sender are counted.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { mayHaveReached, recordReached } from './reach.ts'

it('a sender does not exceed its limit between two counts', () => {
  const send = fc.record({ pauseMs: fc.nat(20_000), customers: fc.nat(2_000) })
  fc.assert(
    fc.property(fc.constantFrom(250, 1_000, 10_000, 100_000), fc.array(send, { maxLength: 40 }), (limit, sends) => {
      let [nowMs, reached] = [0, 0]
      recordReached(-2, { reached, atMs: nowMs })
      for (const { pauseMs, customers } of sends) {
        nowMs += pauseMs
        // A sender reaches at most 100 customers per second.
        reached += Math.min(customers, Math.floor((pauseMs / 1000) * 100))
        if (mayHaveReached(-2, limit, nowMs)) recordReached(-2, { reached, atMs: nowMs })
        else assert.ok(reached < limit)
      }
    }),
  )
})

it('a sender is counted at first, and again only if it may have reached its limit', () => {
  assert.equal(mayHaveReached(-1, 100_000, 0), true)
  recordReached(-3, { reached: 50_000, atMs: 0 })
  assert.equal(mayHaveReached(-3, 100_000, 60_000), false)
  assert.equal(mayHaveReached(-3, 100_000, 600_000), true)
  assert.equal(mayHaveReached(-3, 50_050, 0), true)
})
