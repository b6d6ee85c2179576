// Tests of the source from which media are accepted.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createLatch, type Latch, type Source } from '../../src/rtp/latching.ts'

const described = { address: '192.0.2.1', port: 4_000 }
const natted = { address: '198.51.100.9', port: 61_000 }
const moved = { ...natted, port: 61_777 }
const attacker = { address: '203.0.113.66', port: 5_000 }

interface Talk {
  packets?: number
  /** The time of the first packet; the others follow every 20 ms. */
  atMs?: number
  ssrc?: number
  /** The number of the first packet, from which its timestamp follows. */
  from?: number
  timestamp?: number
}

/** Sends packets, and returns for each whether it was accepted. */
function talk(latch: Latch, source: Source, { packets = 5, atMs = 0, ssrc = 1, from = 0, timestamp }: Talk = {}) {
  return Array.from({ length: packets }, (_, index) => {
    const sequence = (from + index) & 0xffff
    const packet = { ssrc, sequence, timestamp: ((timestamp ?? from * 160) + index * 160) >>> 0 }
    const nowMs = atMs + index * 20
    const isAccepted = latch.take(source, packet, nowMs)
    assert.ok(!isAccepted || latch.isOpenTo(source, nowMs))
    return isAccepted
  })
}

function latchFor(source: Source | undefined, nowMs = 0): Latch {
  const latch = createLatch()
  latch.describe(source, nowMs)
  return latch
}

const all = (accepted: boolean[]) => accepted.every(Boolean)
const none = (accepted: boolean[]) => !accepted.some(Boolean)

describe('The source of media', () => {
  it('is the described address at once, however long it was silent', () => {
    for (const atMs of [0, 60_000]) {
      const latch = latchFor(described)
      assert.deepEqual([latch.target(), all(talk(latch, described, { atMs }))], [described, true])
    }
  })

  it('is another one after five packets of one SSRC', () => {
    const latch = latchFor(described)
    assert.ok(none(talk(latch, natted, { packets: 4 })))
    assert.ok(none(talk(latch, natted, { packets: 4, ssrc: 2, atMs: 100 })))
    assert.deepEqual(latch.target(), described)
    assert.deepEqual(talk(latch, natted, { packets: 2, atMs: 200 }), [true, true])
    assert.deepEqual(latch.target(), natted)
  })

  it('is another one only in the first two seconds after a description, even if all is silent', () => {
    for (const atMs of [1_921, 2_000, 60_000]) {
      const latch = latchFor(described)
      assert.ok(none(talk(latch, attacker, { atMs, packets: 100 })), `${atMs}`)
      assert.deepEqual(latch.target(), described)
    }
    assert.equal(latchFor(described).isOpenTo(attacker, 2_000), false)
  })

  it('is found again after each description: early media, and then the answer after a long ringing', () => {
    const latch = latchFor(described)
    assert.ok(none(talk(latch, natted, { atMs: 20_000 })))
    latch.describe(described, 30_000)
    assert.equal(talk(latch, natted, { atMs: 31_000 }).at(-1), true)
  })

  it('is always the described address in the end', () => {
    const latch = latchFor(described)
    talk(latch, attacker)
    assert.deepEqual(latch.target(), attacker)
    assert.ok(all(talk(latch, described, { atMs: 3_600_000, ssrc: 7 })))
    assert.deepEqual(latch.target(), described)
    assert.ok(none(talk(latch, attacker, { atMs: 3_600_100, from: 5, packets: 100 })))
  })

  it('is fixed once it is known, and an attacker is never heard', () => {
    for (const known of [described, natted]) {
      const latch = latchFor(described)
      talk(latch, known, { ssrc: 3 })
      assert.ok(none(talk(latch, attacker, { atMs: 81, packets: 500 })))
      assert.ok(all(talk(latch, known, { atMs: 20_000, ssrc: 3, from: 5 })))
    }
  })

  it('is kept by a description that repeats the address, and by a burst of strangers after it', () => {
    const latch = latchFor(described)
    talk(latch, natted)
    latch.describe(described, 100)
    for (let sequence = 0; sequence < 20; sequence++)
      assert.equal(latch.take(attacker, { ssrc: 9, sequence, timestamp: 0 }, 101), false)
    assert.ok(all(talk(latch, natted, { atMs: 102, from: 5 })))
    assert.ok(none(talk(latch, attacker, { atMs: 400, packets: 50 })))
  })

  it('is learned again after a description that repeats the address, if the known source is silent', () => {
    const latch = latchFor(described)
    talk(latch, natted)
    latch.describe(described, 9_000)
    assert.equal(talk(latch, { ...natted, address: '198.51.100.77' }, { atMs: 9_100, ssrc: 2 }).at(-1), true)
  })

  it('is not learned on hold with 0.0.0.0, and the known one stays', () => {
    assert.ok(none(talk(latchFor(undefined), attacker, { packets: 20 })))
    const latch = latchFor(described)
    talk(latch, natted)
    latch.describe(undefined, 200)
    assert.ok(none(talk(latch, attacker, { atMs: 400, packets: 20 })))
    latch.describe(described, 60_000)
    assert.deepEqual(latch.target(), natted)
  })

  it('begins anew with another description', () => {
    const latch = latchFor(described)
    talk(latch, natted)
    latch.describe(attacker, 1_000)
    assert.deepEqual([latch.learned(), latch.target()], [undefined, attacker])
    assert.ok(none(talk(latch, natted, { atMs: 5_000 })))
  })
})

