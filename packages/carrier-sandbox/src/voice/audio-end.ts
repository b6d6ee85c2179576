// One side of a call's audio: a virtual phone, the TwiML of the call, or a bridge to another call.
import { silence } from './audio.ts'

/** Frames are mu-law audio of 20 ms. */
export interface AudioEnd {
  /** Called every 20 ms with what the other side says; returns what this side says. */
  exchange(heard: Uint8Array): Uint8Array
  /** The other side pressed a key: 0–9, A–D, `*` or `#`. */
  keyPressed(key: string): void
  /** The text of what this side says is known, so it is not recognized. */
  readonly hasCaption?: boolean
}

export const silentEnd: AudioEnd = { exchange: () => silence, keyPressed() {} }

const maxBridgedFrames = 10

/**
 * Two ends that pass audio and keys to each other; each belongs to one call. The functions receive the keys that were
 * pressed in the other call.
 */
export function createBridge(onKeyOfFirst: (key: string) => void, onKeyOfSecond: (key: string) => void) {
  const [toFirst, toSecond]: [Uint8Array[], Uint8Array[]] = [[], []]
  const end = (own: Uint8Array[], other: Uint8Array[], press: (key: string) => void): AudioEnd => ({
    exchange(heard) {
      // The calls share one clock, so more than one frame waits only after an irregularity.
      if (other.length < maxBridgedFrames) other.push(heard)
      return own.shift() ?? silence
    },
    keyPressed: press,
  })
  return { first: end(toFirst, toSecond, onKeyOfSecond), second: end(toSecond, toFirst, onKeyOfFirst) }
}
