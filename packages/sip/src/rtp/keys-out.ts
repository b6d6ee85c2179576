// Sends keys as telephone-event packets, one for each tick (RFC 4733, section 2.5.1).
import { frameBytes } from './frame.ts'
import { keyNames } from './keys-in.ts'

/** 100 ms: carriers recognize keys of 40 ms or more. */
const keyTicks = 5
/** The last packet is sent three times (section 2.5.1.4). */
const endPackets = 3
/** 60 ms from the end of a key to the beginning of the next one, of which the repeated packets take two ticks. */
const gapTicks = 3
const volumeDb = 10
const maxWaitingKeys = 64

export const keyPayloadBytes = 4

/** What is sent at this tick. `gap`: audio. */
export type KeyStep = { type: 'event'; isFirst: boolean; startTimestamp: number } | { type: 'gap' }

export interface KeySender {
  /** Returns false, and sends nothing, unless all are keys (0 to 9, *, #, A to D) and 64 at most are waiting. */
  add(keys: string): boolean
  /** Returns undefined if no key is waiting. Writes the payload of an event. */
  next(timestamp: number, bytes: Uint8Array, offset: number): KeyStep | undefined
  readonly isActive: boolean
}

export function createKeySender(): KeySender {
  let waiting = ''
  let tick = -1
  let startTimestamp = 0

  return {
    get isActive() {
      return tick >= 0 || waiting.length > 0
    },
    add(keys) {
      const upper = keys.toUpperCase()
      if (upper.length + waiting.length > maxWaitingKeys) return false
      for (const key of upper) if (!keyNames.includes(key)) return false
      waiting += upper
      return true
    },
    next(timestamp, bytes, offset) {
      if (waiting.length === 0) return undefined
      tick++
      if (tick === 0) startTimestamp = timestamp
      if (tick >= keyTicks - 1 + endPackets) {
        if (tick >= keyTicks + gapTicks - 1) {
          tick = -1
          waiting = waiting.slice(1)
        }
        return { type: 'gap' }
      }
      const duration = frameBytes * Math.min(tick + 1, keyTicks)
      bytes[offset] = keyNames.indexOf(waiting[0]!)
      bytes[offset + 1] = (tick >= keyTicks - 1 ? 0x80 : 0) | volumeDb
      bytes[offset + 2] = duration >> 8
      bytes[offset + 3] = duration
      return { type: 'event', isFirst: tick === 0, startTimestamp }
    },
  }
}
