// Tests of two media streams that talk to each other over a network in memory, in virtual time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mulawSilence } from '@parley/telephone'
import { createMediaStream, type DatagramPort, type MediaPorts, type MediaStreamOptions } from '../../src/rtp/index.ts'
import type { Source } from '../../src/rtp/latching.ts'
import type { CodecName, MediaAgreement } from '../../src/sdp/index.ts'
import { createSrtpSender } from '../../src/srtp/index.ts'
import { positionsOf, rtpPacket, samplesFrom, speak } from './network-fixtures.ts'

const here = { address: '192.0.2.1', port: 20_000 }
const there = { address: '192.0.2.2', port: 30_000 }
const key = (byte: number) => ({
  suite: 'AES_CM_128_HMAC_SHA1_80' as const,
  key: new Uint8Array(16).fill(byte),
  salt: new Uint8Array(14).fill(byte),
})

function agreement(remote: Source, change: Partial<MediaAgreement> = {}): MediaAgreement {
  return {
    ...{ codec: 'PCMU', payloadType: 0, events: { sends: 101, receives: 101 }, ptimeMs: 20, rtcpMux: false },
    receives: new Map<number, CodecName>([
      [0, 'PCMU'],
      [8, 'PCMA'],
      [9, 'G722'],
    ]),
    ...{ remote, remoteRtcp: { ...remote, port: remote.port + 1 }, direction: 'sendrecv', hasNoDestination: false },
    srtp: undefined,
    ...change,
  }
}

interface Sent {
  from: Source
  to: Source
  bytes: Uint8Array
}

function createNetwork() {
  const listeners = new Map<string, (bytes: Uint8Array, from: Source) => void>()
  const log: Sent[] = []
  let nowMs = 0
  let closed = 0
  /** Changes the source of packets, like a NAT. */
  let translate = (from: Source): Source => from
  const name = ({ address, port }: Source) => `${address} ${port}`

  const send = (from: Source, to: Source, bytes: Uint8Array): void => {
    log.push({ from, to, bytes })
    listeners.get(name(to))?.(bytes.slice(), translate(from))
  }
  const portAt = (source: Source): DatagramPort => ({
    port: source.port,
    send: (bytes, length, to) => send(source, { address: to.address, port: to.port }, bytes.slice(0, length)),
    listen: (receive) => void listeners.set(name(source), receive),
    close: () => {
      closed++
      listeners.delete(name(source))
    },
  })
  function stream(at: Source, options: Partial<MediaStreamOptions> = {}) {
    const [rtp, rtcp] = [portAt(at), portAt({ ...at, port: at.port + 1 })]
    const ports: MediaPorts = {
      ...{ rtp, rtcp },
      close: () => {
        rtp.close()
        rtcp.close()
      },
    }
    const frames: Uint8Array[] = []
    const keys: string[] = []
    const media = createMediaStream({
      ...{ ports, now: () => nowMs, randomBytes: (count) => new Uint8Array(count).fill(at.port / 256) },
      onFrame: (frame) => frames.push(frame.slice()),
      onKey: (pressed) => keys.push(pressed),
      ...options,
    })
    return { media, frames, keys }
  }
  return {
    ...{ log, send, stream },
    closed: () => closed,
    setTranslation: (next: typeof translate) => (translate = next),
    passMs: (ms: number) => (nowMs += ms),
  }
}

/** A call of two streams, which sends the test audio in both directions for a number of ticks. */
function createCall(change: Partial<MediaAgreement> = {}, changeThere: Partial<MediaAgreement> = change) {
  const network = createNetwork()
  const [a, b] = [network.stream(here), network.stream(there)]
  let tick = 0
  a.media.start(agreement(there, change))
  b.media.start(agreement(here, changeThere))
  return {
    ...{ ...network, a, b },
    run(ticks: number) {
      for (const end = tick + ticks; tick < end; tick++) {
        a.media.sendFrame(samplesFrom(tick * 160, 160))
        b.media.sendFrame(samplesFrom(tick * 160, 160))
        network.passMs(20)
      }
    },
  }
}

