// Opens a recognition stream and records everything that it reports.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecognitionSettings, SpeechFailure, SpeechFallback, SpeechToText } from '#server/ports/speech-to-text.ts'
import { until } from '../app/until.ts'

export const silence = (durationMs: number) => new Uint8Array(durationMs * 8).fill(0xff)

/** Writes the audio in frames of any length, whose bytes are used again afterwards, and an empty one. */
export function writeUnevenly(audio: Uint8Array, write: (frame: Uint8Array) => void): void {
  for (let from = 0, size = 1; from < audio.length; from += size, size = (size * 7) % 331) {
    const frame = audio.slice(from, from + size)
    write(frame)
    frame.fill(0x55)
  }
  write(new Uint8Array(0))
}

export function recordRecognition(adapter: SpeechToText, settings: RecognitionSettings) {
  const recorded = {
    interims: [] as string[],
    finals: [] as string[],
    finalized: 0,
    turnsEnded: 0,
    fallbacks: [] as SpeechFallback[],
    failure: undefined as SpeechFailure | undefined,
    /** Fails if recognition fails before the condition is true. */
    async until(condition: () => boolean) {
      await until(() => {
        if (!condition() && recorded.failure) throw recorded.failure
        return condition()
      })
    },
    /** Writes silent frames in quick succession, without blocking the event loop. */
    async writePaced(frames: number) {
      const frame = silence(20)
      for (let count = 0; count < frames; count++) {
        stream.write(frame)
        if (count % 20 === 0) await nextTurn()
      }
    },
  }
  const stream = adapter.open(settings, {
    interim: (text) => recorded.interims.push(text),
    final: (text) => recorded.finals.push(text),
    finalized: () => recorded.finalized++,
    turnEnded: () => recorded.turnsEnded++,
    fellBack: (fallback) => recorded.fallbacks.push(fallback),
    failed(failure) {
      recorded.failure = failure
    },
  })
  return Object.assign(recorded, { stream })
}
