// Tests of the playout: how evenly audio is sent when ticks are early or late.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { changeVolume } from '../change-volume.ts'
import { createPlayout } from './playout.ts'
import { createSegment } from './segment.ts'

it('sends at every second tick, although ticks are late', () => {
  const jitters = fc.array(fc.double({ min: 0, max: 19, noNaN: true }), { minLength: 50, maxLength: 50 })
  fc.assert(
    fc.property(jitters, (jitterMs) => {
      let nowMs = 0
      let tick = 0
      const sentAtTicks: number[] = []
      const line = { sendAudio: () => sentAtTicks.push(tick), sendMark() {}, clear() {} }
      const playout = createPlayout({ line, now: () => nowMs, changeVolume })
      const segment = createSegment({ generation: 1, id: 0, kind: 'answer', text: 'Hello.' })
      segment.addAudio(new Uint8Array(10_000 * 8))
      playout.add(segment)
      for (tick = 1; tick <= jitterMs.length; tick++) {
        nowMs = tick * 20 + jitterMs[tick - 1]!
        playout.tick()
      }
      assert.deepEqual(sentAtTicks, [0, ...Array.from({ length: jitterMs.length / 2 }, (_, index) => 2 * index + 1)])
    }),
  )
})

it('sends whole frames, although audio arrives in pieces of any length, and a shorter one at the end', () => {
  const arrivals = fc.array(fc.record({ waitedMs: fc.nat(300), bytes: fc.integer({ min: 1, max: 4_000 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(arrivals, (pieces) => {
      let nowMs = 0
      const lengths: number[] = []
      const line = { sendAudio: (audio: Uint8Array) => lengths.push(audio.length), sendMark() {}, clear() {} }
      const playout = createPlayout({ line, now: () => nowMs, changeVolume })
      const segment = createSegment({ generation: 1, id: 0, kind: 'answer', text: 'Hello.' })
      const waitUntil = (untilMs: number): void => {
        for (; nowMs < untilMs; nowMs += 20) playout.tick()
      }
      playout.add(segment)
      for (const { waitedMs, bytes } of pieces) {
        waitUntil(nowMs + waitedMs)
        segment.addAudio(new Uint8Array(bytes))
        playout.pump()
      }
      segment.complete()
      waitUntil(nowMs + 20_000)
      const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
      assert.equal(
        lengths.reduce((sum, length) => sum + length),
        total,
      )
      assert.ok(lengths.slice(0, -1).every((length) => length % 160 === 0))
      assert.ok(segment.isHeard())
    }),
  )
})
