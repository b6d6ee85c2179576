// Tests of the detection of beeps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameAt, mix, noise, syllables, tone } from '#testing/calls/sounds.ts'
import { createBeepDetector } from './beep.ts'

/** The times at which a beep was reported, in milliseconds. */
function beepTimes(sound: Float64Array): number[] {
  const detector = createBeepDetector()
  const times: number[] = []
  for (let at = 0; at < sound.length; at += 160)
    if (detector.hearTone(frameAt(sound, at))?.kind === 'beep') times.push(at / 8 + 20)
  return times
}

test('a tone of any frequency from 400 to 2,000 Hz is a beep when it is over, and only once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 2_000 }), fc.integer({ min: 0, max: 200 }), (hertz, fromMs) => {
      const times = beepTimes(mix([{ sound: tone(500, hertz, 0.3), fromMs }, { sound: noise(1_000, 0.01, 1) }]))
      assert.equal(times.length, 1)
      assert.ok(times[0]! >= fromMs + 500 && times[0]! <= fromMs + 540, `${times} for ${fromMs}`)
    }),
  )
})

test('a tone is reported when it has lasted for 120 ms, and when it is over', () => {
  const detector = createBeepDetector()
  const sound = mix([{ sound: tone(1_000, 900, 0.3), fromMs: 200 }, { sound: noise(2_000, 0.01, 1) }])
  const heard = Array.from({ length: 100 }, (_, frame) => detector.hearTone(frameAt(sound, frame * 160)))
  const times = heard.flatMap((found, frame) => (found ? [[frame * 20, found.kind]] : []))
  assert.deepEqual(times, [
    [300, 'toneStart'],
    [1_200, 'beep'],
  ])
})

test('a beep after a greeting is found', () => {
  const sound = mix([
    { sound: syllables(3_000, 0.5, 7) },
    { sound: tone(400, 1_000, 0.3), fromMs: 3_400 },
    { sound: noise(4_000, 0.01, 1) },
  ])
  assert.equal(beepTimes(sound).length, 1)
})

test('speech, noise, short tones, faint tones and the two tones of keys are no beeps', () => {
  for (let seed = 1; seed <= 20; seed++) assert.deepEqual(beepTimes(syllables(3_000, 0.5, seed)), [])
  assert.deepEqual(beepTimes(noise(3_000, 0.3, 1)), [])
  assert.deepEqual(beepTimes(mix([{ sound: tone(90, 1_000, 0.3), fromMs: 55 }])), [])
  assert.deepEqual(beepTimes(tone(1_000, 1_000, 0.002)), [])
  assert.deepEqual(beepTimes(mix([{ sound: tone(1_000, 770, 0.2) }, { sound: tone(1_000, 1_336, 0.2) }])), [])
  assert.deepEqual(beepTimes(new Float64Array(8_000)), [])
  assert.equal(createBeepDetector().hearTone(new Uint8Array(0)), undefined)
})
