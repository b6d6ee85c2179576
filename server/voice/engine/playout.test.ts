// Tests of the playout: how evenly audio is sent when ticks are early or late.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
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
      const playout = createPlayout({ line, now: () => nowMs })
      const segment = createSegment({ generation: 1, kind: 'answer', text: 'Hello.' })
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
