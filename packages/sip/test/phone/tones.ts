// Tones for tests, and how much of one a sound contains.
import { EventEmitter, once } from 'node:events'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'

const rate = 8_000

/** 16-bit samples at 8,000 Hz. */
export const tone = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => 8_000 * Math.sin((2 * Math.PI * hertz * index) / rate),
  )

/** The next 20 ms of a tone at each call, as mu-law. */
export function toneFrames(hertz: number): () => Uint8Array {
  let at = 0
  return () => {
    const samples = Int16Array.from({ length: 160 }, () => 8_000 * Math.sin((2 * Math.PI * hertz * at++) / rate))
    return encodeMulaw(samples)
  }
}

/** The part of the power that is at the frequency, from 0 to 1. */
export function shareOf(samples: Int16Array, hertz: number): number {
  let [cosine, sine, power] = [0, 0, 0]
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / rate
    cosine += sample * Math.cos(angle)
    sine += sample * Math.sin(angle)
    power += sample * sample
  }
  return power === 0 ? 0 : (2 * (cosine ** 2 + sine ** 2)) / (samples.length * power)
}

/** Whole periods of 440 and of 1,000 Hz fit into it. */
const windowSamples = 400
const leastSamples = 1_600

/**
 * How many seconds of a sound contain hardly anything but this tone, in stretches of at least 0.2 s, wherever they are. A
 * side that had to wait for a processor begins the tone later, or interrupts it.
 */
export function secondsOf(samples: Int16Array, hertz: number): number {
  let [found, stretch] = [0, 0]
  for (let at = 0; at < samples.length; ) {
    const window = samples.subarray(at, at + windowSamples)
    const isTone = window.length === windowSamples && shareOf(window, hertz) > 0.95
    if (isTone) stretch += windowSamples
    if (!isTone || at + 2 * windowSamples > samples.length) {
      if (stretch >= leastSamples) found += stretch
      stretch = 0
    }
    // After an interruption, the tone goes on anywhere.
    at += isTone ? windowSamples : windowSamples / 10
  }
  return found / rate
}

/** Collects frames of mu-law. */
export function recorder() {
  const frames: Uint8Array[] = []
  const arrivals = new EventEmitter()
  /** The last frames as 16-bit samples. */
  const samples = (lastFrames = frames.length) => decodeMulaw(Buffer.concat(frames.slice(-lastFrames)))
  return {
    samples,
    frame: (mulaw: Uint8Array): void => {
      frames.push(mulaw.slice())
      arrivals.emit('frame')
    },
    /** Resolves when this many frames have arrived. */
    async received(count: number): Promise<void> {
      while (frames.length < count) await once(arrivals, 'frame')
    },
    /**
     * Resolves when the last frames contain hardly anything but this tone. Audio that was late, because this process or
     * the other side had to wait for a processor, delays that. Rejects after 5 s.
     */
    async hears(hertz: number, lastFrames = 15): Promise<void> {
      const signal = AbortSignal.timeout(5_000)
      const share = () => shareOf(samples(lastFrames), hertz)
      while (share() <= 0.95)
        await once(arrivals, 'frame', { signal }).catch(() => {
          throw new Error(`The part of ${hertz} Hz in the last ${lastFrames} frames is ${share()} after 5 s.`)
        })
    },
  }
}
