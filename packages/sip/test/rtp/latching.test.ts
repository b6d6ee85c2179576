// Tests of the source from which media are accepted.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { firstLatchState, type LatchState, type Source, takeArrival } from '../../src/rtp/latching.ts'

const described = { address: '192.0.2.1', port: 4_000 }
const natted = { address: '198.51.100.9', port: 61_000 }
const attacker = { address: '203.0.113.66', port: 5_000 }

function take(state: LatchState, source: Source, nowMs = 0, { ssrc = 1, isValid = true } = {}) {
  return takeArrival(state, { ...source, ssrc, isValid }, nowMs)
}

function takeMany(state: LatchState, source: Source, times: readonly number[], options = {}): LatchState {
  return times.reduce((current, nowMs) => take(current, source, nowMs, options).state, state)
}

describe('The source of media', () => {
  it('is the described address at once', () => {
    const { state, isAccepted } = take(firstLatchState(described), described)
    assert.deepEqual([state.source, isAccepted], [described, true])
  })

  it('is another one after five packets of one SSRC in two seconds', () => {
    const four = takeMany(firstLatchState(described), natted, [0, 20, 40, 60])
    assert.equal(four.source, undefined)
    assert.deepEqual(take(four, natted, 80).state.source, natted)
    assert.equal(take(four, natted, 80, { ssrc: 2 }).isAccepted, false)
    assert.equal(takeMany(firstLatchState(described), natted, [0, 500, 1_000, 1_500, 2_000]).source, undefined)
  })

  it('is fixed once it is known, and an attacker is never heard', () => {
    for (const known of [described, natted]) {
      const state = takeMany(firstLatchState(described), known, [0, 20, 40, 60, 80])
      assert.deepEqual(state.source, known)
      const attacked = takeMany(
        state,
        attacker,
        Array.from({ length: 500 }, (_, index) => 100 + index),
      )
      assert.deepEqual(attacked.source, known)
      assert.equal(take(attacked, attacker, 700).isAccepted, false)
      assert.equal(take(attacked, known, 700).isAccepted, true)
    }
  })

  it('becomes the described address in the first two seconds after another one was learned, and not later', () => {
    const learned = takeMany(firstLatchState(described), attacker, [0, 1, 2, 3, 4])
    assert.deepEqual(take(learned, described, 500).state.source, described)
    assert.equal(take(learned, described, 3_000).isAccepted, false)
  })

  it('is not learned from packets with a wrong payload or without a valid tag', () => {
    const state = takeMany(firstLatchState(described), attacker, [0, 1, 2, 3, 4, 5, 6], { isValid: false })
    assert.equal(state.source, undefined)
  })

  it('observes four candidates at most, and forgets them after two seconds', () => {
    let state = firstLatchState(described)
    for (let port = 1; port < 100; port++) state = take(state, { address: '203.0.113.1', port }, 0).state
    assert.equal(state.candidates.length, 4)
    assert.deepEqual(takeMany(state, natted, [2_000, 2_020, 2_040, 2_060, 2_080]).source, natted)
  })

  it('changes only to the described address or by five packets, for any order of packets', () => {
    const arrival = fc.record({ from: fc.constantFrom(described, natted, attacker), gapMs: fc.nat(400) })
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
        let [state, nowMs] = [firstLatchState(described), 0]
        const counts = new Map<Source, number>()
        for (const { from, gapMs } of arrivals) {
          nowMs += gapMs
          counts.set(from, (counts.get(from) ?? 0) + 1)
          const { state: next, isAccepted } = take(state, from, nowMs)
          if (isAccepted && from !== described) assert.ok(counts.get(from)! >= 5)
          if (isAccepted) assert.deepEqual(next.source, { address: from.address, port: from.port })
          if (state.source?.port === described.port) assert.equal(next.source?.port, described.port)
          state = next
        }
      }),
    )
  })
})
