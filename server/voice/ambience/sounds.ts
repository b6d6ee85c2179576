// Synthesizes each ambient sound as a loop.
import {
  add,
  between,
  createRandom,
  filter,
  finish,
  loopSamples,
  noise,
  type Random,
  sampleRate,
  samplesOf,
  shape,
  swell,
  tone,
} from './synthesis.ts'
import { murmur } from './voices.ts'

export const ambientSounds = ['office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'] as const
export type AmbientSound = (typeof ambientSounds)[number]

/** The effective value of full volume relative to full scale: −24 dB, below speech at about −18 dB. */
export const loudness = 10 ** (-24 / 20)

const loopSeconds = loopSamples / sampleRate

const makers: Record<AmbientSound, (random: Random, loop: Float32Array) => void> = {
  office(random, loop) {
    add(loop, filter(noise(random), 'low', 500), 0.2)
    add(loop, filter(murmur(random, 3), 'low', 900), 0.18)
    for (let at = 0.5; at < loopSeconds; at += between(random, 1, 4)) {
      for (let keys = between(random, 4, 18); keys > 0; keys--) {
        add(loop, keystroke(random), between(random, 0.25, 0.6), at)
        at += between(random, 0.09, 0.24)
      }
    }
  },
  city(random, loop) {
    add(loop, swell(random, filter(noise(random), 'low', 350), 0.5), 0.5)
    add(loop, swell(random, filter(noise(random), 'band', 500), 0.6), 0.08)
    for (let at = 0; at < loopSeconds; at += between(random, 2, 5))
      add(loop, passingCar(random), between(random, 0.4, 1), at)
    for (const at of [9, 9.5, 24]) add(loop, horn(), 0.09, at)
  },
  forest(random, loop) {
    add(loop, swell(random, filter(noise(random), 'band', 380, 0.6), 0.8), 0.5)
    add(loop, swell(random, filter(noise(random), 'high', 1_800), 0.9), 0.07)
    for (let at = 0.3; at < loopSeconds; at += between(random, 0.8, 2.6)) addSong(random, loop, at, 0.35)
  },
  crowded_room(random, loop) {
    add(loop, filter(noise(random), 'low', 400), 0.1)
    add(loop, filter(murmur(random, 22), 'low', 2_600), 0.5)
  },
  cafe(random, loop) {
    add(loop, filter(noise(random), 'low', 350), 0.12)
    add(loop, filter(murmur(random, 8), 'low', 1_700), 0.5)
    for (let at = 0.7; at < loopSeconds; at += between(random, 0.9, 3.2)) {
      for (let hits = between(random, 1, 4); hits > 0; hits--) {
        add(loop, cup(random), between(random, 0.15, 0.4), at)
        at += between(random, 0.06, 0.2)
      }
    }
    const steam = shape(
      filter(noise(random, samplesOf(3.5)), 'high', 1_500),
      (position) => Math.sin(Math.PI * position) ** 0.5,
    )
    add(loop, steam, 0.12, 17)
  },
  nature(random, loop) {
    add(loop, filter(filter(noise(random), 'high', 350), 'low', 1_600), 0.25)
    for (let at = 0; at < loopSeconds; at += between(random, 0.004, 0.05))
      add(loop, bubble(random), between(random, 0.05, 0.3), at)
    for (let at = 2; at < loopSeconds; at += between(random, 3, 6)) addSong(random, loop, at, 0.3)
  },
}

export function synthesize(sound: AmbientSound): Int16Array<ArrayBuffer> {
  const loop = new Float32Array(loopSamples)
  makers[sound](createRandom(ambientSounds.indexOf(sound) + 1), loop)
  return finish(loop, loudness)
}

const decay = (rate: number) => (position: number) => Math.exp(-rate * position)

/** A key is pressed and, a moment later, released. */
function keystroke(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(0.09))
  const hertz = between(random, 1_700, 2_800)
  add(sound, shape(filter(noise(random, samplesOf(0.02)), 'band', hertz, 1.5), decay(6)), 2)
  add(
    sound,
    shape(
      tone(0.03, () => between(random, 280, 320)),
      decay(6),
    ),
    0.3,
  )
  add(
    sound,
    shape(filter(noise(random, samplesOf(0.012)), 'band', hertz * 1.2, 1.5), decay(6)),
    1,
    between(random, 0.055, 0.07),
  )
  return sound
}

function passingCar(random: Random): Float32Array {
  const seconds = between(random, 3, 6)
  const tyres = filter(filter(noise(random, samplesOf(seconds)), 'band', between(random, 500, 900), 0.6), 'low', 1_800)
  // The pitch of the engine falls as the car passes.
  const hertz = between(random, 70, 110)
  const engine = tone(seconds, (position) => hertz * (1.06 - 0.12 / (1 + Math.exp(-14 * (position - 0.5)))))
  add(tyres, engine, 0.12)
  return shape(tyres, (position) => Math.exp(-(((position - 0.5) * 4.5) ** 2)) * Math.sin(Math.PI * position))
}

function horn(): Float32Array {
  const sound = tone(0.35, () => 420)
  add(
    sound,
    tone(0.35, () => 530),
    1,
  )
  return shape(sound, (position) => Math.min(1, 12 * position, 12 * (1 - position)))
}

/** A bird repeats one chirp. */
function addSong(random: Random, loop: Float32Array, from: number, gain: number): void {
  const [first, last] = [between(random, 2_000, 3_400), between(random, 2_000, 3_400)]
  const [seconds, pause] = [between(random, 0.05, 0.16), between(random, 0.03, 0.14)]
  const trill = random() < 0.4 ? between(random, 25, 45) : 0
  const level = gain * between(random, 0.3, 1)
  let at = from
  for (let chirps = between(random, 2, 7); chirps > 0; chirps--) {
    const chirp = tone(seconds, (position) => {
      return first + (last - first) * position + 180 * Math.sin(2 * Math.PI * trill * seconds * position)
    })
    add(
      loop,
      shape(chirp, (position) => Math.sin(Math.PI * position) ** 1.5),
      level,
      at,
    )
    at += seconds + pause
  }
}

function cup(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(0.25))
  const base = between(random, 1_500, 2_100)
  for (const [ratio, gain] of [
    [1, 1],
    [1.47, 0.6],
    [1.83, 0.4],
  ] as const)
    add(
      sound,
      shape(
        tone(0.25, () => base * ratio),
        decay(between(random, 9, 16)),
      ),
      gain,
    )
  return shape(sound, (position) => Math.min(1, position * 300))
}

/** The pitch of a bubble rises while it becomes quieter. */
function bubble(random: Random): Float32Array {
  const hertz = between(random, 400, 1_500)
  const sound = tone(between(random, 0.02, 0.06), (position) => hertz * (1 + 0.5 * position))
  return shape(sound, (position) => Math.min(1, position * 20) * Math.exp(-4 * position) * (1 - position))
}
