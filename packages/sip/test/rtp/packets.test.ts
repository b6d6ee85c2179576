// Tests of RTP headers, RTCP packets and the statistics of RFC 3550.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createPacket, isRtcp, readPacket, writeHeader } from '../../src/rtp/packet.ts'
import { middleNtp, type OutgoingReport, readRtcp, roundTripOf, writeRtcp } from '../../src/rtp/rtcp.ts'
import { createStatistics, lostOf, noteReceived, takeReport } from '../../src/rtp/statistics.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

function read(packet: Uint8Array) {
  const result = createPacket()
  return readPacket(packet, packet.length, result) ? result : undefined
}

describe('An RTP header', () => {
  it('is read as it was written', () => {
    const header = fc.record({
      payloadType: fc.nat(127),
      hasMarker: fc.boolean(),
      sequence: fc.nat(65_535),
      timestamp: fc.nat(0xffff_ffff),
      ssrc: fc.nat(0xffff_ffff),
    })
    fc.assert(
      fc.property(header, fc.nat(300), (fields, size) => {
        const packet = new Uint8Array(12 + size)
        writeHeader(packet, fields)
        assert.deepEqual(read(packet), { ...fields, start: 12, end: 12 + size })
      }),
    )
  })

  it('may have CSRC, an extension and padding', () => {
    const packet = read(bytes('b280 0001 0000000a 00000001 00000002 00000003 bede0001 aabbccdd 555555 0002'))
    assert.deepEqual([packet?.start, packet?.end], [28, 31])
  })

  it('is refused if its parts are longer than the packet, and for another version', () => {
    for (const hex of [
      '8000 0001 0000000a 000000',
      '4000 0001 0000000a 00000001 55',
      '8f00 0001 0000000a 00000001 55',
      '9000 0001 0000000a 00000001 bede',
      '9000 0001 0000000a 00000001 bedeffff',
      'a000 0001 0000000a 00000001 5509',
      'a000 0001 0000000a 00000001 5500',
    ])
      assert.equal(read(bytes(hex)), undefined, hex)
    assert.equal(read(new Uint8Array(3_000).fill(0x80)), undefined)
  })

  it('is distinguished from RTCP on one port', () => {
    assert.ok(isRtcp(bytes('80c8000100000001')) && isRtcp(bytes('81cb000100000001')))
    assert.ok(!isRtcp(bytes('8000000100000001')) && !isRtcp(bytes('80e5000100000001')))
  })
})

const report: OutgoingReport = {
  ...{ ssrc: 0x1234, nowMs: 61_500, rtpTimestamp: 99, packets: 7, octets: 1_120, cname: 'abcdefgh', isEnd: false },
  reception: {
    ssrc: 9,
    fractionLost: 64,
    lost: 3,
    highest: 70_000,
    jitter: 12,
    lastReport: 77,
    sinceLastReport: 65_536,
  },
}

describe('RTCP', () => {
  it('is read as it was written, with and without reception and end', () => {
    for (const isEnd of [false, true])
      for (const reception of [report.reception, undefined]) {
        const packet = new Uint8Array(200)
        const length = writeRtcp(packet, { ...report, reception, isEnd })
        assert.equal(length % 4, 0)
        const taken = readRtcp(packet, length, 9)
        assert.deepEqual([taken?.ssrc, taken?.senderReport, taken?.isEnd], [0x1234, middleNtp(61_500), isEnd])
        const { fractionLost, lost, jitter, lastReport, sinceLastReport } = report.reception!
        assert.deepEqual(taken?.reception, reception && { fractionLost, lost, jitter, lastReport, sinceLastReport })
        assert.equal(readRtcp(packet, length, 10)?.reception, undefined)
      }
  })

  it('is bounded for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 120 }), (packet) => {
        packet[0] = 0x81
        packet[1] = 200 + (packet[1]! % 2)
        void readRtcp(packet, packet.length, 1)
      }),
    )
    assert.equal(readRtcp(bytes('80c9ffff00000001'), 8, 1), undefined)
  })

  it('measures the round trip', () => {
    const answer = { ssrc: 1, senderReport: undefined, isEnd: false }
    const reception = { fractionLost: 0, lost: 0, jitter: 0, lastReport: middleNtp(10_000), sinceLastReport: 32_768 }
    // Received 500 ms after our report, and answered 80 ms of travel later.
    assert.equal(Math.round(roundTripOf({ ...answer, reception }, 10_580)!), 80)
    assert.equal(roundTripOf({ ...answer, reception: { ...reception, lastReport: 0 } }, 10_580), undefined)
  })
})

describe('Statistics', () => {
  it('count loss over the wrap of the sequence number, and report the share since the last report', () => {
    const statistics = createStatistics(1, 65_530)
    for (const step of [0, 1, 2, 4, 6, 8])
      noteReceived(statistics, (65_530 + step) & 0xffff, step * 160, step * 20, true)
    assert.equal(lostOf(statistics), 3)
    assert.deepEqual(takeReport(statistics), { ssrc: 1, fractionLost: 85, lost: 3, highest: 65_538, jitter: 0 })
    noteReceived(statistics, 3, 9 * 160, 9 * 20, true)
    assert.equal(takeReport(statistics).fractionLost, 0)
  })

  it('have the jitter of RFC 3550, appendix A.8', () => {
    const statistics = createStatistics(1, 0)
    let expected = 0
    for (let index = 0; index < 100; index++) {
      noteReceived(statistics, index, index * 160, index * 20 + (index % 2) * 10, true)
      if (index > 0) expected += (80 - expected) / 16
    }
    assert.ok(Math.abs(statistics.jitter - expected) < 0.001)
  })
})
