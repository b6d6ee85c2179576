// Tests of the playback buffer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createPlayback } from './playback.ts'

const actions = fc.array(
  fc.oneof(
    fc.record({ audio: fc.uint8Array({ maxLength: 500 }) }),
    fc.record({ mark: fc.string() }),
    fc.record({ frames: fc.integer({ min: 0, max: 4 }) }),
  ),
)

test('audio is played completely and in order, and every mark returns once, right after the audio before it', () => {
  fc.assert(
    fc.property(actions, (given) => {
      const returned: { name: string; played: number }[] = []
      const played: number[] = []
      let frames = 0
      const playback = createPlayback((name) => returned.push({ name, played: frames }))
      const received: number[] = []
      const expected: { name: string; at: number }[] = []
      const play = () => {
        const isSilence = playback.isEmpty()
        const frame = playback.nextFrame()
        if (!isSilence) played.push(...frame)
        frames++
      }
      for (const action of given) {
        if ('audio' in action) {
          playback.add(action.audio)
          received.push(...action.audio)
        } else if ('mark' in action) {
          playback.mark(action.mark)
          expected.push({ name: action.mark, at: received.length })
        } else for (let count = 0; count < action.frames; count++) play()
      }
      for (let count = received.length / 160 + 2; count > 0; count--) play()
      assert.deepEqual(
        returned.map(({ name }) => name),
        expected.map(({ name }) => name),
      )
      assert.ok(returned.every(({ played: after }, index) => after * 160 >= expected[index]!.at))
      // Frames that the audio does not fill end with silence.
      assert.ok(isSubsequence(received, played))
      assert.ok(playback.isEmpty())
    }),
  )
})

test('clear discards the audio and returns the marks at once', () => {
  const returned: string[] = []
  const playback = createPlayback((name) => returned.push(name))
  playback.add(new Uint8Array(800))
  playback.mark('a')
  playback.nextFrame()
  playback.mark('b')
  playback.clear()
  assert.deepEqual(returned, ['a', 'b'])
  assert.ok(playback.nextFrame().every((code) => code === 0xff))
  assert.deepEqual(returned, ['a', 'b'])
})

test('at most ten minutes of audio wait', () => {
  const playback = createPlayback(() => {})
  const minute = new Uint8Array(480_000)
  for (let count = 0; count < 10; count++) assert.ok(playback.add(minute))
  assert.ok(!playback.add(new Uint8Array(1)))
  playback.nextFrame()
  assert.ok(playback.add(new Uint8Array(1)))
})

function isSubsequence(part: readonly number[], whole: readonly number[]): boolean {
  let at = 0
  for (const value of whole) if (value === part[at]) at++
  return at === part.length
}

test('at most one mark for each frame of ten minutes waits', () => {
  const returned: string[] = []
  const playback = createPlayback((name) => returned.push(name))
  playback.add(new Uint8Array(800))
  for (let count = 0; count < 30_000; count++) assert.ok(playback.mark('m'))
  assert.equal(playback.mark('one more'), false)
  playback.clear()
  assert.equal(returned.length, 30_000)
  assert.ok(playback.mark('next'))
})
