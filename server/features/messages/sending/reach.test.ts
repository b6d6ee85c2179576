// The messaging limit is counted as often as it must be, and no more.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { mayHaveReached, recordReached } from './reach.ts'

it('a sender that was never counted may have reached its limit', () => {
  assert.equal(mayHaveReached(-1, 100_000, 0), true)
})

it('no sender passes its limit between two counts, however fast it sends', () => {
  const send = fc.record({ pauseMs: fc.nat(20_000), people: fc.nat(2_000) })
  fc.assert(
    fc.property(fc.constantFrom(250, 1_000, 10_000, 100_000), fc.array(send, { maxLength: 40 }), (limit, sends) => {
      let [nowMs, reached] = [0, 0]
      recordReached(-2, { reached, atMs: nowMs })
      for (const { pauseMs, people } of sends) {
        nowMs += pauseMs
        // Nobody is faster than a hundred a second.
        reached += Math.min(people, Math.floor((pauseMs / 1000) * 100))
        if (mayHaveReached(-2, limit, nowMs)) recordReached(-2, { reached, atMs: nowMs })
        else assert.ok(reached < limit)
      }
    }),
  )
})

it('a sender far from its limit is not counted again for a while', () => {
  recordReached(-3, { reached: 50_000, atMs: 0 })
  assert.equal(mayHaveReached(-3, 100_000, 60_000), false)
  assert.equal(mayHaveReached(-3, 100_000, 600_000), true)
  assert.equal(mayHaveReached(-3, 50_050, 0), true)
})
