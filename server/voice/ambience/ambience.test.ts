// Tests of ambient sounds: their loops, and how they are mixed into the audio of a call.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import fc from 'fast-check'
import { createAmbientMixer, loadAmbience } from './ambience.ts'
import { ambientSounds, loudness, synthesize } from './sounds.ts'

for (const sound of ambientSounds)
  describe(`the ambient sound ${sound}`, () => {
    test('has the common loudness and is never clipped', async () => {
      const loop = await loadAmbience(sound)
      assert.ok(loop.length >= 20 * 8_000)
      const power = Math.sqrt(loop.reduce((sum, sample) => sum + sample ** 2, 0) / loop.length) / 0x7fff
      const difference = 20 * Math.log10(power / loudness)
      assert.ok(Math.abs(difference) < 1, `${difference} dB`)
      assert.ok(loop.every((sample) => Math.abs(sample) < 0.71 * 0x7fff))
    })

    test('repeats without a click', async () => {
      const loop = await loadAmbience(sound)
      const bendAt = (index: number) => {
        const [before, here, after] = [-1, 0, 1].map((step) => loop.at((index + step) % loop.length)!)
        return Math.abs(before! - 2 * here! + after!)
      }
      const bends = Int32Array.from(loop, (_, index) => bendAt(index)).sort()
      const usual = bends[Math.floor(bends.length * 0.99)]!
      for (const index of [loop.length - 2, loop.length - 1, 0, 1])
        assert.ok(bendAt(index) <= usual, `${bendAt(index)} instead of at most ${usual}`)
    })
  })

test('every process synthesizes the same sounds, which differ from each other', async () => {
  assert.deepEqual(synthesize('office'), await loadAmbience('office'))
  const beginnings = await Promise.all(
    ambientSounds.map(async (sound) => (await loadAmbience(sound)).slice(0, 8).join()),
  )
  assert.equal(new Set(beginnings).size, ambientSounds.length)
  assert.equal(loadAmbience('cafe'), loadAmbience('cafe'))
})

const frames = fc.uint8Array({ minLength: 160, maxLength: 160 })

describe('an ambient sound in a call', () => {
  test('continues with every frame, with and without speech, and repeats', () => {
    const ambience = Int16Array.from({ length: 1_000 }, (_, index) => index * 8)
    const mixer = createAmbientMixer(ambience, 0.5)
    for (let frame = 0; frame < 20; frame++) {
      const expected = Int16Array.from({ length: 160 }, (_, index) => ((frame * 160 + index) % 1_000) * 4)
      const speech = frame % 2 === 0 ? undefined : encodeMulaw(new Int16Array(160).fill(500))
      const level = speech ? decodeMulaw(speech)[0]! : 0
      assert.deepEqual(mixer.mix(speech), encodeMulaw(expected.map((sample) => sample + level)))
    }
  })

  test('never reverses the sign of loud audio', () => {
    fc.assert(
      fc.property(frames, fc.constantFrom(-32_768, 32_767), (frame, level) => {
        const mixed = decodeMulaw(createAmbientMixer(new Int16Array(160).fill(level), 1).mix(frame))
        for (const [index, sample] of decodeMulaw(frame).entries()) {
          const exact = Math.max(-32_124, Math.min(32_124, sample + level))
          assert.ok(
            Math.abs(mixed[index]! - exact) <= Math.max(8, Math.abs(exact) / 16),
            `${mixed[index]} for ${exact}`,
          )
        }
      }),
    )
  })

  test('is inaudible at volume 0', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const mixed = createAmbientMixer(new Int16Array(160).fill(9_999), 0).mix(frame)
        assert.deepEqual(decodeMulaw(mixed), decodeMulaw(frame))
      }),
    )
  })

  test('takes less than 10 µs per frame', async () => {
    const mixer = createAmbientMixer(await loadAmbience('office'), 0.5)
    const frame = randomBytes(160)
    for (let count = 0; count < 20_000; count++) mixer.mix(frame)
    const before = process.threadCpuUsage()
    for (let count = 0; count < 50_000; count++) mixer.mix(frame)
    const { user, system } = process.threadCpuUsage(before)
    const micros = (user + system) / 50_000
    assert.ok(micros < 10, `${micros} µs`)
  })
})
