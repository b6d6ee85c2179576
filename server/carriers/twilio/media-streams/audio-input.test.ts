// Tests that audio messages of any size and order become frames of 20 ms in real time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAudioInput } from './audio-input.ts'

const frame = (value: number) => new Uint8Array(160).fill(value)
const silence = 0xff

function listen() {
  const frames: Uint8Array[] = []
  const { push } = createAudioInput((audio) => frames.push(audio))
  return { push, frames, values: () => frames.map((audio) => audio[0]) }
}

test('messages of any size become frames of 160 bytes with the same bytes in the same order', () => {
  const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 700 }), { maxLength: 40 })
  fc.assert(
    fc.property(messages, fc.boolean(), (parts, isTimed) => {
      const { push, frames } = listen()
      let bytes = 0
      for (const part of parts) {
        const ms = bytes / 8
        push(part, isTimed ? Math.floor(ms) : Number.NaN, ms)
        bytes += part.length
      }
      for (const audio of frames) assert.equal(audio.length, 160)
      assert.equal(frames.length, Math.floor(bytes / 160))
      assert.ok(Buffer.concat(frames).equals(Buffer.concat(parts).subarray(0, frames.length * 160)))
    }),
  )
})

test('missing audio becomes silence, at most ten seconds of it', () => {
  const { push, frames, values } = listen()
  push(frame(1), 0, 0)
  push(frame(2), 80, 80)
  assert.deepEqual(values(), [1, silence, silence, silence, 2])
  push(frame(3), 3_600_000, 3_600_000)
  assert.equal(frames.length, 5 + 500 + 1)
  assert.deepEqual(values().at(-1), 3)
  assert.ok(frames[5]!.every((value) => value === silence))
})

test('audio after a gap follows the part of a frame before it', () => {
  const { push, frames } = listen()
  push(frame(1).subarray(0, 100), 0, 0)
  push(frame(2), 12.5 + 40, 60)
  const expected = Buffer.concat([frame(1).subarray(0, 100), Buffer.alloc(320, silence), frame(2)])
  assert.ok(Buffer.concat(frames).equals(expected.subarray(0, frames.length * 160)))
  assert.equal(frames.length, 3)
})

test('audio that is repeated or arrives late is dropped', () => {
  const { push, values } = listen()
  push(frame(1), 0, 0)
  push(frame(3), 40, 40)
  push(frame(2), 20, 41)
  push(frame(3), 40, 42)
  push(frame(4), 60, 60)
  assert.deepEqual(values(), [1, silence, 3, 4])
})

test('rounded timestamps neither drop audio nor add silence', () => {
  const { push, values } = listen()
  for (const [index, timestampMs] of [5, 24, 46, 61, 85].entries()) push(frame(index), timestampMs, timestampMs)
  assert.deepEqual(values(), [0, 1, 2, 3, 4])
})

test('a carrier that restarts its timestamps is heard again after half a second', () => {
  const { push, values } = listen()
  push(frame(1), 60_000, 0)
  for (let index = 0; index < 50; index++) push(frame(2), index * 20, 20 + index * 20)
  assert.deepEqual(values(), [1, ...Array<number>(25).fill(2)])
})

test('audio is never more than a second ahead of real time', () => {
  const message = fc.record({
    audio: fc.integer({ min: 1, max: 5_000 }).map((bytes) => new Uint8Array(bytes)),
    timestampMs: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constant(Number.NaN), fc.constant(1e300)),
    waitMs: fc.integer({ min: 0, max: 300 }),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      const { push, frames } = listen()
      let nowMs = 0
      for (const { audio, timestampMs, waitMs } of messages) {
        push(audio, timestampMs, nowMs)
        assert.ok(frames.length * 20 <= nowMs + 1_000)
        nowMs += waitMs
      }
    }),
  )
})

test('audio ten times as fast as real time is heard for a second, and then in part', () => {
  const { push, frames } = listen()
  for (let index = 0; index < 1_000; index++) push(frame(1), index * 20, index * 2)
  assert.equal(frames.length, 50 + 2_000 / 20 - 1)
})

test('after a stall of the network, the audio of up to ten seconds is heard', () => {
  const { push, frames } = listen()
  push(frame(1), 0, 0)
  for (let index = 1; index <= 500; index++) push(frame(1), index * 20, 10_000)
  assert.equal(frames.length, 501)
})
