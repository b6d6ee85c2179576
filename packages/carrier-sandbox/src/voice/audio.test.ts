// Tests of the audio functions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attenuate, encodeWav, InvalidStep, isLoud, readAudio, silence, toMuLaw, tone, toPcm } from './audio.ts'

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
  assert.deepEqual(readAudio(encodeWav([speech, silence.slice()])), speech)
  assert.equal(readAudio(speech), speech)
  assert.throws(() => readAudio(Buffer.from('RIFF    WAVE')), InvalidStep)
})

/** A WAV file of one channel. */
function wavOf(code: number, bits: number, rate: number, data: Buffer): Buffer {
  const file = Buffer.concat([encodeWav([]), data])
  file.writeUInt16LE(code, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt16LE(bits, 34)
  file.writeUInt32LE(data.length, 40)
  return file
}

test('a WAV file of 8-bit PCM, A-law or mu-law is read at any common rate', () => {
  const loud = (audio: Uint8Array) => [audio.length, toPcm(audio[10]!)]
  const [length, sample] = loud(readAudio(wavOf(1, 8, 16_000, Buffer.alloc(3_200, 128 + 64))))
  assert.ok(length === 1_600 && Math.abs(sample! - 64 * 256) < 600, `${length} ${sample}`)
  // 0xd5 is the smallest positive number of A-law, and 0xaa the largest.
  assert.deepEqual(loud(readAudio(wavOf(6, 8, 8_000, Buffer.alloc(100, 0xd5)))), [100, 8])
  assert.deepEqual(loud(readAudio(wavOf(6, 8, 48_000, Buffer.alloc(600, 0xaa)))), [100, 32_124])
  assert.deepEqual(readAudio(wavOf(7, 8, 8_000, Buffer.from(tone({ ms: 50 })))), tone({ ms: 50 }))
  for (const [code, bits, rate] of [
    [1, 24, 8_000],
    [85, 16, 8_000],
    [1, 16, 1],
  ] as const)
    assert.throws(() => readAudio(wavOf(code, bits, rate, Buffer.alloc(100))), InvalidStep)
})

test('speech is loud, and silence and a faint noise are not', () => {
  assert.ok(isLoud(tone({ ms: 20 })))
  assert.ok(!isLoud(silence))
  assert.ok(!isLoud(tone({ ms: 20, amplitude: 200 })))
  assert.equal(toPcm(attenuate(new Uint8Array([toMuLaw(10_000)]))[0]!) > 900, true)
})
