// Tests of keys as telephone events in both directions (RFC 4733).
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createKeyFilter, createKeyReceiver } from '../../src/rtp/keys-in.ts'
import { createPacket, readPacket } from '../../src/rtp/packet.ts'
import { createSender } from '../../src/rtp/sender.ts'
import { rtpPacket } from './network-fixtures.ts'

interface EventPacket {
  key?: number
  timestamp: number
  duration: number
  isEnd?: boolean
  sequence?: number
  hasMarker?: boolean
  ssrc?: number
}

const event = ({
  key = 5,
  timestamp,
  duration,
  isEnd = false,
  sequence = 1,
  hasMarker = false,
  ssrc = 1,
}: EventPacket) =>
  rtpPacket(Uint8Array.of(key, isEnd ? 0x8a : 0x0a, duration >> 8, duration), {
    payloadType: 101,
    ...{ sequence, timestamp, hasMarker, ssrc },
  })

function keysOf(packets: readonly Uint8Array[]): string {
  const take = createKeyReceiver()
  const packet = createPacket()
  return packets.map((bytes) => (readPacket(bytes, bytes.length, packet) ? (take(packet, bytes) ?? '') : '')).join('')
}

const press = (timestamp: number, key = 5, sequence = 1): Uint8Array[] => [
  ...[160, 320, 480, 640].map((duration) => event({ key, timestamp, duration, sequence, hasMarker: duration === 160 })),
  ...[1, 2, 3].map(() => event({ key, timestamp, duration: 800, isEnd: true, sequence })),
]

describe('Keys that are received', () => {
  it('count once with three ends, and twice if they are pressed twice', () => {
    assert.equal(keysOf(press(1_000)), '5')
    assert.equal(keysOf([...press(1_000), ...press(3_000)]), '55')
    assert.equal(keysOf([...press(1_000, 10), ...press(3_000, 11), ...press(5_000, 15)]), '*#D')
  })

  it('need no marker, no beginning and no rising sequence number', () => {
    for (let first = 0; first < 7; first++) assert.equal(keysOf(press(1_000).slice(first)), '5')
    assert.equal(keysOf([0, 1, 2].map((index) => event({ timestamp: 9, duration: 160 * index, sequence: 7 }))), '5')
  })

  it('count once in any order, with loss and repetition, even if the next key has begun', () => {
    const packets = [...press(1_000, 1), ...press(3_000, 2)]
    fc.assert(
      fc.property(fc.shuffledSubarray(packets, { minLength: 1 }), (some) => {
        const keys = keysOf([...some, ...some])
        assert.equal(new Set(keys).size, keys.length)
        assert.equal(
          keys.includes('1'),
          some.some((packet) => packet[12] === 1),
        )
      }),
    )
  })

  it('count once if a long key continues with another timestamp, and twice after an end', () => {
    const segment = (timestamp: number) => [160, 8_000].map((duration) => event({ timestamp, duration }))
    assert.equal(keysOf([...segment(1_000), ...segment(9_000), ...segment(17_000)]), '5')
    assert.equal(
      keysOf([...segment(1_000), event({ timestamp: 1_000, duration: 8_000, isEnd: true }), ...segment(9_000)]),
      '55',
    )
    assert.equal(
      keysOf([event({ timestamp: 1_000, duration: 160 }), event({ timestamp: 1_160, duration: 160, hasMarker: true })]),
      '55',
    )
  })

  it('may pause for more than a second in the middle', () => {
    assert.equal(
      keysOf([event({ timestamp: 1, duration: 160 }), event({ timestamp: 1, duration: 10_560, isEnd: true })]),
      '5',
    )
  })

  it('exclude other events and short packets', () => {
    assert.equal(
      keysOf([event({ key: 16, timestamp: 1, duration: 160 }), event({ key: 66, timestamp: 2, duration: 160 })]),
      '',
    )
    assert.equal(keysOf([rtpPacket(Uint8Array.of(5, 0, 1), { sequence: 1, timestamp: 1 })]), '')
  })

  it('are one press within 200 ms on several paths', () => {
    const isNew = createKeyFilter()
    assert.deepEqual(
      [
        isNew('5', 'rtp', 0),
        isNew('5', 'info', 150),
        isNew('5', 'tone', 190),
        isNew('6', 'info', 190),
        isNew('5', 'rtp', 195),
      ],
      [true, false, false, true, true],
    )
    assert.equal(isNew('5', 'tone', 500), true)
  })

  const folder = '/usr/share/sip-tester'
  const skip = existsSync(`${folder}/dtmf_2833_1.pcap`) ? false : 'The captures of SIPp are not installed.'
  it('are recognized in the captures of SIPp', { skip }, () => {
    const names: [string, string][] = [...'0123456789'].map((key) => [key, key])
    for (const [name, key] of [...names, ['star', '*'], ['pound', '#']] as const)
      assert.equal(keysOf(udpPayloads(readFileSync(`${folder}/dtmf_2833_${name}.pcap`))), key, name)
  })
})

