// One side of a call: what it hears, and who listens to it.
import type { PhoneCallEvents } from '@parley/sip'
import { type AudioQueue, createAudioQueue } from './audio-queue.ts'

/** Who listens to a side of a call: an assistant, the briefing of a person, or the other side. */
export interface LegListener {
  /** Mu-law at 8,000 Hz, always 160 bytes. The listener may keep the array. */
  audio(frame: Uint8Array): void
  keyPressed(key: string): void
  held?(isHeld: boolean): void
  /** The call has ended, or another one listens. Nothing is called after it. */
  closed(): void
}

export interface Leg {
  /** What the other side hears. */
  out: AudioQueue
  handlers: Pick<PhoneCallEvents, 'frame' | 'nextFrame' | 'key' | 'held'>
  /** Drops the audio and keys that wait for a listener, such as the ringing tone before the answer. */
  forget(): void
  /** Replaces the listener. The new one is closed at once if the call has ended. */
  listen(listener: LegListener): void
  end(): void
}

const frameBytes = 160
/** Half a second. Frames of a call share their memory, which is much cheaper than one piece for each. */
const slabBytes = 25 * frameBytes

/** What arrives while an assistant is being prepared: two seconds of audio. */
const maxWaiting = 100

export function createLeg(): Leg {
  const out = createAudioQueue()
  let current: LegListener | undefined
  let waiting: ((listener: LegListener) => void)[] = []
  let isEnded = false
  let slab = new Uint8Array(0)
  let used = 0

  /** The array of a frame is used again for the next one. */
  function copyOf(frame: Uint8Array): Uint8Array {
    if (used + frameBytes > slab.length) {
      slab = new Uint8Array(slabBytes)
      used = 0
    }
    const copy = slab.subarray(used, used + frameBytes)
    used += frameBytes
    copy.set(frame)
    return copy
  }

  function pass(event: (listener: LegListener) => void): void {
    if (current) {
      event(current)
      return
    }
    if (waiting.length >= maxWaiting) waiting.shift()
    waiting.push(event)
  }

  return {
    out,
    handlers: {
      frame(mulaw) {
        const frame = copyOf(mulaw)
        if (current) current.audio(frame)
        else pass((listener) => listener.audio(frame))
      },
      nextFrame: () => out.next(),
      key: (key) => pass((listener) => listener.keyPressed(key)),
      held: (isHeld) => pass((listener) => listener.held?.(isHeld)),
    },
    forget() {
      waiting = []
    },
    listen(listener) {
      const former = current
      current = isEnded ? undefined : listener
      former?.closed()
      if (isEnded) listener.closed()
      for (const event of waiting.splice(0)) if (!isEnded) event(listener)
    },
    end() {
      isEnded = true
      waiting = []
      const last = current
      current = undefined
      out.clear()
      last?.closed()
    },
  }
}
