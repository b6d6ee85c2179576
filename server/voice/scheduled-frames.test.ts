// Tests that audio is found again at the time at which it is heard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createScheduledFrames } from './scheduled-frames.ts'

const frameMs = 20
const sound = Uint8Array.from({ length: 8_000 }, (_, index) => index % 251)
const silence = new Uint8Array(160).fill(0xff)

test('audio in pieces of any length is found as a whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 16, maxLength: 60 }), (lengths) => {
      const frames = createScheduledFrames()
      let sent = 0
      for (const length of lengths) {
        frames.add(sound.subarray(sent, sent + length), 1_000 + sent / 8)
        sent = Math.min(sent + length, sound.length)
      }
      for (let from = 0; from + 160 <= sent; from += 160) {
        assert.deepEqual(frames.next(1_000 + from / 8), sound.slice(from, from + 160))
      }
    }),
  )
})

test('frames of the customer that arrive late and in bursts are matched with what was heard at their time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 45, maxLength: 45 }), (delays) => {
      const frames = createScheduledFrames()
      frames.add(sound, 0)
      frames.next(0)
      let arrivedMs = 0
      for (const [index, delay] of delays.entries()) {
        const spokenMs = (index + 1) * frameMs
        arrivedMs = Math.max(arrivedMs, spokenMs + delay)
        const position = sound.indexOf(frames.next(arrivedMs)![0]!, Math.max(0, spokenMs * 8 - 1))
        assert.ok(
          position >= spokenMs * 8 - 1 && position <= (spokenMs + 10) * 8,
          `${position / 8} ms at ${spokenMs} ms`,
        )
      }
    }),
  )
})

test('discarded audio is not heard', () => {
  const frames = createScheduledFrames()
  frames.add(sound, 0)
  frames.truncate(30)
  assert.deepEqual(frames.next(0), sound.slice(0, 160))
  assert.deepEqual(frames.next(20)!.subarray(0, 80), sound.slice(160, 240))
  assert.equal(frames.next(40), undefined)
  frames.add(sound, 60)
  assert.deepEqual(frames.next(60), sound.slice(0, 160))
})

test('before and after the audio there is silence', () => {
  const frames = createScheduledFrames()
  frames.add(sound.subarray(0, 160), 100)
  for (const silentMs of [10, 30, 50, 70]) assert.deepEqual(frames.next(silentMs), silence)
  assert.deepEqual(frames.next(90), Uint8Array.from([...silence.subarray(0, 80), ...sound.subarray(0, 80)]))
  assert.equal(frames.next(500), undefined)
})
