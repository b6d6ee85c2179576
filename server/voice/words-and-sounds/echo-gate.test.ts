// Tests of the difference between echo and speech of the customer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameAt, mix, noise, syllables, tone } from '#testing/calls/sounds.ts'
import { levelDb } from './audio-level.ts'
import { createEchoGate } from './echo-gate.ts'

const frameMs = 20

/** Plays `own` to the customer, and returns the times of the audible frames of `customer` that are no echo. */
function speechTimes(own: Float64Array, customer: Float64Array): number[] {
  const gate = createEchoGate()
  const times: number[] = []
  for (let atMs = 0; atMs * 8 < customer.length; atMs += frameMs) {
    gate.played(atMs * 8 < own.length ? frameAt(own, atMs * 8) : undefined)
    const frame = frameAt(customer, atMs * 8)
    if (!gate.isEcho(frame) && levelDb(frame) > -50) times.push(atMs)
  }
  return times
}

const seed = fc.integer({ min: 1, max: 1_000_000 })

test('the echo of the own audio at -20 dB never counts as speech, with any delay up to 380 ms', () => {
  fc.assert(
    fc.property(
      seed,
      fc.integer({ min: 0, max: 380 * 8 }),
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      (own, delay, amplitude) => {
        const played = syllables(6_000, amplitude, own)
        const returned = mix([{ sound: played, fromMs: delay / 8, gainDb: -20 }, { sound: noise(6_000, 0.0005, own) }])
        assert.deepEqual(speechTimes(played, returned), [])
      },
    ),
    { numRuns: 30 },
  )
})

test('a tone that comes back is echo', () => {
  const played = tone(3_000, 440, 0.5)
  assert.deepEqual(speechTimes(played, mix([{ sound: played, fromMs: 100, gainDb: -20 }])), [])
})

test('speech over the echo is recognized within 60 ms', () => {
  fc.assert(
    fc.property(
      seed,
      seed,
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1_000, max: 3_000 }),
      (own, other, delayMs, fromMs) => {
        const played = syllables(6_000, 0.5, own)
        const customer = mix([
          { sound: played, fromMs: delayMs, gainDb: -20 },
          { sound: syllables(1_500, 0.5, other), fromMs },
        ])
        const [first = Number.POSITIVE_INFINITY] = speechTimes(played, customer)
        assert.ok(
          first >= fromMs - frameMs && first + frameMs <= fromMs + 60,
          `speech at ${fromMs}, recognized at ${first}`,
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('speech over the echo is recognized as a whole, also in its weaker parts', () => {
  const played = syllables(6_000, 0.5, 1)
  const speech = syllables(2_000, 0.5, 2)
  const times = speechTimes(
    played,
    mix([
      { sound: played, fromMs: 80, gainDb: -20 },
      { sound: speech, fromMs: 2_000 },
    ]),
  )
  const audible = Array.from({ length: 100 }, (_, index) => index * frameMs).filter(
    (atMs) => levelDb(frameAt(speech, atMs * 8)) > -30,
  )
  const missed = audible.filter((atMs) => !times.includes(2_000 + atMs))
  assert.ok(missed.length <= audible.length / 5, `${missed.length} of ${audible.length} frames are missing`)
})

test('everything is speech while the assistant is silent', () => {
  const speech = syllables(2_000, 0.05, 3)
  const audible = Array.from({ length: 100 }, (_, index) => index * frameMs).filter(
    (atMs) => levelDb(frameAt(speech, atMs * 8)) > -50,
  )
  assert.deepEqual(speechTimes(new Float64Array(0), speech), audible)
  // The echo of what was played until then has ended.
  const played = syllables(1_000, 0.5, 4)
  assert.ok(speechTimes(played, mix([{ sound: speech, fromMs: 1_600 }])).includes(1_600 + audible[0]!))
})

test('noise of the line is not held as speech when the assistant begins', () => {
  const played = mix([{ sound: syllables(3_000, 0.5, 5), fromMs: 2_000 }])
  const returned = mix([{ sound: played, fromMs: 60, gainDb: -20 }, { sound: noise(5_000, 0.008, 6) }])
  assert.deepEqual(
    speechTimes(played, returned).filter((atMs) => atMs > 2_060 && atMs < 4_900),
    [],
  )
})

test('quiet speech counts as a whole if the audio of the assistant does not come back', () => {
  fc.assert(
    fc.property(seed, seed, fc.constantFrom(-6, -10, -14, -20), (own, other, gainDb) => {
      const speech = syllables(4_000, 0.5, other)
      const customer = mix([{ sound: speech, fromMs: 3_000, gainDb }, { sound: noise(9_000, 0.0005, own) }])
      const times = new Set(speechTimes(syllables(9_000, 0.5, own), customer))
      const audible = Array.from({ length: 200 }, (_, index) => 3_000 + index * frameMs).filter(
        (atMs) => levelDb(frameAt(customer, atMs * 8)) > -50,
      )
      assert.deepEqual(
        audible.filter((atMs) => !times.has(atMs)),
        [],
      )
    }),
    { numRuns: 12 },
  )
})

test('an echo stays known while the customer speaks', () => {
  fc.assert(
    fc.property(seed, seed, fc.constantFrom(-14, -20, -26), (own, other, gainDb) => {
      const played = syllables(14_000, 0.5, own)
      const customer = mix([
        { sound: played, fromMs: 90, gainDb },
        { sound: syllables(5_000, 0.5, other), fromMs: 4_000 },
      ])
      assert.deepEqual(
        speechTimes(played, customer).filter((atMs) => atMs < 4_000 || atMs > 9_300),
        [],
      )
    }),
    { numRuns: 10 },
  )
})
