// Orders the packets of a stream by sequence number and timestamp, and recognizes when a new stream begins.
import type { RtpPacket } from './packet.ts'

/** RFC 3550, appendix A.1: a larger jump is a restart of the sender. */
const maxForwardJump = 3_000
const maxMisorder = 100
/** One second of timestamps. */
const maxTimeJump = 8_000
/** A source that was replaced is ignored while its successor sends. */
const successorMs = 200

export interface Timeline {
  begin(packet: RtpPacket, nowMs: number): void
  /** `old`: a source that was replaced, or a packet that fits nowhere. */
  relationOf(packet: RtpPacket, nowMs: number): 'same' | 'new' | 'old'
  /** The timestamp without its wrap at 32 bits. */
  positionOf(packet: RtpPacket): number
  /**
   * Notes a packet of the stream whose audio ends at a position. Returns where a pause has begun if the sender has paused
   * before the packet: nothing was lost, as the sequence numbers are consecutive, but the time has moved.
   */
  note(packet: RtpPacket, end: number, nowMs: number): number | undefined
  /** The end of the latest audio. */
  end(): number
}

export function createTimeline(): Timeline {
  let ssrc = -1
  let replacedSsrc = -1
  let sequence = 0
  let end = 0
  let heardMs = 0

  const ahead = (packet: RtpPacket): number => ((packet.sequence - sequence) << 16) >> 16
  const moved = (packet: RtpPacket): number => (packet.timestamp - end) | 0

  return {
    begin(packet, nowMs) {
      if (packet.ssrc !== ssrc) replacedSsrc = ssrc
      ssrc = packet.ssrc
      // The packet itself is noted after this, as the first one.
      sequence = (packet.sequence - 1) & 0xffff
      end = packet.timestamp
      heardMs = nowMs
    },
    relationOf(packet, nowMs) {
      if (packet.ssrc !== ssrc) return packet.ssrc === replacedSsrc && nowMs - heardMs < successorMs ? 'old' : 'new'
      const steps = ahead(packet)
      if (steps > maxForwardJump || steps < -maxMisorder) return 'new'
      if (Math.abs(moved(packet)) <= maxTimeJump) return 'same'
      return steps > 0 ? 'new' : 'old'
    },
    positionOf: (packet) => end + moved(packet),
    note(packet, packetEnd, nowMs) {
      const steps = ahead(packet)
      const pauseStart = steps === 1 && moved(packet) > 0 ? end : undefined
      if (steps > 0) sequence = packet.sequence
      end = Math.max(end, packetEnd)
      heardMs = nowMs
      return pauseStart
    },
    end: () => end,
  }
}
