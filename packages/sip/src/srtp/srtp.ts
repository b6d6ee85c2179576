// Encrypts and decrypts RTP and RTCP packets in place (RFC 3711), with AES-CM-128 and HMAC-SHA1.
import { createPacketIndex, isReplay, notePacket, type PacketIndex, rolloversOf } from './replay.ts'
import { createKeyStream, deriveKey, labels, type SrtpKey, writeCounter } from './session-keys.ts'
import { createAuthenticate } from './sha1.ts'

/** What a packet grows by at most: four bytes of SRTCP's index and ten of its tag. */
export const srtpOverhead = 14
/** Larger packets are not telephone audio. */
const maxPacketBytes = 2_000
/** RTCP has a tag of 80 bits with both suites (RFC 4568, sections 6.2.1 and 6.2.2). */
const rtcpTagBytes = 10
const encryptedFlag = 0x8000_0000
/** An SSRC gets a state only after its first packet was authenticated, so only the other side can fill these. */
const maxSources = 16

function createContext(master: SrtpKey, { encryption, authentication, salt }: Record<keyof typeof labels.rtp, number>) {
  const counter = new Uint8Array(16)
  const sessionSalt = deriveKey(master, salt, 14)
  const applyKeyStream = createKeyStream(deriveKey(master, encryption, 16))
  return {
    authenticate: createAuthenticate(deriveKey(master, authentication, 20)),
    crypt(bytes: Uint8Array, start: number, end: number, ssrc: number, high: number, low: number): void {
      writeCounter(counter, sessionSalt, ssrc, high, low)
      applyKeyStream(bytes, start, end, counter)
    },
  }
}

/** Tags of 80 or 32 bits (RFC 4568, section 6.2). */
const tagBytesOf = ({ suite }: SrtpKey): number => (suite === 'AES_CM_128_HMAC_SHA1_32' ? 4 : 10)

const uint32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0

function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  for (let index = 0; index < 4; index++) bytes[at + index] = value >>> (24 - 8 * index)
}

/** Where the payload of an RTP packet begins, after CSRC and extension; undefined if the packet ends before. */
function payloadStart(bytes: Uint8Array, length: number): number | undefined {
  if (length < 12 || length > maxPacketBytes || bytes[0]! >> 6 !== 2) return undefined
  let start = 12 + 4 * (bytes[0]! & 0x0f)
  if (bytes[0]! & 0x10) {
    if (start + 4 > length) return undefined
    start += 4 + 4 * ((bytes[start + 2]! << 8) | bytes[start + 3]!)
  }
  return start <= length ? start : undefined
}

/** Compares in constant time. */
function isEqual(tag: Uint8Array, bytes: Uint8Array, at: number, length: number): boolean {
  let difference = 0
  for (let index = 0; index < length; index++) difference |= tag[index]! ^ bytes[at + index]!
  return difference === 0
}

export interface SrtpSender {
  /**
   * Encrypts a packet of `length` bytes in place. The array has room for `srtpOverhead` bytes more. Returns the new
   * length. All packets have the same SSRC and rising sequence numbers.
   */
  protectRtp(packet: Uint8Array, length: number): number
  protectRtcp(packet: Uint8Array, length: number): number
}

export function createSrtpSender(master: SrtpKey): SrtpSender {
  const rtp = createContext(master, labels.rtp)
  const rtcp = createContext(master, labels.rtcp)
  const tagBytes = tagBytesOf(master)
  const index = createPacketIndex()
  let rtcpIndex = 0
  return {
    protectRtp(packet, length) {
      const sequence = (packet[2]! << 8) | packet[3]!
      const rollovers = rolloversOf(index, sequence)
      notePacket(index, rollovers, sequence)
      rtp.crypt(packet, payloadStart(packet, length) ?? 12, length, uint32(packet, 8), rollovers, sequence)
      packet.set(rtp.authenticate(packet, length, rollovers).subarray(0, tagBytes), length)
      return length + tagBytes
    },
    protectRtcp(packet, length) {
      rtcpIndex = (rtcpIndex + 1) % encryptedFlag
      rtcp.crypt(packet, 8, length, uint32(packet, 4), rtcpIndex >>> 16, rtcpIndex & 0xffff)
      const flagged = (encryptedFlag | rtcpIndex) >>> 0
      writeUint32(packet, length, flagged)
      packet.set(rtcp.authenticate(packet, length, flagged).subarray(0, rtcpTagBytes), length + 4)
      return length + 4 + rtcpTagBytes
    },
  }
}

