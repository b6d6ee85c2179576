// Keeps the RTCP of a stream: when the next report is due, what it says, and what the other side has reported.
import { type IncomingReport, middleNtp, roundTripOf, writeRtcp } from './rtcp.ts'
import type { Sender } from './sender.ts'
import { type ReceptionStatistics, takeReport } from './statistics.ts'

/** The interval for two participants, from half to one and a half times (RFC 3550, section 6.3.1). */
const intervalMs = 5_000

export interface Reports {
  isDue(nowMs: number): boolean
  /** Writes the next compound packet and returns its length. */
  write(
    bytes: Uint8Array,
    sender: Sender,
    reception: ReceptionStatistics | undefined,
    nowMs: number,
    isEnd: boolean,
  ): number
  take(report: IncomingReport, nowMs: number): void
  /** In milliseconds, once the other side has answered a report. */
  readonly roundTripMs: number | undefined
  /** The share of our packets that the other side has lost lately, from 0 to 1. */
  readonly remoteLoss: number | undefined
}

/** `random` returns a number from 0 to 1. */
export function createReports(cname: string, random: () => number): Reports {
  let nextMs: number | undefined
  let last: { ssrc: number; middle: number; atMs: number } | undefined
  let roundTripMs: number | undefined
  let remoteLoss: number | undefined

  const schedule = (nowMs: number, interval: number): void => {
    nextMs = nowMs + interval * (0.5 + random())
  }

  return {
    get roundTripMs() {
      return roundTripMs
    },
    get remoteLoss() {
      return remoteLoss
    },
    isDue(nowMs) {
      if (nextMs === undefined) schedule(nowMs, intervalMs / 2)
      return nowMs >= nextMs!
    },
    write(bytes, sender, reception, nowMs, isEnd) {
      schedule(nowMs, intervalMs)
      const known = last && last.ssrc === reception?.ssrc ? last : undefined
      const { ssrc, timestamp, packets, octets } = sender
      return writeRtcp(bytes, {
        ...{ ssrc, nowMs, rtpTimestamp: timestamp, packets, octets, cname, isEnd },
        reception: reception && {
          ...takeReport(reception),
          lastReport: known?.middle ?? 0,
          sinceLastReport: known ? middleNtp(nowMs - known.atMs) : 0,
        },
      })
    },
    take(report, nowMs) {
      if (report.senderReport !== undefined) last = { ssrc: report.ssrc, middle: report.senderReport, atMs: nowMs }
      if (report.reception) remoteLoss = report.reception.fractionLost / 256
      roundTripMs = roundTripOf(report, nowMs) ?? roundTripMs
    },
  }
}
