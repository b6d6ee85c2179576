// Tests of mu-law, resampling, WAV files and key tones.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { deviceFilter } from '../browser/resample.js'
import {
  alawSilence,
  createResampler,
  decodeAlaw,
  decodeMulaw,
  dtmfTone,
  encodeAlaw,
  encodeMulaw,
  mulawSilence,
  readWav,
  resample,
  toSamples,
  WavError,
  writeWav,
} from '../src/index.ts'

const sample = fc.integer({ min: -32_768, max: 32_767 })
const samples = (maxLength = 500) => fc.array(sample, { maxLength }).map((values) => Int16Array.from(values))

function tone(hertz: number, rate: number, seconds = 0.5): Int16Array {
  return Int16Array.from(
    { length: rate * seconds },
    (_, index) => 10_000 * Math.sin((2 * Math.PI * hertz * index) / rate),
  )
}

/** The amplitude at one frequency. */
function amplitudeOf(audio: Int16Array, hertz: number, rate: number): number {
  let [real, imaginary] = [0, 0]
  for (const [index, value] of audio.entries()) {
    real += value * Math.cos((2 * Math.PI * hertz * index) / rate)
    imaginary += value * Math.sin((2 * Math.PI * hertz * index) / rate)
  }
  return (2 * Math.hypot(real, imaginary)) / audio.length
}

describe('A-law', () => {
  it('keeps every byte when it is decoded and encoded', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    assert.deepEqual(encodeAlaw(decodeAlaw(bytes)), bytes)
  })

  it('has the values of the standard', () => {
    const known = Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80, 0xc5)
    assert.deepEqual(decodeAlaw(known), Int16Array.of(8, -8, 32_256, -32_256, 5_504, 264))
    assert.deepEqual(encodeAlaw(Int16Array.of(0, -1, 32_767, -32_768)), Uint8Array.of(alawSilence, 0x55, 0xaa, 0x2a))
  })

  it('is never more than half a step away from a sample', () => {
    fc.assert(
      fc.property(sample, (value) => {
        const [decoded] = decodeAlaw(encodeAlaw(Int16Array.of(value)))
        assert.ok(Math.abs(decoded! - value) <= Math.max(16, Math.abs(value) / 31), `${value} became ${decoded}`)
      }),
    )
  })
})

describe('mu-law', () => {
  it('keeps every byte when it is decoded and encoded, except the second zero', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const expected = bytes.map((byte) => (byte === 0x7f ? 0xff : byte))
    assert.deepEqual(encodeMulaw(decodeMulaw(bytes)), expected)
  })

  it('has the values of the standard', () => {
    const known = Uint8Array.of(0x00, 0x80, 0xff, 0x7f, 0x8f, 0x0f)
    assert.deepEqual(decodeMulaw(known), Int16Array.of(-32_124, 32_124, 0, 0, 16_764, -16_764))
    assert.deepEqual(encodeMulaw(Int16Array.of(0, -32_768, 32_767)), Uint8Array.of(mulawSilence, 0x00, 0x80))
  })

  it('changes a sample by at most a sixteenth, and keeps the order of samples', () => {
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const [a, b] = decodeMulaw(encodeMulaw(Int16Array.of(one, other)))
        assert.ok(Math.abs(a! - one) <= Math.max(8, Math.abs(one) / 16), `${one} became ${a}`)
        if (one < other) assert.ok(a! <= b!)
      }),
    )
  })
})

