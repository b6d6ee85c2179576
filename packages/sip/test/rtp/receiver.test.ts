// Tests of the jitter buffer: order, loss, jitter, pauses, new streams, packet sizes and drifting clocks.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeMulaw, mulawSilence } from '@parley/telephone'
import fc from 'fast-check'
import { createG722Encoder } from '../../src/codecs/index.ts'
import { shareOf } from '../phone/tones.ts'
import { play, positionsOf, rtpPacket, samplesFrom, speak, type Transmission } from './network-fixtures.ts'

const limit = 60_000
const isSilent = (frame: Uint8Array) => frame.every((byte) => byte === mulawSilence)
const heard = (frames: Uint8Array[]) => positionsOf(frames, limit).filter((position) => position !== undefined)

function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('The jitter buffer', () => {
  it('plays what arrives in order, 20 to 40 ms later, without a change', () => {
    for (const phaseMs of [0, 1, 7, 19]) {
      const { frames } = play(speak(), { phaseMs })
      const positions = positionsOf(frames, limit)
      const first = positions.indexOf(0)
      assert.ok(first * 20 + phaseMs <= 40, `first frame at ${first * 20 + phaseMs} ms`)
      assert.deepEqual(
        positions.slice(first, first + 50),
        Array.from({ length: 50 }, (_, index) => index * 160),
      )
    }
  })

  it('gives one frame for each tick before, during and after the stream', () => {
    const { frames } = play([], { untilMs: 200 })
    assert.equal(frames.length, 10)
    assert.ok(frames.every(isSilent))
  })

  it('cuts packets of any size into frames of 20 ms', () => {
    for (const samples of [80, 240, 320, 480, 512, 100, 1_024]) {
      const { frames, receiver } = play(speak({ samples, packets: Math.ceil(8_000 / samples) }))
      const positions = heard(frames)
      assert.ok(positions.length >= 49, `${samples}: ${positions.length}`)
      for (const [index, position] of positions.entries()) assert.equal(position, index * 160, `${samples} samples`)
      assert.equal(receiver.counts.droppedFrames + receiver.counts.insertedFrames, 0)
    }
  })

  it('plays G.722 in packets of 160, 240, 320 and 512 bytes at the right speed, without a gap', () => {
    const tone = Int16Array.from({ length: 16_000 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / 8_000))
    const encoded = new Uint8Array(tone.length)
    createG722Encoder().encodeNarrow(tone, encoded, 0)
    for (const size of [160, 240, 320, 512]) {
      const packets = Array.from({ length: Math.floor(encoded.length / size) }, (_, index): Transmission => {
        const options = { payloadType: 9, sequence: index, timestamp: index * size }
        return {
          atMs: (index * size) / 8,
          bytes: rtpPacket(encoded.subarray(index * size, (index + 1) * size), options),
        }
      })
      const { frames, receiver } = play(packets)
      const samples = decodeMulaw(Buffer.concat(frames.slice(10, 90)))
      assert.ok(shareOf(samples, 440) > 0.99, `${size} bytes: ${shareOf(samples, 440)}`)
      const { counts } = receiver
      assert.equal(counts.droppedFrames + counts.insertedFrames + counts.latePackets, 0)
      assert.ok(counts.concealedSamples <= 1_760, `${size} bytes: ${counts.concealedSamples}`)
    }
  })

  it('takes packets in any order within three, and duplicates', () => {
    const packets = speak()
    const shuffled = packets.map((packet, index) => ({
      ...packet,
      atMs: packets[index - (index % 3) + (2 - (index % 3))]?.atMs ?? packet.atMs,
    }))
    const { frames } = play([...shuffled, ...shuffled.map((packet) => ({ ...packet, atMs: packet.atMs + 5 }))])
    const positions = heard(frames)
    assert.ok(positions.length >= 49)
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    )
  })

  it('conceals a lost packet and plays the next one at its time', () => {
    const packets = speak().filter((_, index) => index !== 10)
    const { frames, receiver } = play(packets)
    const positions = positionsOf(frames, limit)
    const first = positions.indexOf(0)
    assert.equal(positions[first + 10], undefined)
    assert.ok(!isSilent(frames[first + 10]!))
    assert.equal(positions[first + 11], 11 * 160)
    assert.equal(frames[first + 10]!.length, 160)
    assert.ok(receiver.counts.concealedSamples >= 160)
  })

  it('goes on over the wrap of sequence number and timestamp', () => {
    const { frames, receiver } = play(speak({ sequence: 65_530, timestamp: 2 ** 32 - 1_000 }))
    assert.equal(heard(frames).length, 50)
    assert.equal(receiver.counts.streams, 1)
  })

  it('plays a new SSRC with lower numbers within 100 ms, and ignores the old one', () => {
    const old = speak({ packets: 100, sequence: 40_000, timestamp: 1_000_000 })
    const successor = speak({ packets: 50, sequence: 5, timestamp: 77, ssrc: 2, startMs: 1_000 })
    const { frames, receiver } = play([...old, ...successor], { untilMs: 2_000 })
    const positions = positionsOf(frames.slice(50), limit)
    const first = positions.indexOf(0)
    assert.ok(first >= 0 && first * 20 + 7 <= 100, `heard after ${first * 20} ms`)
    assert.deepEqual(
      positions.slice(first, first + 45),
      Array.from({ length: 45 }, (_, index) => index * 160),
    )
    assert.equal(receiver.counts.streams, 2)
  })

  it('begins again after a jump of the sequence number or of the time', () => {
    for (const jump of [
      { sequence: 9_000 },
      { sequence: 50, timestamp: 900_000 },
      { sequence: 50, timestamp: 4_000_000_000 },
    ]) {
      const { frames, receiver } = play([...speak(), ...speak({ startMs: 1_000, ...jump })])
      assert.equal(receiver.counts.streams, 2)
      assert.ok(heard(frames).length >= 96)
    }
  })

  it('is silent in a pause that comfort noise announces, and does not conceal', () => {
    const first = speak({ packets: 10 })
    const noise: Transmission = {
      atMs: 200,
      bytes: rtpPacket(Uint8Array.of(60), { payloadType: 13, sequence: 10, timestamp: 1_600 }),
    }
    const second = speak({ packets: 10, startMs: 700, sequence: 11, timestamp: 5_600 })
    const { frames, receiver } = play([...first, noise, ...second])
    assert.equal(heard(frames).length, 20)
    assert.ok(frames.slice(14, 35).every(isSilent))
    // Only what comes after the last packet is unknown.
    assert.ok(receiver.counts.concealedSamples <= 1_600, `${receiver.counts.concealedSamples}`)
    assert.equal(receiver.counts.streams, 1)
  })

  it('plays on after a pause without packets of 30 seconds', () => {
    const { frames, receiver } = play([
      ...speak({ packets: 10 }),
      ...speak({ packets: 20, startMs: 30_000, sequence: 10, timestamp: 240_000 }),
    ])
    assert.equal(heard(frames).length, 30)
    assert.ok(frames.slice(20, 1_500).every(isSilent))
    assert.ok(receiver.counts.streams <= 2)
  })

  it('plays what arrives late after a stall, up to 120 ms of delay', () => {
    const packets = speak({ packets: 100 }).map((packet, index) =>
      index >= 40 && index < 44 ? { ...packet, atMs: 44 * 20 } : packet,
    )
    const { frames, receiver } = play(packets)
    const positions = heard(frames)
    assert.ok(positions.length >= 98, `${positions.length}`)
    assert.ok(receiver.delayMs() <= 140)
  })

  it('shortens the delay again once the network is calm', () => {
    const packets = speak({ packets: 700 }).map((packet, index) =>
      index >= 40 && index < 44 ? { ...packet, atMs: 44 * 20 } : packet,
    )
    const { receiver, frames } = play(packets, { untilMs: 13_990 })
    assert.ok(receiver.delayMs() <= 60, `${receiver.delayMs()} ms`)
    assert.ok(receiver.counts.droppedFrames >= 2)
    const positions = positionsOf(frames, 150_000).filter((position) => position !== undefined)
    assert.ok(positions.length >= 700 - receiver.counts.droppedFrames - 5)
  })

  it('never plays more than it receives after a clump of a second', () => {
    const packets = speak({ packets: 150 }).map((packet, index) =>
      index >= 50 && index < 100 ? { ...packet, atMs: 2_000 } : packet,
    )
    const { receiver, frames } = play(packets)
    assert.ok(receiver.delayMs() <= 140)
    assert.ok(heard(frames.slice(102)).length >= 40)
  })

  it('follows clocks that drift by 0.5 percent in both directions', () => {
    for (const rate of [0.995, 1.005]) {
      const packets = speak({ packets: 1_500 }).map((packet) => ({ ...packet, atMs: packet.atMs * rate }))
      const { frames, receiver } = play(packets, { untilMs: 29_800 })
      const positions = positionsOf(frames, 250_000)
      assert.ok(positions.filter((position) => position !== undefined).length >= 1_470, `${rate}`)
      assert.ok(receiver.delayMs() <= 120)
      assert.ok(receiver.counts.latePackets <= 3, `${receiver.counts.latePackets} late packets`)
    }
  })

  it('plays every sample that arrives in time: 5 percent loss, reordering, and jitter of 80 ms', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(19), (seed, phaseMs) => {
        const random = randomNumbers(seed)
        const packets = speak({ packets: 300 })
          .map((packet) => ({ ...packet, atMs: packet.atMs + 80 * random() }))
          .filter(() => random() > 0.05)
        const { frames, receiver } = play(packets, { phaseMs, untilMs: 6_300 })
        const positions = heard(frames)
        for (const [index, position] of positions.entries())
          assert.ok(index === 0 || position >= positions[index - 1]!, 'frames are in order')
        // After the first two seconds, the delay fits the network and nothing is late.
        const arrived = packets.filter(({ bytes }) => new DataView(bytes.buffer).getUint16(2) >= 125).length
        const played = new Set(positions.filter((position) => position >= 125 * 160)).size
        assert.ok(played >= arrived * 0.97 - receiver.counts.droppedFrames, `${played} of ${arrived}`)
        assert.ok(receiver.delayMs() <= 140)
      }),
      { numRuns: 25 },
    )
  })

  it('survives any packets, and keeps to one frame a tick', () => {
    const anyPacket = fc.record({
      atMs: fc.nat(2_000),
      sequence: fc.nat(65_535),
      timestamp: fc.oneof(fc.nat(20_000), fc.nat(0xffff_ffff)),
      ssrc: fc.nat(3),
      payloadType: fc.constantFrom(0, 0, 8, 9, 13),
      size: fc.nat(700),
    })
    fc.assert(
      fc.property(fc.array(anyPacket, { maxLength: 100 }), (packets) => {
        const { frames } = play(
          packets.map(({ atMs, size, ...options }) => ({ atMs, bytes: rtpPacket(samplesFrom(0, size), options) })),
          { untilMs: 2_200 },
        )
        assert.ok(frames.length === 110 && frames.every(({ length }) => length === 160))
      }),
      { numRuns: 60 },
    )
  })
})
