// Decides from which address media are accepted, against injected and misdirected audio.
// CVE-2025-53399: a stream that follows the source of any packet can be taken over by anyone who finds its port.
import type { RtpPacket } from './packet.ts'

export interface Source {
  address: string
  port: number
}

type Position = Pick<RtpPacket, 'ssrc' | 'sequence' | 'timestamp'>

export interface Latch {
  /**
   * An offer and its answer have described the address of the other side. Undefined: 0.0.0.0, the old way to hold a call,
   * which leaves the known source as it is.
   */
  describe(described: Source | undefined, nowMs: number): void
  /** Whether a packet from this source could be accepted, so that it is worth authenticating. */
  isOpenTo(from: Source, nowMs: number): boolean
  /** Takes a packet with an agreed payload type, which is authentic with SRTP. Returns whether its media are accepted. */
  take(from: Source, packet: Position, nowMs: number): boolean
  /** Where packets come from, if it is not the described address. */
  learned(): Source | undefined
  /** Where media are sent: to the source, once it is known (symmetric RTP, RFC 4961), or to the described address. */
  target(): Source
}

interface Candidate extends Source {
  ssrc: number
  packets: number
}

/** How many packets of one source and one SSRC are needed. */
const packetsToLearn = 5
/**
 * It counts from the description and not from the first packet, because otherwise a port would be open to strangers for
 * as long as the other side is silent. A late answer and the end of a hold are descriptions of their own.
 */
const timeToLearnMs = 2_000
/** A source that has just sent is not replaced, however many packets arrive between two of its own. */
const silenceMs = 100
/** More are not observed at the same time. */
const maxCandidates = 4
/** RFC 3550, appendix A.1: a larger jump is a restart of the sender. */
const maxForwardJump = 3_000
/** One second of timestamps. */
const maxTimeJump = 8_000
const unitsPerMs = 8

const isSame = (a: Source, b: Source): boolean => a.port === b.port && a.address === b.address

/**
 * The described address is always accepted, and replaces every other. Another source, as behind a NAT, is accepted in two
 * cases, after five packets while the known source is silent:
 * - in the first two seconds after a description, if none came from the described address since;
 * - from the known IP address, if its packets continue the stream. A NAT has then given it another port. Strangers who do
 *   not see the stream know neither its SSRC of 32 bits nor its sequence numbers.
 */
export function createLatch(): Latch {
  let described: Source = { address: '', port: 0 }
  let source: Source | undefined
  let learnsUntilMs = Number.NEGATIVE_INFINITY
  let candidates: Candidate[] = []
  const last: Position = { ssrc: 0, sequence: 0, timestamp: 0 }
  let heardMs = Number.NEGATIVE_INFINITY

  const isKnown = (from: Source): boolean => (source && isSame(source, from)) || isSame(described, from)

  function mayReplace(from: Source, nowMs: number): boolean {
    if (source && nowMs - heardMs < silenceMs) return false
    return nowMs < learnsUntilMs || source?.address === from.address
  }

  /** Timestamps of a sender that does not count the time of its pauses are behind the time. */
  function continues({ ssrc, sequence, timestamp }: Position, nowMs: number): boolean {
    const steps = ((sequence - last.sequence) << 16) >> 16
    const moved = (timestamp - last.timestamp) | 0
    const mostMoved = (nowMs - heardMs) * unitsPerMs + maxTimeJump
    return ssrc === last.ssrc && steps > 0 && steps <= maxForwardJump && moved >= 0 && moved <= mostMoved
  }

  function isLearned(from: Source, packet: Position, nowMs: number): boolean {
    if (!mayReplace(from, nowMs) || (nowMs >= learnsUntilMs && !continues(packet, nowMs))) return false
    let candidate = candidates.find((known) => isSame(known, from) && known.ssrc === packet.ssrc)
    if (!candidate) {
      if (candidates.length >= maxCandidates) candidates.shift()
      candidate = { address: from.address, port: from.port, ssrc: packet.ssrc, packets: 0 }
      candidates.push(candidate)
    }
    return ++candidate.packets >= packetsToLearn
  }

  return {
    describe(next, nowMs) {
      candidates = []
      learnsUntilMs = next ? nowMs + timeToLearnMs : Number.NEGATIVE_INFINITY
      if (!next || isSame(next, described)) return
      described = next
      source = undefined
    },
    isOpenTo: (from, nowMs) => isKnown(from) || mayReplace(from, nowMs),
    take(from, packet, nowMs) {
      if (!isKnown(from) && !isLearned(from, packet, nowMs)) return false
      if (!source || !isSame(source, from)) source = { address: from.address, port: from.port }
      learnsUntilMs = Number.NEGATIVE_INFINITY
      if (candidates.length > 0) candidates = []
      last.ssrc = packet.ssrc
      last.sequence = packet.sequence
      last.timestamp = packet.timestamp
      heardMs = nowMs
      return true
    },
    learned: () => (source && isSame(source, described) ? undefined : source),
    target: () => source ?? described,
  }
}
