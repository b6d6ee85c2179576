// Tests of G.722, against the implementation in FFmpeg where it is installed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { createG722Decoder, createG722Encoder } from '../../src/codecs/g722.ts'

const isFfmpegInstalled = spawnSync('ffmpeg', ['-version']).status === 0
const skip = isFfmpegInstalled ? false : 'FFmpeg is not installed.'

const bytesOf = (samples: Int16Array) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)

function ffmpeg(input: Uint8Array, ...options: string[]): Buffer {
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...options, '-'], { input, maxBuffer: 2 ** 24 })
  assert.equal(String(stderr), '')
  return stdout
}

/** Two seconds that go from silence to full scale: tones, a sweep and noise from a linear congruential generator. */
function signal(rate: number): Int16Array {
  let noise = 1
  return Int16Array.from({ length: 2 * rate }, (_, index) => {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    const loudness = Math.min(1, index / rate)
    const tone = Math.sin((2 * Math.PI * 440 * index) / rate) + Math.sin((2 * Math.PI * index * index) / (8 * rate))
    return loudness * (12_000 * tone + 16_000 * (noise / 2 ** 32 - 0.5))
  })
}

/** The ratio of the signal to the difference, in decibels, after a delay in samples. */
function quality(original: Int16Array, decoded: Int16Array, delay: number): number {
  let [power, error] = [0, 0]
  for (let index = 1_000; index + delay < decoded.length; index++) {
    power += original[index]! ** 2
    error += (original[index]! - decoded[index + delay]!) ** 2
  }
  return 10 * Math.log10(power / error)
}

describe('G.722', () => {
  it('decodes every byte to the same samples as FFmpeg', { skip }, () => {
    const encoded = createG722Encoder().encode(signal(16_000))
    const noise = signal(16_000).map((value) => value * 7)
    for (const bytes of [encoded, bytesOf(noise)]) {
      const reference = ffmpeg(bytes, '-f', 'g722', '-i', '-', '-f', 's16le')
      assert.ok(reference.equals(bytesOf(createG722Decoder().decode(bytes))))
    }
  })

  it('encodes so that FFmpeg decodes the original', { skip }, () => {
    const original = signal(16_000).subarray(0, 16_000)
    const decoded = ffmpeg(createG722Encoder().encode(original), '-f', 'g722', '-i', '-', '-f', 's16le')
    assert.ok(quality(original, new Int16Array(decoded.buffer, decoded.byteOffset, decoded.length / 2), 22) > 15)
  })

  it('returns the original, 22 samples later', () => {
    const tone = Int16Array.from({ length: 16_000 }, (_, index) => 10_000 * Math.sin(index / 5))
    const decoded = createG722Decoder().decode(createG722Encoder().encode(tone))
    assert.ok(quality(tone, decoded, 22) > 35, `${quality(tone, decoded, 22)} dB`)
  })

  it('keeps the speed and the level of telephone audio', () => {
    const tone = Int16Array.from(
      { length: 8_000 },
      (_, index) => 10_000 * Math.sin((2 * Math.PI * 1_000 * index) / 8_000),
    )
    const bytes = new Uint8Array(8_000)
    createG722Encoder().encodeNarrow(tone, bytes, 0)
    const narrow = new Int16Array(8_000)
    createG722Decoder().decodeNarrow(bytes, 0, 8_000, narrow)
    assert.ok(quality(tone, narrow, 0) > 30, `${quality(tone, narrow, 0)} dB`)
    // A wideband telephone plays the same tone: 1,000 Hz at 16,000 samples per second has 8 crossings per 64 samples.
    const wide = createG722Decoder().decode(bytes).subarray(1_600)
    let crossings = 0
    for (let index = 1; index < wide.length; index++) if (wide[index - 1]! < 0 && wide[index]! >= 0) crossings++
    assert.ok(Math.abs(crossings - (1_000 * wide.length) / 16_000) <= 1, `${crossings} crossings`)
    assert.ok(Math.abs(Math.max(...wide) - 10_000) < 700, `peak ${Math.max(...wide)}`)
  })

  it('turns a wideband tone into one of the same level for the telephone', () => {
    const tone = Int16Array.from(
      { length: 16_000 },
      (_, index) => 10_000 * Math.sin((2 * Math.PI * 1_000 * index) / 16_000),
    )
    const narrow = new Int16Array(8_000)
    createG722Decoder().decodeNarrow(createG722Encoder().encode(tone), 0, 8_000, narrow)
    assert.ok(Math.abs(Math.max(...narrow.subarray(800)) - 10_000) < 500, `peak ${Math.max(...narrow)}`)
  })
})
