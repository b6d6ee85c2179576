// Tests of the audio functions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attenuate, InvalidStep, isLoud, readAudio, silence, stereoWav, toMuLaw, tone, toPcm } from './audio.ts'

test('mu-law keeps every sample within its precision, and every code', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32_635, max: 32_635 }), (sample) => {
      assert.ok(Math.abs(toPcm(toMuLaw(sample)) - sample) <= Math.max(4, Math.abs(sample) / 16))
    }),
  )
  for (let code = 0; code < 256; code++) assert.equal(toPcm(toMuLaw(toPcm(code))), toPcm(code))
  assert.deepEqual([toMuLaw(0), toMuLaw(32_767), toMuLaw(-32_768)], [0xff, 0x80, 0x00])
})

test('a WAV file is read as its first channel', () => {
  const speech = tone({ ms: 100 })
  assert.deepEqual(readAudio(stereoWav(speech, silence.slice())), speech)
  assert.equal(readAudio(speech), speech)
  assert.throws(() => readAudio(Buffer.from('RIFF    WAVE')), InvalidStep)
})

test('speech is loud, and silence and a faint noise are not', () => {
  assert.ok(isLoud(tone({ ms: 20 })))
  assert.ok(!isLoud(silence))
  assert.ok(!isLoud(tone({ ms: 20, amplitude: 200 })))
  assert.equal(toPcm(attenuate(new Uint8Array([toMuLaw(10_000)]))[0]!) > 900, true)
})
