// Tests of the audio functions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMulaw, encodeMulaw, mulawSamples, wavHead } from '@parley/telephone'
import { attenuate, encodeWav, InvalidStep, isLoud, readAudio, silence, tone } from './audio.ts'

const toPcm = (code: number): number => mulawSamples[code]!

test('a WAV file is read as its first channel', () => {
  const speech = tone({ ms: 100 })
  assert.deepEqual(readAudio(encodeWav([speech, silence.slice()])), speech)
  assert.equal(readAudio(speech), speech)
  assert.throws(() => readAudio(Buffer.from('RIFF    WAVE')), InvalidStep)
})

/** A WAV file of one channel. */
function wavOf(code: number, bits: number, rate: number, data: Buffer): Buffer {
  const file = Buffer.concat([wavHead({ sampleRate: rate, channelCount: 1, dataBytes: data.length }), data])
  file.writeUInt16LE(code, 20)
  file.writeUInt16LE(bits, 34)
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
  assert.equal(decodeMulaw(attenuate(encodeMulaw(Int16Array.of(10_000))))[0]! > 900, true)
})
