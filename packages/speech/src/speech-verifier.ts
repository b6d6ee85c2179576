// Tells speech from music and other noises with the Silero model, for one sound at a time.

import { fileURLToPath } from 'node:url'
import { mulawSamples } from '@parley/telephone'

/** Listens to one sound. */
export interface SpeechVerification {
  /**
   * Takes the next 20 ms of mu-law audio at 8,000 Hz. Returns whether the sound is speech now. The model needs about
   * 100 ms of audio, and takes 0.04 ms for a frame.
   */
  isSpeech(frame: Uint8Array): boolean
  /** Repeated calls are allowed; other calls then throw. */
  close(): void
}

export interface SpeechVerifier {
  /** Takes 30 ms if no detector is free. Undefined while `maxVerifications` are open. */
  open(): SpeechVerification | undefined
}

/** Shorter gaps are part of the speech, so its end is known this much later. */
export const verificationGapMs = 200
/** Each of them needs 8 MB. */
export const maxVerifications = 32
/** When no sound has been verified for this time, all detectors but one are released. */
const idleMs = 120_000

const frameSamples = 160
const sampleRate = 16_000
/** The detector keeps speech for this long, although it is not used. */
const bufferSeconds = 10
/** After 8 s of speech, the detector starts again, before its buffer is full. */
const framesToRestart = 400
/** Quieter sound is raised, by 24 dB at most. */
const usualPeak = 8_000
const maxGain = 16
const model = './silero_vad_v6.onnx'

let loading: Promise<SpeechVerifier> | undefined

/** Loads the model once per process. Throws where sherpa-onnx has no binary for the system. */
export async function loadSpeechVerifier(): Promise<SpeechVerifier> {
  loading ??= load()
  return loading
}

async function load(): Promise<SpeechVerifier> {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const path = fileURLToPath(new URL(model, import.meta.resolve('@ricky0123/vad-web')))
  const openDetector = () =>
    new sherpa.Vad(
      {
        sileroVad: {
          model: path,
          threshold: 0.5,
          minSpeechDuration: 0.03,
          minSilenceDuration: verificationGapMs / 1_000,
          maxSpeechDuration: 1_000,
          windowSize: 512,
        },
        sampleRate,
        numThreads: 1,
        provider: 'cpu',
        debug: 0,
      },
      bufferSeconds,
    )
  const free = [openDetector()]
  let openCount = 0
  let idleTimer: NodeJS.Timeout | undefined

  return {
    open() {
      if (openCount === maxVerifications) return undefined
      openCount++
      clearTimeout(idleTimer)
      const detector = free.pop() ?? openDetector()
      detector.reset()
      const samples = new Float32Array(2 * frameSamples)
      let last = 0
      let peak = 1
      let detectedFrames = 0
      let isClosed = false
      return {
        isSpeech(frame) {
          if (isClosed) throw new Error('The verification is closed.')
          if (frame.length !== frameSamples) throw new RangeError('A frame must have 160 bytes.')
          for (const byte of frame) peak = Math.max(peak, Math.abs(mulawSamples[byte]!))
          const gain = Math.min(maxGain, Math.max(1, usualPeak / peak)) / 32_768
          for (let index = 0; index < frame.length; index++) {
            const sample = mulawSamples[frame[index]!]! * gain
            samples[2 * index] = (last + sample) / 2
            samples[2 * index + 1] = sample
            last = sample
          }
          detector.acceptWaveform(samples)
          // The detector collects finished utterances, which are not used.
          detector.clear()
          const isDetected = detector.isDetected()
          detectedFrames = isDetected ? detectedFrames + 1 : 0
          if (detectedFrames >= framesToRestart) detector.reset()
          return isDetected
        },
        close() {
          if (isClosed) return
          isClosed = true
          openCount--
          free.push(detector)
          if (openCount > 0) return
          idleTimer = setTimeout(() => {
            free.length = 1
          }, idleMs).unref()
        },
      }
    },
  }
}