export interface SrtpReceiver {
  /**
   * Authenticates a packet and decrypts it in place. Returns its length without the tag, or undefined for a packet to
   * drop: not authentic, received before, or too short. Such packets change nothing except the counts.
   */
  unprotectRtp(packet: Uint8Array): number | undefined
  unprotectRtcp(packet: Uint8Array): number | undefined
  /** Packets that were dropped. */
  readonly dropped: { unauthentic: number; replayed: number }
}

export function createSrtpReceiver(master: SrtpKey): SrtpReceiver {
  const rtp = createContext(master, labels.rtp)
  const rtcp = createContext(master, labels.rtcp)
  const tagBytes = tagBytesOf(master)
  // The identifier is between payload and tag, and not authenticated. There is one key, so its value says nothing.
  const { mkiBytes = 0 } = master
  const sources = new Map<number, PacketIndex>()
  const rtcpSources = new Map<number, PacketIndex>()
  const dropped = { unauthentic: 0, replayed: 0 }

  return {
    dropped,
    unprotectRtp(packet) {
      const length = packet.length - tagBytes - mkiBytes
      const start = payloadStart(packet, length)
      if (start === undefined) return refuse(dropped, 'unauthentic')
      const ssrc = uint32(packet, 8)
      const sequence = (packet[2]! << 8) | packet[3]!
      const index = sources.get(ssrc) ?? createPacketIndex()
      const rollovers = rolloversOf(index, sequence)
      if (rollovers < 0 || isReplay(index, rollovers, sequence)) return refuse(dropped, 'replayed')
      if (!isEqual(rtp.authenticate(packet, length, rollovers), packet, length + mkiBytes, tagBytes))
        return refuse(dropped, 'unauthentic')
      note(sources, ssrc, index, rollovers, sequence)
      rtp.crypt(packet, start, length, ssrc, rollovers, sequence)
      return length
    },
    unprotectRtcp(packet) {
      const length = packet.length - rtcpTagBytes - 4 - mkiBytes
      if (length < 8 || packet.length > maxPacketBytes) return refuse(dropped, 'unauthentic')
      const flagged = uint32(packet, length)
      const ssrc = uint32(packet, 4)
      const [rollovers, sequence] = [(flagged & 0x7fff_ffff) >>> 16, flagged & 0xffff]
      const index = rtcpSources.get(ssrc) ?? createPacketIndex()
      if (isReplay(index, rollovers, sequence)) return refuse(dropped, 'replayed')
      if (!isEqual(rtcp.authenticate(packet, length, flagged), packet, length + 4 + mkiBytes, rtcpTagBytes))
        return refuse(dropped, 'unauthentic')
      note(rtcpSources, ssrc, index, rollovers, sequence)
      if (flagged >= encryptedFlag) rtcp.crypt(packet, 8, length, ssrc, rollovers, sequence)
      return length
    },
  }
}

function refuse(dropped: SrtpReceiver['dropped'], reason: keyof SrtpReceiver['dropped']): undefined {
  dropped[reason]++
}

function note(
  sources: Map<number, PacketIndex>,
  ssrc: number,
  index: PacketIndex,
  rollovers: number,
  sequence: number,
) {
  notePacket(index, rollovers, sequence)
  if (sources.has(ssrc)) return
  const [oldest] = sources.keys()
  if (sources.size >= maxSources) sources.delete(oldest!)
  sources.set(ssrc, index)
}
