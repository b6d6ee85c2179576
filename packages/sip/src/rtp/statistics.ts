// Statistics of received packets: loss and jitter (RFC 3550, appendix A).

/** One source (SSRC). */
export interface ReceptionStatistics {
  ssrc: number
  received: number
  /** The extended sequence numbers of the first packet and of the highest one. */
  first: number
  highest: number
  /** In units of the timestamp (RFC 3550, section 6.4.1). */
  jitter: number
  transit: number | undefined
  /** What the last report said was expected and received. */
  reportedExpected: number
  reportedReceived: number
}

/** The timestamp units of all our codecs and of telephone-event. */
const unitsPerMs = 8

export const createStatistics = (ssrc: number, sequence: number): ReceptionStatistics => ({
  ...{ ssrc, received: 0, first: sequence, highest: sequence },
  ...{ jitter: 0, transit: undefined, reportedExpected: 0, reportedReceived: 0 },
})

/** `counts` is false for packets whose timestamp is not their time, such as those of keys. */
export function noteReceived(
  statistics: ReceptionStatistics,
  sequence: number,
  timestamp: number,
  nowMs: number,
  countsForJitter: boolean,
): void {
  statistics.received++
  const ahead = ((sequence - statistics.highest) << 16) >> 16
  if (ahead > 0) statistics.highest += ahead
  if (!countsForJitter) return
  const transit = (Math.round(nowMs * unitsPerMs) - timestamp) | 0
  const { transit: last } = statistics
  statistics.transit = transit
  if (last === undefined) return
  const difference = Math.abs((transit - last) | 0)
  // A pause or a new time base is no jitter.
  if (difference < unitsPerMs * 1_000) statistics.jitter += (difference - statistics.jitter) / 16
}

const expectedOf = ({ first, highest }: ReceptionStatistics): number => highest - first + 1

/** Lost packets; never negative here, although duplicates could make it so. */
export const lostOf = (statistics: ReceptionStatistics): number =>
  Math.max(0, expectedOf(statistics) - statistics.received)

export interface ReceptionReport {
  ssrc: number
  /** Lost packets since the last report, in 256ths. */
  fractionLost: number
  lost: number
  highest: number
  jitter: number
}

/** The next report, which covers the time since the last one (RFC 3550, appendix A.3). */
export function takeReport(statistics: ReceptionStatistics): ReceptionReport {
  const expected = expectedOf(statistics) - statistics.reportedExpected
  const received = statistics.received - statistics.reportedReceived
  statistics.reportedExpected += expected
  statistics.reportedReceived = statistics.received
  const fraction = expected > 0 ? Math.floor((256 * Math.max(0, expected - received)) / expected) : 0
  return {
    ssrc: statistics.ssrc,
    fractionLost: Math.min(255, fraction),
    lost: Math.min(0x7f_ffff, lostOf(statistics)),
    highest: statistics.highest >>> 0,
    jitter: Math.floor(statistics.jitter),
  }
}
