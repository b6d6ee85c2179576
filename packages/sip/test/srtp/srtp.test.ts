// Tests of SRTP with the vectors of RFC 3711 and of libsrtp, and with sequence numbers that wrap, repeat and overtake.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createKeyStream, deriveKey, type SrtpKey, writeCounter } from '../../src/srtp/session-keys.ts'
import { createAuthenticate } from '../../src/srtp/sha1.ts'
import { createSrtpReceiver, createSrtpSender } from '../../src/srtp/srtp.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')

const master: SrtpKey = {
  suite: 'AES_CM_128_HMAC_SHA1_80',
  key: bytes('e1f97a0d3e018be0d64fa32c06de4139'),
  salt: bytes('0ec675ad498afeebb6960b3aabe6'),
}
const short: SrtpKey = { ...master, suite: 'AES_CM_128_HMAC_SHA1_32' }

function rtp(sequence: number, ssrc = 0xcafebabe, payload = Uint8Array.from({ length: 160 }, (_, index) => index)) {
  const packet = new Uint8Array(12 + payload.length)
  const view = new DataView(packet.buffer)
  view.setUint16(0, 0x8008)
  view.setUint16(2, sequence)
  view.setUint32(4, sequence * 160)
  view.setUint32(8, ssrc)
  packet.set(payload, 12)
  return packet
}

function protect(sender: ReturnType<typeof createSrtpSender>, packet: Uint8Array, way: 'protectRtp' | 'protectRtcp') {
  const room = new Uint8Array(packet.length + 14)
  room.set(packet)
  return room.subarray(0, sender[way](room, packet.length))
}