describe('resampling', () => {
  it('keeps tones that both rates can represent', () => {
    for (const [from, to] of [
      [8_000, 16_000],
      [16_000, 8_000],
      [44_100, 8_000],
      [22_050, 8_000],
      [48_000, 8_000],
      [11_025, 8_000],
      [8_000, 48_000],
    ] as const) {
      const output = resample(tone(1_000, from), from, to)
      assert.ok(Math.abs(output.length - to / 2) <= 1)
      const amplitude = amplitudeOf(output.subarray(200, -200), 1_000, to)
      assert.ok(Math.abs(amplitude - 10_000) < 150, `${from} to ${to}: ${amplitude}`)
    }
  })

  it('removes tones that the lower rate cannot represent', () => {
    for (const [from, hertz] of [
      [16_000, 5_000],
      [44_100, 7_000],
      [48_000, 12_000],
    ] as const) {
      const output = resample(tone(hertz, from), from, 8_000)
      const loudest = output.subarray(100, -100).reduce((max, value) => Math.max(max, Math.abs(value)), 0)
      assert.ok(loudest < 60, `${hertz} Hz at ${from} Hz leaves ${loudest}`)
    }
  })

  it('converts a stream in pieces of any length as it converts a whole recording', () => {
    for (const [from, to] of [
      [8_000, 16_000],
      [24_000, 8_000],
      [44_100, 8_000],
      [8_000, 44_100],
      [11_111, 8_000],
    ] as const) {
      const audio = tone(1_000, from, 0.1)
      fc.assert(
        fc.property(fc.array(fc.nat(300), { maxLength: 20 }), (lengths) => {
          const { convert, end } = createResampler(from, to)
          const output: number[] = []
          let at = 0
          for (const length of [...lengths, audio.length]) {
            output.push(...convert(audio.subarray(at, at + length)))
            at += length
          }
          output.push(...end())
          const whole = resample(audio, from, to)
          assert.ok(output.length - whole.length <= 1)
          assert.deepEqual(toSamples(Float32Array.from(output.slice(0, whole.length))), whole)
        }),
        { numRuns: 20 },
      )
    }
  })

  it('keeps the samples that both rates have if the whole band passes', () => {
    const audio = tone(3_900, 8_000, 0.1)
    const { convert, end } = createResampler(8_000, 16_000, { passband: 1, zeroCrossings: 8 })
    const output = [...convert(audio), ...end()]
    const shared = output.filter((_, index) => index % 2 === 0)
    assert.deepEqual(toSamples(Float32Array.from(shared)), audio)
  })

  it('of a browser keeps the loudness of telephone tones and removes those that telephones cannot carry', () => {
    for (const rate of [48_000, 44_100, 16_000]) {
      const levelOf = (hz: number, from: number, to: number): number => {
        const { convert } = createResampler(from, to, deviceFilter)
        const samples = Float32Array.from({ length: from }, (_, index) => Math.sin((2 * Math.PI * hz * index) / from))
        const output: number[] = []
        for (let at = 0; at < samples.length; at += 128) output.push(...convert(samples.subarray(at, at + 128)))
        assert.ok(Math.abs(output.length - to) < 100, `${output.length} samples`)
        const middle = output.slice(200, -200)
        return Math.sqrt((2 * middle.reduce((sum, sample) => sum + sample * sample, 0)) / middle.length)
      }
      for (const hz of [300, 1_000, 3_000]) {
        assert.ok(Math.abs(levelOf(hz, rate, 8_000) - 1) < 0.02, `${hz} Hz from ${rate} Hz`)
        assert.ok(Math.abs(levelOf(hz, 8_000, rate) - 1) < 0.02, `${hz} Hz to ${rate} Hz`)
      }
      assert.ok(levelOf(5_000, rate, 8_000) < 0.02)
    }
  })

  it('accepts audio of any length at any supported rate', () => {
    const rate = fc.integer({ min: 1_000, max: 192_000 })
    fc.assert(
      fc.property(samples(300), rate, (audio, from) => {
        assert.equal(resample(audio, from, 8_000).length, Math.floor((audio.length * 8_000) / from))
      }),
      { numRuns: 50 },
    )
    for (const rate of [0, -1, 999, 192_001, 8_000.5, Number.NaN])
      assert.throws(() => resample(new Int16Array(10), rate, 8_000), RangeError)
  })
})

