// Reads and writes compound RTCP packets: reports, the canonical name and the end of a source (RFC 3550, section 6).
import { readUint32, writeUint32 } from './packet.ts'
import type { ReceptionReport } from './statistics.ts'

const types = { senderReport: 200, receiverReport: 201, description: 202, bye: 203 }
const maxPackets = 16
const reportBytes = 24

/** Middle 32 bits of an NTP timestamp: 1/65,536 s (RFC 3550, section 4). */
export const middleNtp = (nowMs: number): number => Math.floor((nowMs / 1_000) * 65_536) >>> 0

export interface OutgoingReport {
  ssrc: number
  /** The time since an arbitrary start, which section 6.4.1 permits. */
  nowMs: number
  rtpTimestamp: number
  packets: number
  octets: number
  /** Undefined: nothing was received. */
  reception: (ReceptionReport & { lastReport: number; sinceLastReport: number }) | undefined
  /** The canonical name of up to 64 ASCII characters, without personal data (RFC 7022). */
  cname: string
  isEnd: boolean
}

/** Writes a sender report, the canonical name, and BYE at the end. Returns the length, at most 200 bytes. */
export function writeRtcp(bytes: Uint8Array, report: OutgoingReport): number {
  const { ssrc, nowMs, reception } = report
  let at = 28 + (reception ? reportBytes : 0)
  head(bytes, 0, types.senderReport, reception ? 1 : 0, at, ssrc)
  writeUint32(bytes, 8, Math.floor(nowMs / 1_000))
  writeUint32(bytes, 12, Math.floor(((nowMs % 1_000) / 1_000) * 2 ** 32))
  writeUint32(bytes, 16, report.rtpTimestamp)
  writeUint32(bytes, 20, report.packets)
  writeUint32(bytes, 24, report.octets)
  if (reception) {
    writeUint32(bytes, 28, reception.ssrc)
    writeUint32(bytes, 32, (reception.fractionLost << 24) | reception.lost)
    writeUint32(bytes, 36, reception.highest)
    writeUint32(bytes, 40, reception.jitter)
    writeUint32(bytes, 44, reception.lastReport)
    writeUint32(bytes, 48, reception.sinceLastReport)
  }
  at += writeName(bytes, at, report)
  if (!report.isEnd) return at
  head(bytes, at, types.bye, 1, 8, ssrc)
  return at + 8
}

/** The item CNAME (section 6.5.1), and zeros up to a multiple of four bytes. */
function writeName(bytes: Uint8Array, at: number, { ssrc, cname }: OutgoingReport): number {
  const length = 8 + 4 * Math.ceil((2 + cname.length + 1) / 4)
  bytes.fill(0, at, at + length)
  head(bytes, at, types.description, 1, length, ssrc)
  bytes[at + 8] = 1
  bytes[at + 9] = cname.length
  for (let index = 0; index < cname.length; index++) bytes[at + 10 + index] = cname.charCodeAt(index)
  return length
}

function head(bytes: Uint8Array, at: number, type: number, count: number, length: number, ssrc: number): void {
  bytes[at] = 0x80 | count
  bytes[at + 1] = type
  bytes[at + 2] = (length / 4 - 1) >> 8
  bytes[at + 3] = length / 4 - 1
  writeUint32(bytes, at + 4, ssrc)
}

export interface IncomingReport {
  /** The source of the packet. */
  ssrc: number
  /** Middle 32 bits of the time of a sender report. */
  senderReport: number | undefined
  /** What the other side reports about the source that was asked for. */
  reception:
    | { fractionLost: number; lost: number; jitter: number; lastReport: number; sinceLastReport: number }
    | undefined
  isEnd: boolean
}

/** Reads a compound packet, as far as it is about our source. Returns undefined for bytes that are no RTCP. */
export function readRtcp(bytes: Uint8Array, length: number, ownSsrc: number): IncomingReport | undefined {
  const first = bytes[1]!
  if (length < 8 || (first !== types.senderReport && first !== types.receiverReport)) return undefined
  const result: IncomingReport = {
    ssrc: readUint32(bytes, 4),
    senderReport: undefined,
    reception: undefined,
    isEnd: false,
  }
  for (let at = 0, count = 0; at + 8 <= length && count < maxPackets; count++) {
    if (bytes[at]! >> 6 !== 2) return undefined
    const end = at + 4 * (((bytes[at + 2]! << 8) | bytes[at + 3]!) + 1)
    if (end > length) return undefined
    const type = bytes[at + 1]!
    if (type === types.senderReport && at + 28 <= end)
      result.senderReport = ((readUint32(bytes, at + 8) << 16) | (readUint32(bytes, at + 12) >>> 16)) >>> 0
    if (type === types.senderReport) readReception(result, bytes, at, at + 28, end, ownSsrc)
    if (type === types.receiverReport) readReception(result, bytes, at, at + 8, end, ownSsrc)
    if (type === types.bye && readUint32(bytes, at + 4) === result.ssrc) result.isEnd = true
    at = end
  }
  return result
}

function readReception(
  result: IncomingReport,
  bytes: Uint8Array,
  packet: number,
  start: number,
  end: number,
  ownSsrc: number,
): void {
  const count = bytes[packet]! & 0x1f
  for (let index = 0, at = start; index < count && at + reportBytes <= end; index++, at += reportBytes) {
    if (readUint32(bytes, at) !== ownSsrc) continue
    result.reception = {
      fractionLost: bytes[at + 4]!,
      // 24 bits with a sign.
      lost: (readUint32(bytes, at + 4) << 8) >> 8,
      jitter: readUint32(bytes, at + 12),
      lastReport: readUint32(bytes, at + 16),
      sinceLastReport: readUint32(bytes, at + 20),
    }
  }
}

/** The round trip in milliseconds, if the other side has received a report of ours (RFC 3550, section 6.4.1). */
export function roundTripOf({ reception }: IncomingReport, nowMs: number): number | undefined {
  if (!reception || reception.lastReport === 0) return undefined
  const units = (middleNtp(nowMs) - reception.lastReport - reception.sinceLastReport) | 0
  return units < 0 || units > 65_536 * 60 ? undefined : (units / 65_536) * 1_000
}
