// Recognizes pressed keys in telephone-event packets (RFC 4733, section 2.5.2), and the same key from several paths.
import type { RtpPacket } from './packet.ts'

/** The keys by their event code (RFC 4733, section 3.2). */
export const keyNames = '0123456789*#ABCD'

interface KeyEvent {
  ssrc: number
  timestamp: number
  code: number
  duration: number
  hasEnded: boolean
}

/** Late packets of that many events are recognized. */
const rememberedEvents = 8
/** A key that continues under a new timestamp begins where the last segment has ended, give or take 30 ms. */
const segmentGap = 240

/** Returns the key if the packet is the first one of its event. */
export type TakeKeyPacket = (packet: RtpPacket, bytes: Uint8Array) => string | undefined

/**
 * An event is identified by its SSRC and timestamp: its first packets and the marker may be lost, packets are repeated,
 * and some systems do not count up the sequence number.
 */
export function createKeyReceiver(): TakeKeyPacket {
  const events: KeyEvent[] = []

  return (packet, bytes) => {
    const { ssrc, timestamp, start, end } = packet
    if (end - start < 4) return undefined
    const code = bytes[start]!
    const hasEnded = bytes[start + 1]! >= 0x80
    const duration = (bytes[start + 2]! << 8) | bytes[start + 3]!
    const name = keyNames[code]
    // Other events, such as flash and fax tones, are no keys.
    if (name === undefined) return undefined
    const known = events.find((event) => event.ssrc === ssrc && event.timestamp === timestamp && event.code === code)
    if (known) {
      known.duration = Math.max(known.duration, duration)
      known.hasEnded ||= hasEnded
      return undefined
    }
    const last = events.at(-1)
    const continues = last && isNextSegment(last, packet, code)
    if (events.length >= rememberedEvents) events.shift()
    events.push({ ssrc, timestamp, code, duration, hasEnded })
    return continues ? undefined : name
  }
}

/** RFC 4733, section 2.5.1.3: a long event continues with a new timestamp, without marker and without an end before. */
function isNextSegment(last: KeyEvent, { ssrc, timestamp, hasMarker }: RtpPacket, code: number): boolean {
  if (hasMarker || last.hasEnded || last.ssrc !== ssrc || last.code !== code) return false
  const gap = (timestamp - last.timestamp - last.duration) | 0
  return Math.abs(gap) <= segmentGap
}

export type KeyPath = 'rtp' | 'info' | 'tone'

const samePressMs = 200

/**
 * Some systems report a key twice: by RTP, by INFO, or as a tone. Returns whether a key is new: the same key within
 * 200 ms on another path is the same press.
 */
export function createKeyFilter(): (key: string, path: KeyPath, nowMs: number) => boolean {
  const last = new Map<string, { path: KeyPath; atMs: number }>()
  return (key, path, nowMs) => {
    const before = last.get(key)
    if (before && before.path !== path && nowMs - before.atMs < samePressMs) return false
    // There are 16 keys; other texts are not remembered.
    if (key.length === 1 && keyNames.includes(key)) last.set(key, { path, atMs: nowMs })
    return true
  }
}