describe('A NAT that gives a source another port', () => {
  /** A source that was learned, and has sent five packets until 80 ms. */
  function learned(): Latch {
    const latch = latchFor(described)
    talk(latch, natted)
    return latch
  }

  it('is followed after five packets that continue the stream', () => {
    const latch = learned()
    assert.deepEqual(talk(latch, moved, { atMs: 5_080, from: 255 }), [false, false, false, false, true])
    assert.deepEqual(latch.target(), moved)
    assert.ok(none(talk(latch, natted, { atMs: 5_100, from: 260, packets: 3 })))
  })

  it('is followed although sequence and timestamp wrap, and although the clock of a pause was not counted', () => {
    const latch = latchFor(described)
    talk(latch, natted, { from: 65_531, timestamp: 2 ** 32 - 800 })
    assert.equal(talk(latch, moved, { atMs: 60_000, from: 0, timestamp: 0 }).at(-1), true)
  })

  it('is not followed while the old port sends, or just after', () => {
    const latch = learned()
    for (let sequence = 5; sequence < 100; sequence++) {
      latch.take(natted, { ssrc: 1, sequence, timestamp: sequence * 160 }, sequence * 20)
      for (let copy = 1; copy <= 5; copy++) {
        const packet = { ssrc: 1, sequence: sequence + copy, timestamp: (sequence + copy) * 160 }
        assert.equal(latch.take(moved, packet, sequence * 20 + 5), false)
      }
    }
    assert.deepEqual(latch.target(), natted)
  })

  for (const [what, source, change] of [
    ['another address', { ...moved, address: '198.51.100.10' }, {}],
    ['another SSRC', moved, { ssrc: 2 }],
    ['an old sequence number', moved, { from: 65_000, timestamp: 41_600 }],
    ['a sequence number that is far ahead', moved, { from: 4_000, timestamp: 41_600 }],
    ['a timestamp of the past', moved, { timestamp: 2 ** 32 - 8_000 }],
    ['a timestamp of the future', moved, { timestamp: 60_000 }],
  ] as const)
    it(`is not followed with ${what}`, () => {
      const latch = learned()
      assert.ok(none(talk(latch, source, { atMs: 5_080, from: 255, packets: 20, ...change })))
      assert.deepEqual(latch.target(), natted)
    })
})

it('For any order of packets, a stranger is accepted only by five packets in the first two seconds, and never after the described address', () => {
  const arrival = fc.record({ from: fc.constantFrom(described, natted, attacker), gapMs: fc.nat(400) })
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
      const latch = latchFor(described)
      let [nowMs, hasDescribedSpoken] = [0, false]
      const counts = new Map<Source, number>()
      for (const [index, { from, gapMs }] of arrivals.entries()) {
        nowMs += gapMs
        counts.set(from, (counts.get(from) ?? 0) + 1)
        const before = latch.target()
        const isAccepted = latch.take(from, { ssrc: 1, sequence: index, timestamp: index * 160 }, nowMs)
        if (from === described) {
          assert.ok(isAccepted)
          hasDescribedSpoken = true
        } else if (isAccepted) assert.ok(counts.get(from)! >= 5 && !hasDescribedSpoken)
        if (isAccepted) assert.deepEqual(latch.target(), from)
        if (isAccepted && from !== described && before.port !== from.port) assert.ok(nowMs < 2_000)
      }
    }),
  )
})
