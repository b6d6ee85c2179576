// Reads and writes the headers of RTP packets without allocation (RFC 3550, section 5.1).

/** Where the fields of a packet are. One object serves all packets of a stream. */
export interface RtpPacket {
  payloadType: number
  hasMarker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** The payload, without padding, as offsets in the bytes. */
  start: number
  end: number
}

export const rtpHeaderBytes = 12
/** Larger than every packet of 200 ms of telephone audio. */
export const maxRtpBytes = 2_000

export const createPacket = (): RtpPacket => ({
  ...{ payloadType: 0, hasMarker: false, sequence: 0, timestamp: 0, ssrc: 0, start: 0, end: 0 },
})

export const readUint32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
}

/** Fills the packet from the first `length` bytes. Returns false for bytes that are no RTP packet. */
export function readPacket(bytes: Uint8Array, length: number, packet: RtpPacket): boolean {
  if (length < rtpHeaderBytes || length > maxRtpBytes) return false
  const [first, second] = [bytes[0]!, bytes[1]!]
  if (first >> 6 !== 2) return false
  let start = rtpHeaderBytes + 4 * (first & 0x0f)
  if (first & 0x10) {
    if (start + 4 > length) return false
    start += 4 + 4 * ((bytes[start + 2]! << 8) | bytes[start + 3]!)
  }
  // The last byte of padding counts all of it, including itself.
  const padding = first & 0x20 ? bytes[length - 1]! : 0
  if (start + padding > length || (first & 0x20 && padding === 0)) return false
  packet.payloadType = second & 0x7f
  packet.hasMarker = second >= 0x80
  packet.sequence = (bytes[2]! << 8) | bytes[3]!
  packet.timestamp = readUint32(bytes, 4)
  packet.ssrc = readUint32(bytes, 8)
  packet.start = start
  packet.end = length - padding
  return true
}

/** Writes a header of 12 bytes. */
export function writeHeader(
  bytes: Uint8Array,
  { payloadType, hasMarker, sequence, timestamp, ssrc }: Omit<RtpPacket, 'start' | 'end'>,
): void {
  bytes[0] = 0x80
  bytes[1] = (hasMarker ? 0x80 : 0) | payloadType
  bytes[2] = sequence >> 8
  bytes[3] = sequence
  writeUint32(bytes, 4, timestamp)
  writeUint32(bytes, 8, ssrc)
}

/** Whether a packet on a shared port is RTCP (RFC 5761, section 4). */
export const isRtcp = (bytes: Uint8Array): boolean => bytes.length >= 8 && bytes[1]! >= 192 && bytes[1]! <= 223
