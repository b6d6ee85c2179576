// A source of RTP packets and a network with loss, jitter and reordering, in virtual time.
import { mulawOfAlaw } from '../../src/codecs/index.ts'
import { createPacket, type RtpPacket, readPacket, writeHeader } from '../../src/rtp/packet.ts'
import { createReceiver, type Receiver } from '../../src/rtp/receiver.ts'

export interface Transmission {
  atMs: number
  bytes: Uint8Array
}

/** Mu-law that never repeats for eight samples: half a second of speech, half a second of a quiet line. */
export function sampleAt(position: number): number {
  let hash = Math.imul(position + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash ^= hash >>> 13
  return position % 8_000 < 4_000 ? 0x80 + (hash & 0x3f) : 0xe0 + (hash & 0x1f)
}

export const samplesFrom = (position: number, count: number) =>
  Uint8Array.from({ length: count }, (_, index) => sampleAt(position + index))

const alawOf = (byte: number) => mulawOfAlaw.indexOf(byte)

export interface PacketOptions {
  payloadType?: number
  hasMarker?: boolean
  sequence: number
  timestamp: number
  ssrc?: number
}

export function rtpPacket(payload: Uint8Array, options: PacketOptions): Uint8Array {
  const bytes = new Uint8Array(12 + payload.length)
  writeHeader(bytes, { payloadType: 0, hasMarker: false, ssrc: 1, ...options })
  bytes.set(payload, 12)
  return bytes
}

/** Packets of the samples from 0 on, with `samples` each. */
export function speak({ packets = 50, samples = 160, startMs = 0, sequence = 0, timestamp = 0, ssrc = 1 } = {}) {
  return Array.from({ length: packets }, (_, index): Transmission => {
    const options = { sequence: (sequence + index) & 0xffff, timestamp: (timestamp + index * samples) >>> 0, ssrc }
    return {
      atMs: startMs + (index * samples) / 8,
      bytes: rtpPacket(samplesFrom(index * samples, samples), options),
    }
  })
}

export const asAlaw = (frame: Uint8Array) => frame.map(alawOf)

/** Delivers the packets, and takes a frame every 20 ms. */
export function play(
  transmissions: readonly Transmission[],
  { receiver = createReceiver(), untilMs = 0, phaseMs = 7, tickMs = 20 } = {},
): { frames: Uint8Array[]; receiver: Receiver } {
  const waiting = transmissions.toSorted((a, b) => a.atMs - b.atMs)
  const end = untilMs || (waiting.at(-1)?.atMs ?? 0) + 200
  const frames: Uint8Array[] = []
  let next = 0
  for (let tick = 0; phaseMs + tick * tickMs <= end; tick++) {
    const nowMs = phaseMs + tick * tickMs
    for (; next < waiting.length && waiting[next]!.atMs <= nowMs; next++) deliver(receiver, waiting[next]!)
    frames.push(receiver.nextFrame(nowMs).slice())
  }
  return { frames, receiver }
}

const packet: RtpPacket = createPacket()

function deliver(receiver: Receiver, { bytes, atMs }: Transmission): void {
  if (!readPacket(bytes, bytes.length, packet)) throw new Error('The packet is damaged.')
  if (packet.payloadType === 0) receiver.takeAudio(packet, bytes, 'PCMU', atMs)
  else if (packet.payloadType === 8) receiver.takeAudio(packet, bytes, 'PCMA', atMs)
  else if (packet.payloadType === 9) receiver.takeAudio(packet, bytes, 'G722', atMs)
  else receiver.takePause(packet, atMs)
}

const probeAt = 100
const positions = new Map<string, number>()
const probe = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + 8).join()

/** The position of each frame, or undefined for one that is not, after its first 4 ms, the original. */
export function positionsOf(frames: readonly Uint8Array[], limit = 500_000): (number | undefined)[] {
  if (positions.size < limit) {
    const all = samplesFrom(0, limit + 8)
    for (let position = positions.size; position < limit; position++) positions.set(probe(all, position), position)
  }
  return frames.map((frame) => {
    const found = positions.get(probe(frame, probeAt))
    if (found === undefined) return undefined
    const start = found - probeAt
    for (let index = 32; index < 160; index++) if (frame[index] !== sampleAt(start + index)) return undefined
    return start
  })
}
