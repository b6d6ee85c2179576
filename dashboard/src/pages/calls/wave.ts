// Reads a recording: its levels for drawing, and when each side speaks.
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
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tag = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined
  let rate: number | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [tag(at), view.getUint32(at + 4, true)]
    const begin = at + 8
    if (name === 'fmt ' && begin + 16 <= file.length) {
      const [format, channels] = [view.getUint16(begin, true), view.getUint16(begin + 2, true)]
      if (format !== 1 || channels !== 2 || view.getUint16(begin + 14, true) !== 16) return undefined
      rate = view.getUint32(begin + 4, true)
    }
    if (name === 'data' && rate !== undefined)
      return measure(view, { begin, end: Math.min(file.length, begin + size), rate })
    at = begin + size + (size % 2)
  }
  return undefined
}

const bytesPerPair = 4

function measure(view: DataView, { begin, end, rate }: { begin: number; end: number; rate: number }): Wave {
  const pairs = Math.floor((end - begin) / bytesPerPair)
  const perLevel = Math.max(1, Math.round((rate * levelMs) / 1000))
  const count = Math.ceil(pairs / perLevel)
  const [customer, assistant] = [new Float32Array(count), new Float32Array(count)]
  for (let level = 0; level < count; level++) {
    const last = Math.min(pairs, (level + 1) * perLevel)
    let [left, right] = [0, 0]
    for (let pair = level * perLevel; pair < last; pair++) {
      const at = begin + pair * bytesPerPair
      left = Math.max(left, Math.abs(view.getInt16(at, true)))
      right = Math.max(right, Math.abs(view.getInt16(at + 2, true)))
    }
    customer[level] = left / 32_768
    assistant[level] = right / 32_768
  }
  return { durationMs: (pairs / rate) * 1000, customer, assistant }
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
