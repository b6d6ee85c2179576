// Reads a recording: its levels for drawing, and when each side speaks.
import { openWav, WavError, type WavFile } from '@parley/telephone'
import { type Span, union } from './spans.ts'

export interface Wave {
  durationMs: number
  /** One value from 0 to 1 for each `levelMs`: the customer, and the assistant. */
  customer: Float32Array
  assistant: Float32Array
}

export const levelMs = 10

/** Reads a stereo WAV file of 16-bit PCM. Undefined for any other file. */
export function readWave(file: Uint8Array): Wave | undefined {
  try {
    const wav = openWav(file)
    return wav.encoding === 'PCM 16' && wav.channelCount === 2 ? measure(wav) : undefined
  } catch (error) {
    if (error instanceof WavError) return undefined
    throw error
  }
}

function measure({ length, sampleRate, sampleAt }: WavFile): Wave {
  const perLevel = Math.max(1, Math.round((sampleRate * levelMs) / 1000))
  const count = Math.ceil(length / perLevel)
  const [customer, assistant] = [new Float32Array(count), new Float32Array(count)]
  for (let level = 0; level < count; level++) {
    const last = Math.min(length, (level + 1) * perLevel)
    let [left, right] = [0, 0]
    for (let pair = level * perLevel; pair < last; pair++) {
      left = Math.max(left, Math.abs(sampleAt(0, pair)))
      right = Math.max(right, Math.abs(sampleAt(1, pair)))
    }
    customer[level] = left / 32_768
    assistant[level] = right / 32_768
  }
  return { durationMs: (length / sampleRate) * 1000, customer, assistant }
}

/** Speech is louder than this, and than the noise. */
const lowestSpeech = 0.012
const overNoise = 3
/** A side is quiet for more than this share of a call. */
const quietShare = 0.2
/** The noise is at most this loud: a side that speaks all the time has no quiet moments. */
const loudestNoise = 0.03
const longestGapMs = 320
const shortestSpeechMs = 60

/** When a side speaks, from its levels. */
export function speechIn(levels: Float32Array): Span[] {
  const noise = Math.min(loudestNoise, levels.toSorted()[Math.floor(levels.length * quietShare)] ?? 0)
  const threshold = Math.max(lowestSpeech, noise * overNoise)
  const spans: Span[] = []
  for (let index = 0, from = -1; index <= levels.length; index++) {
    const isLoud = index < levels.length && levels[index]! >= threshold
    if (isLoud && from < 0) from = index
    if (isLoud || from < 0) continue
    spans.push({ fromMs: from * levelMs, toMs: index * levelMs })
    from = -1
  }
  return union(spans, longestGapMs).filter(({ fromMs, toMs }) => toMs - fromMs >= shortestSpeechMs)
}
