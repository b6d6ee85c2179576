// Tests of sending: timestamps, markers, packet times and codecs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alawSilence, mulawSilence } from '@parley/telephone'
import { createG722Decoder } from '../../src/codecs/index.ts'
import { createSender, type SendFormat } from '../../src/rtp/sender.ts'
import { samplesFrom } from './network-fixtures.ts'

const format: SendFormat = { codec: 'PCMU', payloadType: 0, events: undefined, ptimeMs: 20 }

function started(change: Partial<SendFormat> = {}) {
  const sender = createSender({ ssrc: 0xabcd, sequence: 65_534, timestamp: 2 ** 32 - 160 })
  sender.change({ ...format, ...change })
  const next = (nowMs: number, frame?: Uint8Array) => {
    const bytes = new Uint8Array(512)
    const packet = bytes.slice(0, sender.next(frame, bytes, nowMs))
    if (packet.length === 0) return undefined
    const view = new DataView(packet.buffer)
    return {
      hasMarker: packet[1]! >= 0x80,
      sequence: view.getUint16(2),
      timestamp: view.getUint32(4),
      payload: packet.subarray(12),
    }
  }
  return { sender, next }
}

describe('The sender', () => {
  it('counts sequence and time over their wraps, with a marker first', () => {
    const { next, sender } = started()
    const packets = [0, 20, 40].map((nowMs) => next(nowMs, samplesFrom(nowMs * 8, 160))!)
    assert.deepEqual(
      packets.map(({ hasMarker, sequence, timestamp }) => [hasMarker, sequence, timestamp]),
      [
        [true, 65_534, 2 ** 32 - 160],
        [false, 65_535, 0],
        [false, 0, 160],
      ],
    )
    assert.deepEqual(packets[2]!.payload, samplesFrom(320, 160))
    assert.deepEqual([sender.packets, sender.octets, sender.timestamp], [3, 480, 320])
  })

  it('never stops: without a frame, it sends silence', () => {
    assert.ok(
      started()
        .next(0)!
        .payload.every((byte) => byte === mulawSilence),
    )
    assert.ok(
      started({ codec: 'PCMA', payloadType: 8 })
        .next(0)!
        .payload.every((byte) => byte === alawSilence),
    )
  })

  it('catches up late ticks, and skips the time of a longer stall with a marker', () => {
    const { next } = started()
    next(0)
    const late = [100, 100, 100, 100, 100].map((nowMs) => next(nowMs)!)
    assert.deepEqual(
      late.map(({ timestamp }) => timestamp),
      [0, 160, 320, 480, 640],
    )
    const afterStall = next(1_100)!
    assert.deepEqual([afterStall.hasMarker, afterStall.timestamp], [true, (1_100 / 20 - 1) * 160])
  })

  it('joins frames for a longer packet time', () => {
    for (const [ptimeMs, frames] of [
      [40, 2],
      [60, 3],
    ] as const) {
      const { next } = started({ ptimeMs })
      const packets = Array.from({ length: 6 }, (_, tick) => next(tick * 20, samplesFrom(tick * 160, 160)))
      const sent = packets.filter((packet) => packet !== undefined)
      assert.equal(sent.length, 6 / frames)
      assert.deepEqual(sent[1]!.payload, samplesFrom(frames * 160, frames * 160))
      assert.equal(sent[1]!.timestamp - sent[0]!.timestamp + 2 ** 32, frames * 160)
    }
  })

  it('encodes G.722 with a timestamp of 8,000 per second', () => {
    const { next } = started({ codec: 'G722', payloadType: 9 })
    const packets = [0, 20].map((nowMs) => next(nowMs, samplesFrom(nowMs * 8, 160))!)
    assert.deepEqual([packets[0]!.payload.length, packets[1]!.timestamp], [160, 0])
    assert.equal(createG722Decoder().decode(packets[0]!.payload).length, 320)
  })

  it('keeps time, sequence and SSRC over a hold, and begins again with a marker', () => {
    const { next, sender } = started()
    next(0)
    for (let tick = 1; tick < 50; tick++) sender.skip(tick * 20)
    const packet = next(1_000)!
    assert.deepEqual([packet.hasMarker, packet.sequence, packet.timestamp], [true, 65_535, 49 * 160])
  })
})
