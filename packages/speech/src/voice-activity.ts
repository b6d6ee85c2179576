// Detects speech in telephone audio with the voice activity detector of WebRTC.

import loadFvad from '@echogarden/fvad-wasm'
import { decodeMulaw } from '@parley/telephone'

/** From 0, which reports speech readily, to 3, which ignores the most noise. */
export type VoiceActivityMode = 0 | 1 | 2 | 3

/** The detector of one call. */
export interface VoiceActivityDetector {
  /** Takes about a microsecond. Throws a `RangeError` unless the frame has 160 bytes of mu-law audio (20 ms). */
  isSpeech(frame: Uint8Array): boolean
  /** Releases the memory. Repeated calls are allowed; other calls then throw. */
  close(): void
}

export interface VoiceActivity {
  open(mode?: VoiceActivityMode): VoiceActivityDetector
}

const frameSamples = 160
let loading: Promise<VoiceActivity> | undefined

/** Loads the module (20 kB) once per process. */
export async function loadVoiceActivity(): Promise<VoiceActivity> {
  loading ??= load()
  return loading
}

async function load(): Promise<VoiceActivity> {
  const fvad = await loadFvad()
  const framePointer = fvad._malloc(frameSamples * 2)
  const samples = new Int16Array(frameSamples)

  return {
    open(mode = 2) {
      let detector = fvad._fvad_new()
      if (detector === 0) throw new Error('There is no memory for another detector.')
      fvad._fvad_set_sample_rate(detector, 8_000)
      fvad._fvad_set_mode(detector, mode)
      return {
        isSpeech(frame) {
          if (detector === 0) throw new Error('The detector is closed.')
          if (frame.length !== frameSamples) throw new RangeError('A frame must have 160 bytes.')
          fvad.HEAP16.set(decodeMulaw(frame, samples), framePointer / 2)
          return fvad._fvad_process(detector, framePointer, frameSamples) === 1
        },
        close() {
          if (detector !== 0) fvad._fvad_free(detector)
          detector = 0
        },
      }
    },
  }
}
