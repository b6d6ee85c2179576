// Recordings of a human speaker on a telephone, and music, from three Debian packages.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { encodeMulaw, readWav, toSample } from '@parley/telephone'

export const soundsFolder = '/usr/share/asterisk/sounds'
const folder = `${soundsFolder}/en_US_f_Allison`
const texts = '/usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz'
const music = '/usr/share/asterisk/moh'
const samplesPerMs = 8

export const corpusPackages = ['asterisk-core-sounds-en', 'asterisk-core-sounds-en-wav', 'asterisk-moh-opsound-wav']

export const hasCorpus = (): boolean => existsSync(`${folder}/beep.wav`) && existsSync(texts) && existsSync(music)

/** 8 kHz, one channel. */
export const readRecording = (name: string): Promise<Int16Array> => readAudio(`${folder}/${name}.wav`)

/** The pieces that callers hear while they wait. */
export async function readMusic(): Promise<Int16Array[]> {
  const names = (await readdir(music)).filter((name) => name.endsWith('.wav'))
  return Promise.all(names.toSorted().map((name) => readAudio(`${music}/${name}`)))
}

export async function readAudio(path: string): Promise<Int16Array> {
  const { sampleRate, channels } = readWav(await readFile(path))
  if (sampleRate !== 8_000) throw new Error(`${path} has ${sampleRate} samples per second instead of 8,000.`)
  return channels[0]!
}

export interface Recording {
  name: string
  text: string
}

/** The recordings of the main folder, with their texts in the order of the list. */
export const listRecordings = (): Promise<Recording[]> => list(/^([\w-]+): ([^[<].*)$/)

/** What a person says in one go. */
export async function readUtterances(): Promise<Int16Array[]> {
  const long = (await listRecordings()).filter(({ text }) => /^[A-Z].{24,80}\.$/.test(text) && !/[[(]/.test(text))
  return Promise.all(long.map(({ name }) => readRecording(name)))
}

/** Digits, days, months, ordinals and other words of dates and numbers. */
export const listSingleWords = (): Promise<Recording[]> => list(/^(digits\/[\w-]+): (.+)$/)

async function list(pattern: RegExp): Promise<Recording[]> {
  const lines = gunzipSync(await readFile(texts))
    .toString('utf8')
    .split('\n')
  return lines.flatMap((line) => {
    const [, name, text] = pattern.exec(line) ?? []
    if (name === undefined || text === undefined) return []
    return existsSync(`${folder}/${name}.wav`) ? [{ name, text: corrected(text) }] : []
  })
}

/** The list has spelling errors, and names a key by its sign. */
const corrected = (text: string): string =>
  text
    .replace('represenatives', 'representatives')
    .replace('Un-indentified or witheld', 'Unidentified or withheld')
    .replace('fourtieth', 'fortieth')
    .replace('*', 'star')

/** Without silence, so that a person seems to say several recordings in one go. */
export function trimmed(samples: Int16Array): Int16Array {
  const isSound = (sample: number): boolean => Math.abs(sample) > 300
  return samples.subarray(Math.max(0, samples.findIndex(isSound) - 240), samples.findLastIndex(isSound) + 400)
}

export const silence = (ms: number): Int16Array => new Int16Array(ms * samplesPerMs)

export function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** @param db Decibels. */
export const quieter = (samples: Int16Array, db: number): Int16Array =>
  samples.map((sample) => Math.round(sample * 10 ** (-db / 20)))

export const mixed = (samples: Int16Array, noise: Int16Array): Int16Array =>
  samples.map((sample, at) => toSample(sample + (noise[at] ?? 0)))

/** The noise at a volume of `db` decibels below that of the samples. */
export function below(samples: Int16Array, noise: Int16Array, db: number): Int16Array {
  const powerOf = (some: Int16Array): number => some.reduce((sum, sample) => sum + sample ** 2, 0) / some.length
  const factor = Math.sqrt(powerOf(samples) / powerOf(noise) / 10 ** (db / 10))
  return noise.map((sample) => toSample(factor * sample))
}

/** What a telephone network transmits: 300 to 3,400 Hz. Two filters of second order in each direction. */
export function bandPassed(samples: Int16Array): Int16Array {
  let filtered = Float64Array.from(samples)
  for (let pass = 0; pass < 2; pass++) filtered = filter(filter(filtered, 300, 'high'), 3_400, 'low')
  return Int16Array.from(filtered, toSample)
}

/** A Butterworth filter: https://www.w3.org/TR/audio-eq-cookbook/ */
function filter(samples: Float64Array<ArrayBuffer>, hz: number, kind: 'high' | 'low'): Float64Array<ArrayBuffer> {
  const angle = (2 * Math.PI * hz) / 8_000
  const cosine = Math.cos(angle)
  const alpha = Math.sin(angle) * Math.SQRT1_2
  const sign = kind === 'high' ? 1 : -1
  const b1 = -sign * (1 + sign * cosine)
  const b0 = -sign * (b1 / 2)
  const [a0, a1, a2] = [1 + alpha, -2 * cosine, 1 - alpha]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map((x) => {
    const y = (b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2) / a0
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  })
}

/** Mu-law frames of 20 ms; the last one is filled with silence. */
export function framesOf(samples: Int16Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let at = 0; at < samples.length; at += 160) {
    const frame = new Int16Array(160)
    frame.set(samples.subarray(at, at + 160))
    frames.push(encodeMulaw(frame))
  }
  return frames
}