describe('WAV files', () => {
  it('are read as they were written', () => {
    const rates = fc.constantFrom(8_000, 16_000, 22_050, 44_100, 48_000)
    fc.assert(
      fc.property(rates, samples(), samples(), fc.boolean(), (sampleRate, left, right, isStereo) => {
        const length = Math.max(left.length, isStereo ? right.length : 0)
        const padded = (audio: Int16Array) => Int16Array.from({ length }, (_, index) => audio[index] ?? 0)
        const written = isStereo ? [left, right] : [left]
        const read = readWav(writeWav({ sampleRate, channels: written }))
        assert.deepEqual(read, { sampleRate, channels: written.map(padded) })
      }),
    )
  })

  it('are read if a pipe left the length open, if the end is missing, and with other chunks', () => {
    const file = Buffer.from(writeWav({ sampleRate: 8_000, channels: [Int16Array.of(1, 2, 3, 4)] }))
    const open = Buffer.from(file)
    open.writeUInt32LE(0x7ffff000, 40)
    assert.deepEqual(readWav(open).channels, [Int16Array.of(1, 2, 3, 4)])
    assert.deepEqual(readWav(file.subarray(0, -3)).channels, [Int16Array.of(1, 2)])
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')
    const more = Buffer.concat([file.subarray(0, 12), list, file.subarray(12), list])
    assert.deepEqual(readWav(more).channels, [Int16Array.of(1, 2, 3, 4)])
  })

  it('are rejected with a clear error if they are something else, and never crash the reader', () => {
    const file = Buffer.from(writeWav({ sampleRate: 8_000, channels: [Int16Array.of(1, 2, 3, 4)] }))
    const changed = (offset: number, ...bytes: number[]) => {
      const copy = Buffer.from(file)
      copy.set(bytes, offset)
      return copy
    }
    const hostile = {
      empty: Buffer.alloc(0),
      text: Buffer.from('This is not audio at all, but a text.'),
      'only a header': file.subarray(0, 12),
      'no audio': file.subarray(0, 36),
      'audio before the format': Buffer.concat([file.subarray(0, 12), file.subarray(36), file.subarray(12, 36)]),
      'three channels': changed(22, 3, 0),
      'no channel': changed(22, 0, 0),
      '8 bits': changed(34, 8, 0),
      'a compressed format': changed(20, 2, 0),
      'a sample rate of 0': changed(24, 0, 0, 0, 0),
      'a sample rate of 4 GHz': changed(24, 255, 255, 255, 255),
      'a format of 4 bytes': changed(16, 4, 0, 0, 0),
      'thousands of empty chunks': Buffer.concat([file.subarray(0, 12), Buffer.alloc(8 * 5_000), file.subarray(12)]),
    }
    for (const [name, bytes] of Object.entries(hostile)) assert.throws(() => readWav(bytes), WavError, name)

    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 })
    fc.assert(
      fc.property(changes, fc.nat(file.length), (edits, length) => {
        const copy = Buffer.from(file)
        for (const [offset, byte] of edits) copy[offset] = byte
        try {
          assert.ok(readWav(copy.subarray(0, length)).channels[0]!.length <= 4)
        } catch (error) {
          if (!(error instanceof WavError)) throw error
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are not written with more than two channels, or without any', () => {
    for (const count of [0, 3])
      assert.throws(
        () => writeWav({ sampleRate: 8_000, channels: Array.from({ length: count }, () => new Int16Array(1)) }),
        WavError,
      )
  })
})

describe('key tones', () => {
  it('consist of the two frequencies of the key', () => {
    const audio = decodeMulaw(dtmfTone('6', 200))
    assert.equal(audio.length, 1_600)
    for (const hertz of [770, 1_477]) assert.ok(amplitudeOf(audio, hertz, 8_000) > 7_000)
    for (const hertz of [697, 852, 1_336, 1_209]) assert.ok(amplitudeOf(audio, hertz, 8_000) < 700)
  })

  it('exist for the keys of a telephone only', () => {
    const tones = [...'0123456789*#ABCD'].map((key) => Buffer.from(dtmfTone(key)).toString('base64'))
    assert.equal(new Set(tones).size, 16)
    for (const key of ['', 'E', '12', ' ']) assert.throws(() => dtmfTone(key), RangeError)
  })
})
