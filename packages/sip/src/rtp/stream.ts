// The media of one call: joins ports, RTP in both directions, SRTP, RTCP, keys and the check for silence.
import { isIP } from 'node:net'
import { receives as canReceive, sends as canSend, type MediaAgreement } from '../sdp/index.ts'
import { srtpOverhead } from '../srtp/index.ts'
import { createEncryption } from './encryption.ts'
import { createKeyReceiver } from './keys-in.ts'
import { createLatch, type Source } from './latching.ts'
import { createPacket, isRtcp, readPacket } from './packet.ts'
import type { MediaPorts } from './ports.ts'
import { createReceiver, type ReceiverCounts } from './receiver.ts'
import { createReports } from './reports.ts'
import { readRtcp } from './rtcp.ts'
import { createSender } from './sender.ts'
import { createStatistics, lostOf, noteReceived, type ReceptionStatistics } from './statistics.ts'

export interface MediaStreamOptions {
  /** The stream closes them. */
  ports: MediaPorts
  /** Milliseconds that never go back. */
  now(): number
  randomBytes(count: number): Uint8Array
  /** 20 ms of mu-law at each tick, from the agreement on. The array is used again for the next frame. */
  onFrame?(frame: Uint8Array): void
  /** A key was pressed: 0 to 9, *, #, A to D. */
  onKey?(key: string): void
  /** Neither RTP nor RTCP for 30 s at the beginning, or for 60 s later, unless the call is on hold. Once. */
  onTimeout?(silentMs: number): void
}

export interface MediaStatistics extends ReceiverCounts {
  packetsSent: number
  packetsReceived: number
  packetsLost: number
  jitterMs: number
  /** The delay of the jitter buffer. */
  delayMs: number
  roundTripMs: number | undefined
  /** The share of our packets that the other side has lost lately, from 0 to 1. */
  remoteLoss: number | undefined
  /** Packets of other sources, and packets that SRTP has refused. */
  foreignPackets: number
  unauthenticPackets: number
  replayedPackets: number
}

export interface MediaStream extends Disposable {
  /** Sends and receives according to an agreement. */
  start(agreement: MediaAgreement): void
  /** Takes the agreement of a new offer and answer: hold, resume, another address, codec or key. */
  change(agreement: MediaAgreement): void
  /** Call it once for each tick of 20 ms, with 160 bytes of mu-law, or without for silence. */
  sendFrame(frame?: Uint8Array): void
  /** Sends keys instead of audio. Returns false if the other side does not take them, or for other characters. */
  sendKeys(keys: string): boolean
  statistics(): MediaStatistics
}

const firstTimeoutMs = 30_000
const timeoutMs = 60_000
/** A packet may wait in the system while the next ones are written. */
const packetBuffers = 4
const packetBytes = 512 + srtpOverhead
const comfortNoiseType = 13

