// Mixes ambient sounds into the audio of a call.
import { Worker } from 'node:worker_threads'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import type { AmbientSound } from './sounds.ts'

export type { AmbientSound } from './sounds.ts'

/** Samples of 16-bit PCM at 8,000 Hz that repeat without a break. */
export type Ambience = Int16Array

const loaded = new Map<AmbientSound, Promise<Ambience>>()

/** Synthesizes the sound once per process, in a worker thread, in a fraction of a second. */
export function loadAmbience(sound: AmbientSound): Promise<Ambience> {
  const known = loaded.get(sound)
  if (known) return known
  const loading = synthesizeInWorker(sound)
  loaded.set(sound, loading)
  // A failed attempt is repeated by the next call.
  loading.catch(() => loaded.delete(sound))
  return loading
}

function synthesizeInWorker(sound: AmbientSound): Promise<Ambience> {
  const worker = new Worker(new URL('./synthesis-worker.ts', import.meta.url), { workerData: sound })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The worker thread ended without a sound.')))
  })
}

export type AmbientMixer = ReturnType<typeof createAmbientMixer>

/** `volume` is from 0 to 1. */
export function createAmbientMixer(ambience: Ambience, volume: number) {
  let at = 0
  return {
    /**
     * Returns mu-law audio of 160 bytes: the frame with the ambient sound, or the sound alone without a frame. The sound
     * continues with every frame. A sum beyond the range of the encoding is limited to it.
     */
    mix(frame?: Uint8Array): Uint8Array {
      const mixed = frame ? decodeMulaw(frame) : new Int16Array(160)
      for (let index = 0; index < mixed.length; index++) {
        const sum = mixed[index]! + ambience[at]! * volume
        mixed[index] = Math.max(-32_768, Math.min(32_767, sum))
        at = at + 1 === ambience.length ? 0 : at + 1
      }
      return encodeMulaw(mixed)
    },
  }
}
