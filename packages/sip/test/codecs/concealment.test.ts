// Tests of the concealment of lost audio.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeMulaw, encodeMulaw, mulawSilence } from '@parley/telephone'
import { createConcealer } from '../../src/codecs/index.ts'

/** A voice of 125 Hz with harmonics. */
const voice = (from: number, count: number) =>
  encodeMulaw(
    Int16Array.from({ length: count }, (_, index) => {
      const phase = (2 * Math.PI * 125 * (from + index)) / 8_000
      return 6_000 * Math.sin(phase) + 3_000 * Math.sin(2 * phase) + 1_500 * Math.sin(5 * phase)
    }),
  )

function afterVoice(samples = 480) {
  const concealer = createConcealer()
  for (let at = 0; at < samples; at += 160) concealer.note(voice(at, 160), 0, 160)
  return concealer
}

const lostFrame = (concealer: ReturnType<typeof createConcealer>) => {
  const frame = new Uint8Array(160)
  concealer.conceal(frame, 0, 160)
  return frame
}

describe('Concealment', () => {
  it('continues a voice in its period, close to what was lost', () => {
    const [lost, original] = [decodeMulaw(lostFrame(afterVoice())).subarray(0, 80), decodeMulaw(voice(480, 80))]
    const power = (samples: Int16Array) => samples.reduce((sum, sample) => sum + sample * sample, 0)
    const error = Int16Array.from(lost, (sample, index) => sample - original[index]!)
    assert.ok(power(error) < power(original) / 100, `${power(error) / power(original)}`)
  })

  it('fades out, and is silent 60 ms after the loss has begun', () => {
    const concealer = afterVoice()
    const peaks = Array.from({ length: 5 }, () => Math.max(...decodeMulaw(lostFrame(concealer))))
    assert.ok(peaks[0]! > peaks[1]! && peaks[1]! > peaks[2]! && peaks[2]! > 0)
    assert.deepEqual(peaks.slice(3), [0, 0])
  })

  it('is silent before there was any audio', () => {
    assert.ok(lostFrame(createConcealer()).every((byte) => byte === mulawSilence))
  })

  it('mixes only the first 4 ms of the audio that follows', () => {
    const concealer = afterVoice()
    lostFrame(concealer)
    const frame = voice(640, 160)
    const before = frame.slice()
    concealer.resume(frame, 0, 160)
    assert.notDeepEqual(frame.subarray(0, 32), before.subarray(0, 32))
    assert.deepEqual(frame.subarray(32), before.subarray(32))
    const second = voice(800, 160)
    concealer.resume(second, 0, 160)
    assert.deepEqual(second, voice(800, 160))
  })
})
