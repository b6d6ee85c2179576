// The volume of the assistant's speech: quieter while the customer may interrupt it, and faded where it stops and continues.
import { bytesPerMs } from './segment.ts'

/** From silence to the usual volume, or back. */
export const fadeMs = 10
/** −12 dB. */
const quiet = 0.25

/** The volume at the beginning of some speech, and the one that it reaches. */
export interface Fade {
  from: number
  to: number
}

export const usualVolume: Fade = { from: 1, to: 1 }

const bytesOf = ({ from, to }: Fade): number => Math.ceil(Math.abs(to - from) * fadeMs * bytesPerMs)

/** The volume after this many bytes. */
export function volumeAt(fade: Fade, bytes: number): number {
  const { from, to } = fade
  return bytes >= bytesOf(fade) ? to : from + ((to - from) * bytes) / bytesOf(fade)
}

export interface PlayoutVolumeOptions {
  /** Changes the volume of mu-law audio in place, evenly from one factor to another. */
  changeVolume(audio: Uint8Array, from: number, to: number): void
}

export function createPlayoutVolume({ changeVolume }: PlayoutVolumeOptions) {
  let current = 1
  let next = 1

  return {
    quieten(): void {
      next = quiet
    },
    /** The usual volume follows. */
    restore(): void {
      next = 1
    },
    /** The speech that follows begins with this volume. */
    begin(from: number): void {
      current = from
    },
    /** Adapts the speech that follows. */
    adapt(speech: Uint8Array): Fade {
      if (current === 1 && next === 1) return usualVolume
      const fade = { from: current, to: next }
      const fadeBytes = bytesOf(fade)
      current = volumeAt(fade, speech.length)
      if (fadeBytes > 0) changeVolume(speech.subarray(0, fadeBytes), fade.from, current)
      if (fadeBytes < speech.length && next !== 1) changeVolume(speech.subarray(fadeBytes), next, next)
      return fade
    },
    fadeOut: (speech: Uint8Array): void => changeVolume(speech, current, 0),
  }
}