const heard = (frames: Uint8Array[]) => positionsOf(frames, 120_000).filter((position) => position !== undefined)
const isSilent = (frame: Uint8Array) => frame.every((byte) => byte === mulawSilence)

describe('A media stream', () => {
  it('carries every frame in both directions within 40 ms', () => {
    const { a, b, run } = createCall()
    run(100)
    for (const { frames } of [a, b]) {
      assert.equal(frames.length, 100)
      assert.deepEqual(
        heard(frames),
        Array.from({ length: heard(frames).length }, (_, index) => index * 160),
      )
      assert.ok(heard(frames).length >= 98)
    }
  })

  it('carries A-law and G.722', () => {
    for (const [codec, payloadType] of [
      ['PCMA', 8],
      ['G722', 9],
    ] as const) {
      const { a, run } = createCall({ codec, payloadType })
      run(60)
      assert.equal(a.media.statistics().packetsReceived >= 58, true)
      assert.ok(a.frames.filter((frame) => !isSilent(frame)).length >= 57)
      assert.equal(a.media.statistics().concealedSamples, 0)
    }
  })

  it('encrypts with SRTP, keeps the state over a new agreement with the same keys, and takes a new key', () => {
    const [first, second] = [key(1), key(2)]
    const { a, b, run, log } = createCall(
      { srtp: { sends: first, receives: second } },
      { srtp: { sends: second, receives: first } },
    )
    run(30)
    assert.ok(log.every(({ bytes }) => bytes.length !== 172))
    a.media.change(agreement(there, { srtp: { sends: key(1), receives: key(2) } }))
    run(30)
    b.media.change(agreement(here, { srtp: { sends: key(3), receives: key(1) } }))
    a.media.change(agreement(there, { srtp: { sends: key(1), receives: key(3) } }))
    run(30)
    assert.ok(heard(a.frames).length >= 86 && heard(b.frames).length >= 86)
    assert.equal(a.media.statistics().unauthenticPackets, 0)
    a.media.change(agreement(there, { srtp: { sends: key(1), receives: key(4) } }))
    run(10)
    assert.ok(a.media.statistics().unauthenticPackets >= 9)
  })

  it('carries keys once each', () => {
    const { a, b, run } = createCall()
    run(5)
    assert.equal(a.media.sendKeys('12*#'), true)
    run(50)
    assert.deepEqual(b.keys.join(''), '12*#')
    assert.equal(b.media.statistics().concealedSamples, 0)
  })

  it('is held and resumed: nothing is sent, nothing is heard, and both return', () => {
    const { a, b, run, log } = createCall()
    run(20)
    a.media.change(
      agreement(there, { direction: 'inactive', hasNoDestination: true, remote: { address: '0.0.0.0', port: 30_000 } }),
    )
    b.media.change(agreement(here, { direction: 'inactive' }))
    const before = log.length
    run(20)
    assert.equal(log.slice(before).filter(({ bytes }) => bytes.length === 172).length, 0)
    assert.ok(a.frames.slice(28).every(isSilent))
    a.media.change(agreement(there))
    b.media.change(agreement(here))
    run(20)
    assert.ok(heard(a.frames.slice(40)).length >= 18)
    assert.ok(heard(b.frames.slice(40)).length >= 18)
    const ssrcs = new Set(
      log.filter(({ from }) => from.port === 20_000).map(({ bytes }) => Buffer.from(bytes).readUInt32BE(8)),
    )
    assert.equal(ssrcs.size, 1)
  })

  it('learns the address of a source behind a NAT, and sends there, RTCP included', () => {
    const { a, b, run, log, setTranslation } = createCall({ rtcpMux: true })
    const outside = { address: '203.0.113.5', port: 44_444 }
    setTranslation((from) => (from.port === there.port ? outside : from))
    run(400)
    assert.ok(heard(a.frames).length >= 390)
    assert.ok(log.some(({ to }) => to.port === 44_444))
    assert.ok(log.filter(({ to, bytes }) => to.port === 44_444 && bytes[1] === 200).length >= 1)
    assert.ok(b.frames.length > 0)
  })

  it('follows a NAT that changes the port in mid-call after 200 ms, with and without SRTP', () => {
    for (const keys of [undefined, { sends: key(1), receives: key(1) }]) {
      const { a, run, log, setTranslation } = createCall({ srtp: keys })
      run(200)
      const moved = { address: there.address, port: 31_000 }
      setTranslation((from) => (from.port === there.port ? moved : from))
      run(20)
      assert.ok(heard(a.frames.slice(200)).length >= 9)
      assert.deepEqual(log.findLast(({ from }) => from.port === here.port)!.to, moved)
    }
  })

  it('does not follow a source that changes its address, until an offer describes it', () => {
    const { a, run, setTranslation } = createCall()
    run(200)
    const moved = { address: '192.0.2.99', port: 31_000 }
    setTranslation((from) => (from.port === there.port ? moved : from))
    run(20)
    assert.ok(heard(a.frames.slice(204)).length === 0)
    assert.ok(a.media.statistics().foreignPackets >= 19)
    a.media.change(agreement(moved))
    run(20)
    assert.ok(heard(a.frames.slice(220)).length >= 17)
  })

  it('learns a source with SRTP only from packets that are authentic', () => {
    const { a, run, log, send, setTranslation } = createCall({ srtp: { sends: key(1), receives: key(1) } })
    const outside = { address: '203.0.113.5', port: 44_444 }
    setTranslation((from) => (from.port === there.port ? outside : from))
    for (let index = 0; index < 20; index++)
      send({ ...there, port: 9 }, here, rtpPacket(new Uint8Array(170), { sequence: index, timestamp: index * 160 }))
    run(1)
    assert.equal(a.media.statistics().unauthenticPackets, 20)
    assert.deepEqual(log.find(({ from }) => from.port === here.port)!.to, there)
    run(20)
    assert.deepEqual(log.findLast(({ from }) => from.port === here.port)!.to, outside)
  })

  it('ignores audio of strangers and packets that are too large or damaged', () => {
    const { a, run, send } = createCall()
    run(10)
    const stranger = { address: '203.0.113.66', port: 9 }
    for (let index = 0; index < 20; index++) {
      send(stranger, here, rtpPacket(new Uint8Array(160), { sequence: index, timestamp: index * 160 }))
      send(there, here, new Uint8Array(3_000).fill(0x80))
      send(there, here, new Uint8Array(index))
      run(1)
    }
    assert.ok(heard(a.frames).length >= 28)
    assert.equal(a.media.statistics().foreignPackets, 20)
  })

  it('hears a new SSRC with a lower sequence number after a transfer', () => {
    const { a, run, send, b } = createCall()
    run(50)
    b.media[Symbol.dispose]()
    const before = a.frames.length
    for (const { bytes } of speak({ packets: 40, sequence: 3, timestamp: 5, ssrc: 999 })) {
      send(there, here, bytes)
      run(1)
    }
    assert.ok(positionsOf(a.frames.slice(before), 120_000).slice(0, 5).includes(0))
    assert.ok(heard(a.frames.slice(before)).length >= 37)
  })

  it('ends after 30 s without any packet, or 60 s after the last one, but never on hold', () => {
    const network = createNetwork()
    const ends: number[] = []
    const silent = (change: Partial<MediaAgreement> = {}) => {
      const { media } = network.stream(here, { onTimeout: (ms) => ends.push(ms) })
      media.start(agreement(there, change))
      return media
    }
    const pass = (media: ReturnType<typeof silent>, seconds: number) => {
      for (let tick = 0; tick < seconds * 50; tick++) {
        network.passMs(20)
        media.sendFrame()
      }
    }
    pass(silent(), 100)
    assert.deepEqual(ends.splice(0), [30_000])
    pass(silent({ direction: 'recvonly' }), 100)
    assert.deepEqual(ends.splice(0), [])
    const media = silent()
    network.send(there, here, rtpPacket(new Uint8Array(160), { sequence: 1, timestamp: 1 }))
    pass(media, 59)
    assert.deepEqual(ends, [])
    // RTCP counts.
    network.send({ ...there, port: 30_001 }, { ...here, port: 20_001 }, Uint8Array.of(0x80, 201, 0, 1, 0, 0, 0, 9))
    pass(media, 59)
    assert.deepEqual(ends, [])
    pass(media, 2)
    assert.equal(ends.length, 1)
    media.change(agreement(there, { direction: 'inactive' }))
    assert.equal(media.sendKeys('1'), true)
  })

  it('is kept through silence with comfort noise alone, through a hold, and for a time after it', () => {
    const network = createNetwork()
    const ends: number[] = []
    const { media } = network.stream(here, { onTimeout: (ms) => ends.push(ms) })
    media.start(agreement(there))
    const pass = (seconds: number) => {
      for (let tick = 0; tick < seconds * 50; tick++) {
        network.passMs(20)
        media.sendFrame()
      }
    }
    network.send(there, here, rtpPacket(new Uint8Array(160), { sequence: 1, timestamp: 1 }))
    for (let sequence = 2; sequence < 5; sequence++) {
      pass(40)
      network.send(there, here, rtpPacket(Uint8Array.of(60), { payloadType: 13, sequence, timestamp: sequence }))
    }
    for (const direction of ['recvonly', 'inactive'] as const) {
      pass(30)
      media.change(agreement(there, { direction }))
      pass(100)
      media.change(agreement(there))
    }
    pass(59)
    assert.deepEqual(ends, [])
    pass(2)
    assert.equal(ends.length, 1)
  })

  it('hears a new SSRC with low numbers after the music has wrapped its sequence number, with SRTP', () => {
    const { a, b, run, send } = createCall({ srtp: { sends: key(1), receives: key(1) } })
    run(10)
    b.media[Symbol.dispose]()
    const play = (packets: ReturnType<typeof speak>) => {
      const sender = createSrtpSender(key(1))
      const before = a.frames.length
      for (const { bytes } of packets) {
        const room = new Uint8Array(bytes.length + 10)
        room.set(bytes)
        send(there, here, room.subarray(0, sender.protectRtp(room, bytes.length)))
        run(1)
      }
      return positionsOf(a.frames.slice(before), 120_000)
    }
    const music = play(speak({ packets: 40, sequence: 65_516, timestamp: 2 ** 32 - 2_000, ssrc: 999 }))
    const agent = play(speak({ packets: 40, sequence: 3, timestamp: 5, ssrc: 1_000 }))
    for (const positions of [music, agent]) {
      assert.ok(positions.slice(0, 5).includes(0))
      assert.ok(positions.filter((position) => position !== undefined).length >= 37)
    }
    assert.deepEqual([a.media.statistics().unauthenticPackets, a.media.statistics().replayedPackets], [0, 0])
  })

  it('exchanges reports, and says goodbye at the end', () => {
    const { a, b, run, log, closed } = createCall()
    run(1_000)
    const { roundTripMs, remoteLoss, packetsLost, jitterMs } = a.media.statistics()
    assert.ok(roundTripMs !== undefined && roundTripMs < 25, `${roundTripMs}`)
    assert.deepEqual([remoteLoss, packetsLost], [0, 0])
    assert.ok(jitterMs < 1)
    for (const { media } of [a, b, a]) media[Symbol.dispose]()
    assert.equal(closed(), 4)
    const reports = log.filter(({ to }) => to.port === 30_001)
    assert.ok(reports.length >= 3 && reports.length <= 9)
    assert.equal(Buffer.from(reports.at(-1)!.bytes).at(-7), 203)
    assert.ok(reports.every(({ bytes }) => bytes.length % 4 === 0))
  })
})