export function createMediaStream(options: MediaStreamOptions): MediaStream {
  const { ports, now, randomBytes, onFrame, onKey, onTimeout } = options
  const random = Buffer.from(randomBytes(26))
  const sender = createSender({
    ssrc: random.readUInt32BE(0),
    sequence: random.readUInt16BE(4) & 0x7fff,
    timestamp: random.readUInt32BE(6),
  })
  const receiver = createReceiver()
  const takeKeyPacket = createKeyReceiver()
  const reports = createReports(random.subarray(10).toString('base64'), () => randomBytes(1)[0]! / 255)
  const encryption = createEncryption()
  const latch = createLatch()
  const packet = createPacket()
  const buffers = Array.from({ length: packetBuffers }, () => new Uint8Array(packetBytes))
  let nextBuffer = 0
  let agreement: MediaAgreement | undefined
  let reception: ReceptionStatistics | undefined
  let packetsLostBefore = 0
  let packetsReceived = 0
  let foreignPackets = 0
  /** The last destination of packets that is an IP address. */
  let destination: string | undefined
  let [heardMs, hasHeard, hasTimedOut, isClosed] = [0, false, false, false]

  ports.rtp.listen(receive)
  ports.rtcp?.listen(receive)

  function takeAgreement(next: MediaAgreement): void {
    const nowMs = now()
    const wasHeld = agreement?.direction !== 'sendrecv'
    agreement = next
    sender.change(next)
    encryption.change(next.srtp)
    if (wasHeld) heardMs = nowMs
    latch.describe(next.hasNoDestination ? undefined : next.remote, nowMs)
  }

  function receive(bytes: Uint8Array, from: Source): void {
    if (!agreement || isClosed) return
    if (isRtcp(bytes)) receiveRtcp(bytes, from)
    else receiveRtp(agreement, bytes, from)
  }

  function receiveRtp(current: MediaAgreement, bytes: Uint8Array, from: Source): void {
    const nowMs = now()
    if (!latch.isOpenTo(from, nowMs)) {
      foreignPackets++
      return
    }
    const payloadType = bytes.length > 1 ? bytes[1]! & 0x7f : -1
    const codec = current.receives.get(payloadType)
    const isKey = payloadType === current.events?.receives
    if (codec === undefined && !isKey && payloadType !== comfortNoiseType) return
    const length = encryption.receiver ? encryption.receiver.unprotectRtp(bytes) : bytes.length
    if (length === undefined || !readPacket(bytes, length, packet)) return
    if (!latch.take(from, packet, nowMs)) {
      foreignPackets++
      return
    }
    heard(nowMs)
    noteStatistics(!isKey, nowMs)
    if (isKey) takeKey(bytes, nowMs)
    else if (codec === undefined) receiver.takePause(packet, nowMs)
    else if (canReceive(current.direction)) receiver.takeAudio(packet, bytes, codec, nowMs)
  }

  function takeKey(bytes: Uint8Array, nowMs: number): void {
    receiver.takePause(packet, nowMs)
    const key = takeKeyPacket(packet, bytes)
    if (key !== undefined) onKey?.(key)
  }

  function noteStatistics(countsForJitter: boolean, nowMs: number): void {
    packetsReceived++
    const { ssrc, sequence, timestamp } = packet
    if (reception?.ssrc !== ssrc) {
      if (reception) packetsLostBefore += lostOf(reception)
      reception = createStatistics(ssrc, sequence)
    }
    noteReceived(reception, sequence, timestamp, nowMs, countsForJitter)
  }

  function receiveRtcp(bytes: Uint8Array, from: Source): void {
    // RTCP of a NAT has another port; its host is the one of the audio.
    if (from.address !== latch.target().address && from.address !== agreement?.remoteRtcp?.address) {
      foreignPackets++
      return
    }
    const length = encryption.receiver ? encryption.receiver.unprotectRtcp(bytes) : bytes.length
    const report = length === undefined ? undefined : readRtcp(bytes, length, sender.ssrc)
    if (!report) return
    heard(now())
    reports.take(report, now())
  }

  function heard(nowMs: number): void {
    heardMs = nowMs
    hasHeard = true
  }

  function sendPacket(bytes: Uint8Array, length: number): void {
    const total = encryption.sender ? encryption.sender.protectRtp(bytes, length) : length
    ports.rtp.send(bytes, total, latch.target())
  }

  function sendReport(current: MediaAgreement, isEnd: boolean): void {
    const bytes = buffer()
    const length = reports.write(bytes, sender, reception, now(), isEnd)
    const total = encryption.sender ? encryption.sender.protectRtcp(bytes, length) : length
    const learned = latch.learned()
    const to = learned
      ? { address: learned.address, port: current.rtcpMux ? learned.port : learned.port + 1 }
      : current.remoteRtcp
    if (to && isIP(to.address) !== 0 && to.port <= 65_535)
      (current.rtcpMux ? ports.rtp : (ports.rtcp ?? ports.rtp)).send(bytes, total, to)
  }

  function buffer(): Uint8Array {
    nextBuffer = (nextBuffer + 1) % packetBuffers
    return buffers[nextBuffer]!
  }

  function hasDestination({ hasNoDestination }: MediaAgreement): boolean {
    if (hasNoDestination) return false
    const { address } = latch.target()
    if (address !== destination && isIP(address) === 0) return false
    destination = address
    return true
  }

  function checkTimeout({ direction }: MediaAgreement, nowMs: number): void {
    const silentMs = nowMs - heardMs
    if (hasTimedOut || direction !== 'sendrecv' || silentMs < (hasHeard ? timeoutMs : firstTimeoutMs)) return
    hasTimedOut = true
    onTimeout?.(silentMs)
  }

  return {
    start: takeAgreement,
    change: takeAgreement,
    sendFrame(frame) {
      if (!agreement || isClosed) return
      const nowMs = now()
      if (canSend(agreement.direction) && hasDestination(agreement)) {
        const bytes = buffer()
        const length = sender.next(frame, bytes, nowMs)
        if (length > 0) sendPacket(bytes, length)
      } else sender.skip(nowMs)
      if (!agreement.hasNoDestination && reports.isDue(nowMs)) sendReport(agreement, false)
      onFrame?.(receiver.nextFrame(nowMs))
      checkTimeout(agreement, nowMs)
    },
    sendKeys: (keys) => sender.sendKeys(keys),
    statistics: () => ({
      ...receiver.counts,
      packetsSent: sender.packets,
      packetsReceived,
      packetsLost: packetsLostBefore + (reception ? lostOf(reception) : 0),
      jitterMs: (reception?.jitter ?? 0) / 8,
      delayMs: receiver.delayMs(),
      roundTripMs: reports.roundTripMs,
      remoteLoss: reports.remoteLoss,
      foreignPackets,
      unauthenticPackets: encryption.receiver?.dropped.unauthentic ?? 0,
      replayedPackets: encryption.receiver?.dropped.replayed ?? 0,
    }),
    [Symbol.dispose]() {
      if (isClosed) return
      isClosed = true
      if (agreement && !agreement.hasNoDestination && sender.packets > 0) sendReport(agreement, true)
      ports.close()
    },
  }
}
