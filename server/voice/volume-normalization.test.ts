// Tests of the volume normalization: speech at several levels, noise, echo, clipping and audio that must not change.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openFlite } from '@parley/speech'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import { assertCost } from '#testing/measure/processor-time.ts'
import { createRandom } from './ambience/synthesis.ts'
import { createVolumeNormalizer } from './volume-normalization.ts'
import { levelDb } from './words-and-sounds/audio-level.ts'

const flite = openFlite()
after(async () => {
  await flite[Symbol.asyncDispose]()
})

const text = 'Good morning, I would like to book a table for tomorrow.'
const pauseMs = 600

function noise(ms: number, level: number, seed = 5): Int16Array {
  const random = createRandom(seed)
  const amplitude = 32_768 * Math.sqrt(12) * 10 ** (level / 20)
  return Int16Array.from({ length: ms * 8 }, () => (random() - 0.5) * amplitude)
}

/** Speech of this level, with noise of the level `noiseDb` that begins before it and ends after it. */
async function speech(level: number, { noiseDb = -72 } = {}): Promise<Uint8Array> {
  const spoken = decodeMulaw(await flite.synthesize(text, { voice: 'awb' }))
  const gain = 10 ** ((level - levelDb(encodeMulaw(spoken))) / 20)
  const samples = noise(Math.ceil(spoken.length / 160) * 20 + 2 * pauseMs, noiseDb)
  for (const [at, sample] of spoken.entries()) {
    const sum = samples[pauseMs * 8 + at]! + sample * gain
    samples[pauseMs * 8 + at] = Math.max(-32_768, Math.min(32_767, sum))
  }
  return encodeMulaw(samples)
}

function normalize(audio: Uint8Array, volume = createVolumeNormalizer(), isAssistantAudible = false): Uint8Array {
  const frames: Uint8Array[] = []
  for (let at = 0; at < audio.length; at += 160)
    frames.push(volume.process(audio.subarray(at, at + 160), isAssistantAudible).slice())
  return Buffer.concat(frames)
}

const words = (audio: Uint8Array): Uint8Array => audio.subarray(pauseMs * 8, -pauseMs * 8)
const clipped = (audio: Uint8Array): number => decodeMulaw(audio).filter((sample) => Math.abs(sample) > 32_000).length

describe('quiet speech', () => {
  it('is raised to the target within its first sentence, and keeps its gain in the next', async () => {
    const volume = createVolumeNormalizer()
    const quiet = await speech(-40)
    const [first, second] = [normalize(quiet, volume), normalize(quiet, volume)].map((audio) => levelDb(words(audio)))
    assert.ok(first! > -29 && first! < -20, `${first} dB`)
    assert.ok(second! > first! && second! < -20, `${second} dB`)
  })

  it('is raised by at most 18 dB', async () => {
    const volume = createVolumeNormalizer()
    const quiet = await speech(-46)
    normalize(quiet, volume)
    const gained = levelDb(words(normalize(quiet, volume))) - levelDb(words(quiet))
    assert.ok(gained > 16 && gained < 18.2, `${gained} dB`)
  })

  it('is raised without clipping when the customer suddenly speaks loudly', async () => {
    const volume = createVolumeNormalizer()
    normalize(await speech(-40), volume)
    const loud = await speech(-18)
    assert.equal(clipped(loud), 0)
    assert.equal(clipped(normalize(loud, volume)), 0)
  })
})

describe('audio that is not changed', () => {
  it('is speech at a usual level', async () => {
    for (const level of [-25, -20]) {
      const usual = await speech(level)
      assert.deepEqual(Buffer.from(normalize(usual)), Buffer.from(usual))
    }
  })

  it('is noise that begins during the call, at any level', () => {
    for (const level of [-60, -45, -30, -10]) {
      const audio = encodeMulaw(Int16Array.from([...new Int16Array(8_000), ...noise(5_000, level)]))
      assert.deepEqual(Buffer.from(normalize(audio)), Buffer.from(audio), `${level} dB`)
    }
  })

  it('is the echo of the assistant, which is not measured either', async () => {
    const volume = createVolumeNormalizer()
    const echo = await speech(-40)
    assert.deepEqual(Buffer.from(normalize(echo, volume, true)), Buffer.from(echo))
    const usual = await speech(-20)
    assert.deepEqual(Buffer.from(normalize(usual, volume)), Buffer.from(usual))
  })

  it('is the echo of the assistant after a quiet customer', async () => {
    const volume = createVolumeNormalizer()
    normalize(await speech(-40), volume)
    const echo = await speech(-45)
    const heard = normalize(echo, volume, true)
    assert.deepEqual(Buffer.from(words(heard)), Buffer.from(words(echo)))
  })
})

it('does not raise noise in the pauses of quiet speech', async () => {
  const volume = createVolumeNormalizer()
  const quiet = await speech(-40, { noiseDb: -60 })
  normalize(quiet, volume)
  const raised = normalize(quiet, volume)
  assert.ok(levelDb(words(raised)) > levelDb(words(quiet)) + 12)
  for (const [from, to] of [
    [0, pauseMs * 8],
    // The gain is withdrawn 200 ms after the last word.
    [-160 * 4, undefined],
  ] as const)
    assert.ok(levelDb(raised.subarray(from, to)) < levelDb(quiet.subarray(from, to)) + 1)
})

it('takes less than 20 µs for a frame', async () => {
  const volume = createVolumeNormalizer()
  const quiet = await speech(-40)
  normalize(quiet, volume)
  const rounds = 100
  const frames = (rounds * quiet.length) / 160
  const work = () => {
    for (let round = 0; round < rounds; round++) normalize(quiet, volume)
  }
  await assertCost((20 * frames) / 1_000, work, `${frames} frames`)
})
