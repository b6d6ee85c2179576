// Tests of decoded mu-law audio and its level.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt, tone } from './audio-fixtures.ts'
import { levelDb, muLawSamples } from './audio-level.ts'

test('mu-law bytes have the values of G.711', () => {
  const known = { 0: -32_124, 128: 32_124, 255: 0, 127: 0, 240: 120, 112: -120, 231: 260, 31: -8_316 }
  for (const [byte, sample] of Object.entries(known)) assert.equal(muLawSamples[Number(byte)]! + 0, sample + 0, byte)
})

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
