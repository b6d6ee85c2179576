// What customers utter without an intention to interrupt: signs of attention, coughs, and words for other people.
import { openFlite } from '@parley/speech'
import { decodeMulaw } from '@parley/telephone'
import { bandPassed, joined, quieter, readRecording, silence, trimmed } from './corpus.ts'

const samplesPerMs = 8

/** The recordings have no conversation, so words are joined from letters or cut from the beginning of longer words. */
export async function backchannels(): Promise<[name: string, audio: Int16Array][]> {
  const read = async (name: string, toMs?: number) => cut(await readRecording(name), toMs)
  const [oh, o, k, i, c, m] = await Promise.all(
    ['digits/oh', 'letters/o', 'letters/k', 'letters/i', 'letters/c', 'letters/m'].map((name) => read(name)),
  )
  const right = await read('letters/ascii93', 330)
  const hum = m!.subarray(-300 * samplesPerMs, -20 * samplesPerMs)
  return [
    ['thank you', await read('auth-thankyou')],
    ['thank you', await read('privacy-thankyou')],
    ['oh', oh!],
    ['okay', joined([o!.subarray(0, 200 * samplesPerMs), k!])],
    ['oh, okay', joined([oh!, silence(60), o!.subarray(0, 200 * samplesPerMs), k!])],
    ['I see', joined([i!.subarray(0, 250 * samplesPerMs), c!])],
    ['oh, I see', joined([oh!, i!.subarray(0, 250 * samplesPerMs), c!])],
    ['right', right],
    ['right, right', joined([right, silence(120), right])],
    ['yes', await read('digits/yesterday', 330)],
    ['good', await read('vm-goodbye', 280)],
    ['great', await read('letters/ascii62', 330)],
    ['mm', faded(hum)],
    ['mm-hm', joined([faded(hum), silence(50), faded(hum)])],
  ]
}

/** The recordings contain only one, so the others are synthesized with two voices. */
export async function commands(count: number): Promise<Int16Array[]> {
  await using flite = openFlite()
  const spoken = [trimmed(await readRecording('one-moment-please'))]
  for (const text of ['Stop.', 'Wait.', 'Hold on.', 'One moment.', 'Excuse me.'].slice(0, count))
    for (const voice of ['rms', 'slt'] as const)
      spoken.push(trimmed(decodeMulaw(await flite.synthesize(text, { voice }))))
  return spoken
}

/** Synthesized: bursts of noise with the resonances of a throat, which decay. */
export function coughs(): Int16Array[] {
  return [
    cough([250]),
    cough([180, 200]),
    cough([150, 160, 220]),
    cough([300, 260]),
    throat(400),
    throat(700),
    throat(1_000),
    joined([throat(300), silence(100), throat(350)]),
  ]
}

/** The customer turns away from the telephone. */
export const turnedAway = (samples: Int16Array): Int16Array => quieter(bandPassed(samples), 12)

/** Without the silence at the beginning and the end, or to a time after the beginning. */
function cut(samples: Int16Array, toMs = Number.POSITIVE_INFINITY): Int16Array {
  const isSound = (sample: number): boolean => Math.abs(sample) > 300
  const from = Math.max(0, samples.findIndex(isSound) - 10 * samplesPerMs)
  const to = Math.min(samples.findLastIndex(isSound) + 40 * samplesPerMs, from + toMs * samplesPerMs)
  return toMs === Number.POSITIVE_INFINITY ? samples.slice(from, to) : faded(samples.subarray(from, to))
}

/** Begins and ends in 20 ms. */
const faded = (samples: Int16Array): Int16Array =>
  samples.map((sample, at) => sample * Math.min(1, at / 160, (samples.length - at) / 160))

function cough(burstsMs: readonly number[]): Int16Array {
  const bursts = burstsMs.map((ms) => resonant(noiseOf(ms, (at) => Math.min(1, at / 15) * Math.exp(-at / (ms / 3)))))
  return joined(bursts.flatMap((burst) => [burst, silence(120)]))
}

/** Noise that a slow vibration interrupts. */
const throat = (ms: number): Int16Array =>
  resonant(
    noiseOf(ms, (at) => Math.min(1, at / 40, (ms - at) / 60) * (Math.sin((2 * Math.PI * at) / 22) > 0 ? 1 : 0.15)),
  )

/** @param volume From the time in milliseconds. The same noise in every run. */
function noiseOf(ms: number, volume: (atMs: number) => number): Float64Array {
  let seed = 12_345
  return Float64Array.from({ length: ms * samplesPerMs }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed / 1_073_741_824 - 1) * volume(at / samplesPerMs)
  })
}

/** Resonances at 700 and 1,400 Hz. */
function resonant(noise: Float64Array): Int16Array {
  const sum = new Float64Array(noise.length)
  for (const hz of [700, 1_400]) {
    const [cosine, radius] = [2 * 0.93 * Math.cos((2 * Math.PI * hz) / 8_000), 0.93 ** 2]
    let [y1, y2] = [0, 0]
    for (const [at, x] of noise.entries()) {
      const y = x + cosine * y1 - radius * y2
      ;[y2, y1] = [y1, y]
      sum[at]! += y
    }
  }
  const loudest = sum.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return Int16Array.from(sum, (sample) => (12_000 * sample) / loudest)
}
