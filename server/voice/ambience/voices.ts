// Synthesizes the murmur of people: vowels of many voices without words.
import { add, between, filter, loopSamples, type Random, sampleRate, samplesOf, shape } from './synthesis.ts'

/** First and second formant of vowels, in hertz. */
const vowels = [
  [300, 870],
  [440, 1020],
  [640, 1190],
  [730, 1090],
  [660, 1720],
  [530, 1840],
  [390, 1990],
  [270, 2290],
] as const

const loopSeconds = loopSamples / sampleRate

/** Each voice speaks phrases of one to three seconds, with pauses. */
export function murmur(random: Random, voices: number): Float32Array {
  const loop = new Float32Array(loopSamples)
  for (let voice = 0; voice < voices; voice++) {
    const pitch = random() < 0.5 ? between(random, 90, 140) : between(random, 170, 240)
    const gain = between(random, 0.4, 1)
    let at = between(random, 0, 2)
    while (at < loopSeconds) {
      const phraseEnd = at + between(random, 1, 3)
      const melody = pitch * between(random, 0.95, 1.15)
      while (at < phraseEnd) {
        const seconds = between(random, 0.1, 0.26)
        // The pitch falls toward the end of a phrase.
        const hertz = melody * (1 - 0.2 * (1 - (phraseEnd - at) / 3)) * between(random, 0.95, 1.05)
        add(loop, syllable(random, seconds, hertz), gain * between(random, 0.6, 1), at)
        at += seconds + between(random, 0.01, 0.06)
      }
      at += between(random, 0.4, 2.2)
    }
  }
  return loop
}

function syllable(random: Random, seconds: number, hertz: number): Float32Array {
  const [first, second] = vowels[Math.floor(random() * vowels.length)]!
  let phase = random()
  const drift = between(random, -0.1, 0.1)
  const samples = samplesOf(seconds)
  const source = Float32Array.from({ length: samples }, (_, index) => {
    phase = (phase + (hertz * (1 + (drift * index) / samples)) / sampleRate) % 1
    return 1 - 2 * phase + (random() - 0.5) * 0.1
  })
  const vowel = filter(source, 'band', first, 5)
  add(vowel, filter(source, 'band', second, 8), 0.6)
  const consonant =
    random() < 0.4
      ? filter(
          source.map(() => random() - 0.5),
          'high',
          2_200,
        )
      : undefined
  if (consonant)
    add(
      vowel,
      shape(consonant, (position) => Math.max(0, 1 - position * 5)),
      0.25,
    )
  return shape(vowel, (position) => Math.sin(Math.PI * position) ** 0.6)
}
