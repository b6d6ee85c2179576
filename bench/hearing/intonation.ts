// Measures whether pitch and energy before a pause tell that the sentence goes on. They do not, so turn-taking ignores them.
import { progress } from '../shared/progress.ts'
import { listRecordings, readRecording } from './corpus.ts'

const samplesPerMs = 8
const pauseMs = 150
/** Sounds at the beginning and the end that are too short to measure are left out. */
const measuredMs = 500
const lowestHz = 80
const highestHz = 400

/** The last 500 ms before a pause: by how many semitones the pitch falls, and by how many decibels the energy. */
interface Ending {
  pitchFall: number
  energyFall: number
}

/** Rows of a table: what was measured, the result and the goal. */
export async function benchIntonation(): Promise<string[][]> {
  progress('intonation')
  const [inside, atEnd]: [Ending[], Ending[]] = [[], []]
  const recordings = (await listRecordings()).filter(({ text }) => /^[A-Z][^.?!:;]{20,}[.?!]?$/.test(text))
  for (const { name } of recordings) {
    const samples = await readRecording(name)
    const pauses = pausesIn(samples)
    for (const [index, at] of pauses.entries()) {
      const ending = endingBefore(samples, at)
      if (ending) (index === pauses.length - 1 ? atEnd : inside).push(ending)
    }
  }
  const share = (of: (ending: Ending) => number): string => {
    const wins = atEnd.flatMap((end) => inside.map((pause) => (of(end) > of(pause) ? 1 : 0)))
    return (wins.reduce<number>((sum, win) => sum + win, 0) / wins.length).toFixed(2)
  }
  const result = `pitch ${share((ending) => ending.pitchFall)}, energy ${share((ending) => ending.energyFall)}`
  const count = `${atEnd.length} ends and ${inside.length} pauses of sentences told apart by a greater fall (0.5: by chance)`
  return [[count, result, '0.9 each, to be used']]
}

/** Where sound ends before a pause, and where it ends at last. */
function pausesIn(samples: Int16Array): number[] {
  const threshold = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 30
  const pauses: number[] = []
  let last = 0
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) <= threshold) continue
    if (at - last >= pauseMs * samplesPerMs && last > 0) pauses.push(last)
    last = at
  }
  return [...pauses, last].filter((at) => at >= measuredMs * samplesPerMs)
}

function endingBefore(samples: Int16Array, end: number): Ending | undefined {
  const start = end - measuredMs * samplesPerMs
  const pitches: number[] = []
  for (let at = start; at < end - 50 * samplesPerMs; at += 10 * samplesPerMs) {
    const pitch = pitchAt(samples, at)
    if (pitch !== undefined) pitches.push(pitch)
  }
  if (pitches.length < 8) return undefined
  const middle = pitches.length >> 1
  const lastPart = Math.max(3, pitches.length >> 2)
  const parts = end - 200 * samplesPerMs
  return {
    pitchFall: 12 * Math.log2(medianOf(pitches.slice(0, middle)) / medianOf(pitches.slice(-lastPart))),
    energyFall: levelOf(samples.subarray(start, parts)) - levelOf(samples.subarray(parts, end)),
  }
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const levelOf = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 1) / samples.length)

/** In Hertz, by autocorrelation of 40 ms. Undefined if the sound is quiet or has no pitch. */
function pitchAt(samples: Int16Array, at: number): number | undefined {
  const window = samples.subarray(at, at + 40 * samplesPerMs)
  if (levelOf(window) < 50) return undefined
  let best = { similarity: 0.6, lag: 0 }
  for (let lag = Math.floor(8_000 / highestHz); lag <= 8_000 / lowestHz; lag++) {
    const shifted = samples.subarray(at + lag, at + lag + window.length)
    if (shifted.length < window.length) break
    const similarity = correlation(window, shifted)
    // A longer lag must fit clearly better, because twice the period fits as well.
    if (similarity > best.similarity + 0.02) best = { similarity, lag }
  }
  return best.lag === 0 ? undefined : 8_000 / best.lag
}

function correlation(one: Int16Array, other: Int16Array): number {
  let [product, first, second] = [0, 0, 0]
  for (const [at, sample] of one.entries()) {
    product += sample * other[at]!
    first += sample ** 2
    second += other[at]! ** 2
  }
  return product / Math.sqrt(first * second + 1)
}
