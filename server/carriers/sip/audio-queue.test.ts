// Tests the audio that is played to one side of a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAudioQueue } from './audio-queue.ts'

const silence = 0xff

/** Plays ticks of 20 ms. */
function play(queue: ReturnType<typeof createAudioQueue>, ticks: number): Buffer {
  const frames: Uint8Array[] = []
  for (let tick = 0; tick < ticks; tick++) frames.push(queue.next()?.slice() ?? new Uint8Array(160).fill(silence))
  return Buffer.concat(frames)
}

test('audio of any lengths is played in order, and the last frame ends with silence', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 700 }), { maxLength: 30 }), (parts) => {
      const queue = createAudioQueue()
      for (const part of parts) {
        assert.ok(queue.push(part))
        // The array may be used again.
        part.slice().fill(0)
      }
      const whole = Buffer.concat(parts)
      const heard = play(queue, Math.ceil(whole.length / 160))
      assert.ok(heard.subarray(0, whole.length).equals(whole))
      assert.ok(heard.subarray(whole.length).every((value) => value === silence))
      assert.equal(queue.next(), undefined)
    }),
  )
})

test('marks come back in order, each after the audio before it and the delay of the other side', () => {
  const audio = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(audio, (lengths) => {
      const queue = createAudioQueue()
      const heard: number[] = []
      const atByte: number[] = []
      let pushed = 0
      for (const [index, length] of lengths.entries()) {
        if (length > 0) queue.push(new Uint8Array(length))
        pushed += length
        atByte.push(pushed)
        queue.mark(() => heard.push(index))
      }
      for (let tick = 1; tick <= Math.ceil(pushed / 160) + 5; tick++) {
        const before = heard.length
        queue.next()
        for (const index of heard.slice(before)) assert.ok((tick - 1 - 3) * 160 >= atByte[index]! - 159)
      }
      assert.deepEqual(heard, [...lengths.keys()])
    }),
  )
})

test('cleared audio is not played, and its marks come back at once', async () => {
  const queue = createAudioQueue()
  queue.push(new Uint8Array(8_000))
  const marked = new Promise<void>((heard) => queue.mark(heard))
  queue.next()
  queue.clear()
  assert.equal(queue.next(), undefined)
  await marked
})

test('audio that would take minutes to play is refused, and the voice of a person that would be late is dropped', () => {
  const queue = createAudioQueue()
  assert.ok(queue.push(new Uint8Array(2 * 2 ** 20)))
  assert.equal(queue.push(new Uint8Array(1)), false)
  const relayed = createAudioQueue()
  for (let frame = 0; frame < 100; frame++) relayed.relay(new Uint8Array(160))
  assert.ok(play(relayed, 8).every((value) => value === 0))
  assert.equal(relayed.next(), undefined)
})

test('keys are pressed after the audio before them, one after the other, and the audio after them waits', () => {
  const queue = createAudioQueue()
  const events: string[] = []
  queue.push(new Uint8Array(320).fill(1))
  queue.press('1w2', (key) => events.push(key))
  queue.press('3', (key) => events.push(key))
  queue.push(new Uint8Array(160).fill(2))
  for (let tick = 0; tick < 60; tick++) {
    const frame = queue.next()
    if (frame) events.push(String(frame[0] === 1 ? 'before' : 'after'))
  }
  assert.deepEqual(events, ['before', 'before', '1', '2', '3', 'after'])
})

test('keys that are not pressed yet are dropped with the audio', () => {
  const queue = createAudioQueue()
  const pressed: string[] = []
  queue.push(new Uint8Array(320))
  queue.press('12', (key) => pressed.push(key))
  queue.next()
  queue.clear()
  for (let tick = 0; tick < 40; tick++) queue.next()
  assert.deepEqual(pressed, [])
})