describe('SRTP', () => {
  it('derives the session keys of RFC 3711, appendix B.3', () => {
    assert.equal(hex(deriveKey(master, 0, 16)), 'c61e7a93744f39ee10734afe3ff7a087')
    assert.equal(hex(deriveKey(master, 2, 14)), '30cbbc08863d8c85d49db34a9ae1')
    assert.equal(hex(deriveKey(master, 1, 20)), 'cebe321f6ff7716b6fd4ab49af256a156d38baa4')
  })

  it('has the key stream of RFC 3711, appendix B.2', () => {
    const applyKeyStream = createKeyStream(bytes('2b7e151628aed2a6abf7158809cf4f3c'))
    const counter = new Uint8Array(16)
    writeCounter(counter, bytes('f0f1f2f3f4f5f6f7f8f9fafbfcfd'), 0, 0, 0)
    const stream = new Uint8Array(48)
    applyKeyStream(stream, 0, 48, counter)
    assert.equal(
      hex(stream),
      'e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab41e95b3bb0a2e8dd477901e4fca894c0',
    )
  })

  it('encrypts the packets of the test vectors of libsrtp', () => {
    const sender = createSrtpSender(master)
    const packet = bytes(`800f1234decafbadcafebabe${'ab'.repeat(16)}`)
    assert.equal(
      hex(protect(sender, packet, 'protectRtp')),
      '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb',
    )
    const report = bytes(`81c8000bcafebabe${'ab'.repeat(16)}`)
    assert.equal(
      hex(protect(sender, report, 'protectRtcp')),
      '81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798',
    )
  })

  it('authenticates every length like HMAC-SHA1 of the platform', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(0xffff_ffff),
        fc.uint8Array({ maxLength: 64 }),
        (data, roc, key) => {
          const suffix = new DataView(new ArrayBuffer(4))
          suffix.setUint32(0, roc)
          const expected = createHmac('sha1', key).update(data).update(new Uint8Array(suffix.buffer)).digest('hex')
          assert.equal(hex(createAuthenticate(key)(data, data.length, roc)), expected)
        },
      ),
    )
  })

  it('decrypts what it has encrypted, with both suites, across three wraps of the sequence number', () => {
    for (const key of [master, short]) {
      const [sender, receiver] = [createSrtpSender(key), createSrtpReceiver(key)]
      for (let count = 0; count < 3 * 65_536; count += 997) {
        const packet = rtp(count & 0xffff)
        const sent = protect(sender, packet, 'protectRtp')
        assert.equal(sent.length, packet.length + (key === short ? 4 : 10))
        assert.equal(receiver.unprotectRtp(sent), packet.length)
        assert.deepEqual(sent.subarray(0, packet.length), packet)
      }
      assert.deepEqual(receiver.dropped, { unauthentic: 0, replayed: 0 })
    }
  })

  it('hears a new SSRC with a low sequence number after the sequence number of the old one has wrapped', () => {
    const [first, second, receiver] = [createSrtpSender(master), createSrtpSender(master), createSrtpReceiver(master)]
    for (const sequence of [65_534, 65_535, 0, 1])
      assert.ok(receiver.unprotectRtp(protect(first, rtp(sequence), 'protectRtp')))
    assert.ok(receiver.unprotectRtp(protect(second, rtp(7, 0x1234), 'protectRtp')))
    assert.ok(receiver.unprotectRtp(protect(first, rtp(2), 'protectRtp')))
  })

  it('takes each packet once in any order within 64 packets, and changes nothing for packets that are not authentic', () => {
    fc.assert(
      fc.property(fc.nat(65_535), fc.array(fc.nat(50), { maxLength: 60 }), (start, order) => {
        const [sender, receiver] = [createSrtpSender(master), createSrtpReceiver(master)]
        const packets = Array.from({ length: 51 }, (_, index) =>
          protect(sender, rtp((start + index) & 0xffff), 'protectRtp'),
        )
        // The first packet of a stream fixes its rollover counter (RFC 3711, section 3.3.1).
        assert.ok(receiver.unprotectRtp(packets[0]!.slice()))
        const seen = new Set([0])
        for (const index of order) {
          const forged = packets[index]!.slice()
          forged[20]! ^= 1
          assert.equal(receiver.unprotectRtp(forged), undefined)
          assert.equal(receiver.unprotectRtp(packets[index]!.slice()) !== undefined, !seen.has(index))
          seen.add(index)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('drops garbage of any size, and counts it', () => {
    const receiver = createSrtpReceiver(master)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (garbage) => {
        assert.equal(receiver.unprotectRtp(garbage.slice()), undefined)
        assert.equal(receiver.unprotectRtcp(garbage.slice()), undefined)
      }),
    )
    assert.equal(receiver.unprotectRtp(new Uint8Array(9_000).fill(0x80)), undefined)
    assert.ok(receiver.dropped.unauthentic > 100)
  })

  it('keeps the header, CSRC and extension readable', () => {
    const packet = bytes(`b20800010000000a00000001 0000000200000003 bede0001aabbccdd ${'55'.repeat(20)}`)
    const sent = protect(createSrtpSender(master), packet, 'protectRtp')
    assert.deepEqual(sent.subarray(0, 28), packet.subarray(0, 28))
    assert.notDeepEqual(sent.subarray(28, 48), packet.subarray(28, 48))
    assert.equal(createSrtpReceiver(master).unprotectRtp(sent), packet.length)
    assert.deepEqual(sent.subarray(0, 48), packet)
  })

  it('decrypts RTCP once, and reads RTCP that is only authenticated', () => {
    const [sender, receiver] = [createSrtpSender(master), createSrtpReceiver(master)]
    const report = bytes('80c90001cafebabe')
    const padded = bytes('81c90001cafebabe0102030405060708')
    for (const packet of [report, padded]) {
      const sent = protect(sender, packet, 'protectRtcp')
      const copy = sent.slice()
      assert.equal(receiver.unprotectRtcp(sent), packet.length)
      assert.deepEqual(sent.subarray(0, packet.length), packet)
      assert.equal(receiver.unprotectRtcp(copy), undefined)
    }
    const plain = new Uint8Array(padded.length + 14)
    plain.set(padded)
    plain[padded.length + 3] = 9
    const authenticate = createAuthenticate(deriveKey(master, 4, 20))
    plain.set(authenticate(plain, padded.length, 9).subarray(0, 10), padded.length + 4)
    assert.equal(receiver.unprotectRtcp(plain), padded.length)
    assert.deepEqual(plain.subarray(0, padded.length), padded)
  })

  it('reads over a master key identifier between payload and tag', () => {
    const [sender, receiver] = [createSrtpSender(short), createSrtpReceiver({ ...short, mkiBytes: 2 })]
    const withIdentifier = (sent: Uint8Array, tagBytes: number) =>
      new Uint8Array(Buffer.concat([sent.subarray(0, -tagBytes), Buffer.of(7, 7), sent.subarray(-tagBytes)]))
    const packet = withIdentifier(protect(sender, rtp(1), 'protectRtp'), 4)
    assert.equal(receiver.unprotectRtp(packet), rtp(1).length)
    assert.deepEqual(packet.subarray(0, rtp(1).length), rtp(1))
    const report = withIdentifier(protect(sender, bytes('80c90001cafebabe'), 'protectRtcp'), 10)
    assert.equal(receiver.unprotectRtcp(report), 8)
  })

  it('drops packets of the old key after a new key', () => {
    const [before, after] = [createSrtpSender(master), createSrtpReceiver({ ...master, key: new Uint8Array(16) })]
    assert.equal(after.unprotectRtp(protect(before, rtp(1), 'protectRtp')), undefined)
    assert.equal(after.dropped.unauthentic, 1)
  })
})
