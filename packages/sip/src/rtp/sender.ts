// Sends the audio of a call: one SSRC for the whole call, and timestamps that count ticks.
import { decodeMulaw } from '@parley/telephone'
import { alawOfMulaw, convertBytes, createG722Encoder } from '../codecs/index.ts'
import type { CodecName, MediaAgreement } from '../sdp/index.ts'
import { frameBytes, silentFrame, tickMs } from './frame.ts'
import { createKeySender, keyPayloadBytes } from './keys-out.ts'
import { rtpHeaderBytes, writeHeader } from './packet.ts'

/** As many ticks may be late; they are caught up. After more, the time goes on without them. */
const maxLateTicks = 5
const samples = new Int16Array(frameBytes)

export type SendFormat = Pick<MediaAgreement, 'codec' | 'payloadType' | 'events' | 'ptimeMs'>

export interface Sender {
  /** Changes codec, numbers or packet time from the next packet on. Sequence, timestamps and SSRC continue. */
  change(format: SendFormat): void
  /**
   * Takes the audio of one tick; undefined is silence. Writes the next packet into `packet`, of 512 bytes or more, and
   * returns its length, or 0 if no packet is due at this tick.
   */
  next(frame: Uint8Array | undefined, packet: Uint8Array, nowMs: number): number
  /** Counts a tick at which nothing may be sent, because the call is on hold. */
  skip(nowMs: number): void
  /** Sends keys instead of audio. Returns false if the other side does not take them, or for other characters. */
  sendKeys(keys: string): boolean
  readonly ssrc: number
  /** The timestamp of the next tick, and what was sent, for RTCP. */
  readonly timestamp: number
  readonly packets: number
  readonly octets: number
}

export interface SenderStart {
  ssrc: number
  /** Below 32,768, so that SRTP knows the rollover counter even if the first packets are lost (RFC 3711, 3.3.1). */
  sequence: number
  timestamp: number
}

export function createSender(start: SenderStart): Sender {
  const keys = createKeySender()
  const encoder = createG722Encoder()
  const pending = new Uint8Array(3 * frameBytes)
  let format: SendFormat = { codec: 'PCMU', payloadType: 0, events: undefined, ptimeMs: tickMs }
  let { sequence, timestamp } = start
  let pendingBytes = 0
  let needsMarker = true
  let [firstMs, ticks] = [Number.NaN, 0]
  let [packets, octets] = [0, 0]

  /** Moves the time forward if the ticks have stopped for longer than they are caught up. */
  function countTick(nowMs: number): void {
    if (Number.isNaN(firstMs)) firstMs = nowMs
    const late = Math.floor((nowMs - firstMs) / tickMs) - ticks
    ticks++
    if (late <= maxLateTicks) return
    ticks += late
    timestamp = (timestamp + late * frameBytes) >>> 0
    pendingBytes = 0
    needsMarker = true
  }

  function advance(): void {
    timestamp = (timestamp + frameBytes) >>> 0
  }

  function write(packet: Uint8Array, payloadType: number, hasMarker: boolean, time: number, bytes: number): number {
    writeHeader(packet, { payloadType, hasMarker, sequence, timestamp: time, ssrc: start.ssrc })
    sequence = (sequence + 1) & 0xffff
    packets++
    octets = (octets + bytes) >>> 0
    return rtpHeaderBytes + bytes
  }

  /** Sends what is pending, up to the current time. */
  function flush(packet: Uint8Array): number {
    const bytes = pendingBytes
    packet.set(pending.subarray(0, bytes), rtpHeaderBytes)
    pendingBytes = 0
    const length = write(packet, format.payloadType, needsMarker, (timestamp - bytes) >>> 0, bytes)
    needsMarker = false
    return length
  }

  /** Returns undefined if audio is due. */
  function nextKey(packet: Uint8Array): number | undefined {
    if (!format.events || !keys.isActive) return undefined
    if (pendingBytes > 0) {
      const length = flush(packet)
      advance()
      return length
    }
    const step = keys.next(timestamp, packet, rtpHeaderBytes)
    if (step?.type !== 'event') return undefined
    advance()
    needsMarker = true
    return write(packet, format.events.sends, step.isFirst, step.startTimestamp, keyPayloadBytes)
  }

  return {
    ssrc: start.ssrc,
    get timestamp() {
      return timestamp
    },
    get packets() {
      return packets
    },
    get octets() {
      return octets
    },
    change(next) {
      if (next.codec !== format.codec || next.payloadType !== format.payloadType) pendingBytes = 0
      format = next
    },
    next(frame = silentFrame, packet, nowMs) {
      countTick(nowMs)
      const keyLength = nextKey(packet)
      if (keyLength !== undefined) return keyLength
      encode(format.codec, frame, pending, pendingBytes)
      pendingBytes += frameBytes
      advance()
      return pendingBytes * tickMs >= format.ptimeMs * frameBytes ? flush(packet) : 0
    },
    skip(nowMs) {
      countTick(nowMs)
      advance()
      pendingBytes = 0
      needsMarker = true
    },
    sendKeys: (text) => format.events !== undefined && keys.add(text),
  }

  function encode(codec: CodecName, frame: Uint8Array, bytes: Uint8Array, offset: number): void {
    if (codec === 'PCMU') bytes.set(frame, offset)
    else if (codec === 'PCMA') convertBytes(alawOfMulaw, frame, 0, frameBytes, bytes, offset)
    else encoder.encodeNarrow(decodeMulaw(frame, samples), bytes, offset)
  }
}
