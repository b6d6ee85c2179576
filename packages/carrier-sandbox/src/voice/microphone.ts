// The microphone of a handset: evens out the irregular arrival of its audio.
import { silence } from './audio.ts'

/** The microphone's clock and network are irregular, so a few frames wait before the first is used. */
const waitingFrames = 3
/** More frames would delay the conversation; the oldest are discarded. */
const maxWaitingFrames = 12

export interface Handset {
  /** E.164. */
  readonly number: string
  /** Receives 20 ms of mu-law audio of the other side, for each 20 ms of a call. */
  hear(frame: Uint8Array): void
  readonly microphone: Microphone
}

export type Microphone = ReturnType<typeof createMicrophone>

export function createMicrophone() {
  let frames: Uint8Array[] = []
  let isWaiting = true
  return {
    /** 20 ms of mu-law audio. */
    push(frame: Uint8Array): void {
      frames.push(frame)
      if (frames.length > maxWaitingFrames) frames = frames.slice(-waitingFrames)
    },
    /** Called every 20 ms of a call. */
    next(): Uint8Array {
      if (isWaiting && frames.length < waitingFrames) return silence
      isWaiting = frames.length === 0
      return frames.shift() ?? silence
    },
    clear(): void {
      frames = []
      isWaiting = true
    },
  }
}
