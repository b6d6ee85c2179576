// Tests of the playout: how evenly audio is sent when ticks are early or late, and that keys are pressed once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { changeVolume } from '../../change-volume.ts'
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

describe('keys that the assistant presses', () => {
  /** How many milliseconds each of two keys and the speech after them are heard. */
  function heardWith(disturb: (playout: ReturnType<typeof createPlayout>, atMs: number) => void): number[] {
    const [one, two, speech, quieter] = [0x10, 0x20, 0x30, 0x7f]
    let nowMs = 0
    let waiting: number[] = []
    const heard = new Map<number, number>()
    const line = {
      sendAudio: (audio: Uint8Array) => void waiting.push(...audio),
      sendMark() {},
      clear() {
        waiting = []
      },
    }
    const change = (audio: Uint8Array): void => void audio.fill(quieter)
    const playout = createPlayout({ line, now: () => nowMs, changeVolume: change })
    const add = (kind: 'tones' | 'answer', bytes: readonly number[]): void => {
      const segment = createSegment({ generation: 1, id: 0, kind, text: '' })
      segment.addAudio(Uint8Array.from(bytes))
      segment.complete()
      playout.add(segment)
    }
    const ms = (byte: number, durationMs: number): number[] => Array(durationMs * 8).fill(byte)
    add('tones', [...ms(one, 160), ...ms(0xff, 80), ...ms(two, 160), ...ms(0xff, 80)])
    add('answer', ms(speech, 600))
    for (; nowMs < 3_000; nowMs += 20) {
      playout.tick()
      disturb(playout, nowMs)
      for (const byte of waiting.splice(0, 160)) heard.set(byte, (heard.get(byte) ?? 0) + 1 / 8)
    }
    return [[one], [two], [speech, quieter]].map((bytes) =>
      bytes.reduce((sum, byte) => sum + (heard.get(byte) ?? 0), 0),
    )
  }

  for (let atMs = 20; atMs < 480; atMs += 40)
    it(`are each heard once and in the usual volume if the other side speaks after ${atMs} ms`, () => {
      const [one, two, speech] = heardWith((playout, nowMs) => {
        if (nowMs === atMs) playout.quieten()
        if (nowMs === atMs + 100) playout.pause()
        if (nowMs === 1_500) playout.resume()
      })
      assert.deepEqual([one, two], [160, 160])
      assert.ok(speech! >= 600, `${speech} ms of speech`)
    })

  it('are pressed to their end before the assistant pauses', () => {
    const heard = heardWith((playout, nowMs) => {
      if (nowMs === 100) playout.pause()
    })
    assert.deepEqual(heard, [160, 160, 0])
  })
})
