// Tests of the level of mu-law audio.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt, tone } from '#testing/calls/sounds.ts'
import { levelDb } from './audio-level.ts'

test('the level is relative to the largest amplitude', () => {
  for (const [amplitude, expected] of [
    [0.7, -6.1],
    [0.07, -26.1],
    [0.007, -46.1],
  ] as const)
    assert.ok(Math.abs(levelDb(frameAt(tone(20, 500, amplitude), 0)) - expected) < 0.5)
  assert.equal(levelDb(new Uint8Array(160).fill(0xff)), -90)
  assert.equal(levelDb(new Uint8Array(0)), -90)
})