/** The payloads of UDP over IPv4 over Ethernet or Linux's cooked capture in a file of tcpdump. */
function udpPayloads(file: Buffer): Uint8Array[] {
  const isBig = file.readUInt32BE(0) === 0xa1b2c3d4
  const uint32 = (at: number) => (isBig ? file.readUInt32BE(at) : file.readUInt32LE(at))
  const linkBytes = uint32(20) === 113 ? 16 : 14
  const payloads: Uint8Array[] = []
  for (let at = 24; at + 16 <= file.length; at += 16 + uint32(at + 8)) {
    const ip = at + 16 + linkBytes
    const udp = ip + 4 * (file[ip]! & 0x0f)
    payloads.push(new Uint8Array(file.subarray(udp + 8, udp + file.readUInt16BE(udp + 4))))
  }
  return payloads
}

describe('Keys that are sent', () => {
  function sent(keys: string, ticks: number) {
    const sender = createSender({ ssrc: 1, sequence: 100, timestamp: 1_000 })
    sender.change({ codec: 'PCMU', payloadType: 0, events: { sends: 96, receives: 101 }, ptimeMs: 20 })
    assert.equal(sender.sendKeys(keys), true)
    const packets: Uint8Array[] = []
    for (let tick = 0; tick < ticks; tick++) {
      const bytes = new Uint8Array(512)
      packets.push(bytes.slice(0, sender.next(undefined, bytes, tick * 20)))
    }
    return packets
  }

  it('have one timestamp, rising durations of 100 ms, three ends and a gap of 60 ms', () => {
    const packets = sent('1#', 17)
    const fields = packets.map((bytes) => {
      const view = new DataView(bytes.buffer)
      const head = [bytes[1]!, view.getUint16(2), view.getUint32(4)]
      return bytes.length === 16 ? [...head, bytes[12]!, bytes[13]! >> 7, view.getUint16(14)] : head
    })
    assert.deepEqual(fields.slice(0, 10), [
      [0x80 | 96, 100, 1_000, 1, 0, 160],
      [96, 101, 1_000, 1, 0, 320],
      [96, 102, 1_000, 1, 0, 480],
      [96, 103, 1_000, 1, 0, 640],
      [96, 104, 1_000, 1, 1, 800],
      [96, 105, 1_000, 1, 1, 800],
      [96, 106, 1_000, 1, 1, 800],
      [0x80, 107, 2_120],
      [0x80 | 96, 108, 2_280, 11, 0, 160],
      [96, 109, 2_280, 11, 0, 320],
    ])
    // Audio begins again with a marker.
    assert.deepEqual(fields.slice(15), [
      [0x80, 115, 3_400],
      [0, 116, 3_560],
    ])
  })

  it('are recognized by the receiver', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9*#A-D]{1,12}$/), (keys) => {
        const packets = sent(keys, 8 * keys.length + 1)
        assert.equal(keysOf(packets.filter((bytes) => (bytes[1]! & 0x7f) === 96)), keys)
      }),
      { numRuns: 30 },
    )
  })

  it('are refused for other characters, too many, or if the other side does not take them', () => {
    const sender = createSender({ ssrc: 1, sequence: 1, timestamp: 1 })
    assert.equal(sender.sendKeys('1'), false)
    sender.change({ codec: 'PCMU', payloadType: 0, events: { sends: 96, receives: 101 }, ptimeMs: 20 })
    assert.equal(sender.sendKeys('1x'), false)
    assert.equal(sender.sendKeys('1'.repeat(65)), false)
    assert.equal(sender.sendKeys('abcd'), true)
  })
})
