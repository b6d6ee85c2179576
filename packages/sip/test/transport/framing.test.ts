// Tests of cutting streams into messages, of peeking at packets, of the limits for sources, and of STUN.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { peek } from '../../src/transport/peek.ts'
import { createSourceBlocks } from '../../src/transport/source-blocks.ts'
import { createSourceLimits, sourceOf } from '../../src/transport/source-limits.ts'
import { createStreamFraming, type StreamItem } from '../../src/transport/stream-framing.ts'
import { decodeStunResponse, encodeStunRequest, isStun } from '../../src/transport/stun.ts'
import { bytesOf, requestText } from '../message/requests.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const message = (body: string, length = `Content-Length: ${new TextEncoder().encode(body).length}`): string =>
  requestText(length, body).replaceAll('\n', '\r\n')

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a stream is cut into, as text. */
const cut = (items: readonly StreamItem[]): string[] =>
  items.map((item) => (item.type === 'message' ? Buffer.from(item.bytes).toString() : item.type))

const first = message('')
const second = message('v=0\n\nä', 'l : 9')
const third = message('x', 'CONTENT-LENGTH:\n 1')

it('three messages of one segment are cut at their Content-Length in bytes', () => {
  const framing = createStreamFraming()
  assert.deepEqual(cut(framing.push(encode(first + second + third))), [first, second, third])
  assert.equal(framing.isWithinMessage(), false)
})

it('a stream has the same messages and keep-alives wherever it is cut', () => {
  const stream = encode(`\r\n\r\n${first}${second}\r\n\r\n${third}\r\n`)
  const whole = cut(createStreamFraming().push(stream))
  assert.deepEqual(whole, ['pong', 'ping', first, second, 'pong', 'ping', third, 'pong'])
  for (let at = 0; at <= stream.length; at++) {
    const framing = createStreamFraming()
    assert.deepEqual(
      cut([...framing.push(stream.subarray(0, at)), ...framing.push(stream.subarray(at))]),
      whole,
      String(at),
    )
  }
  const bytewise = createStreamFraming()
  assert.deepEqual(cut([...stream].flatMap((byte) => bytewise.push(Uint8Array.of(byte)))), whole)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 }), (sizes) => {
      const framing = createStreamFraming()
      const items: StreamItem[] = []
      let at = 0
      for (const size of [...sizes, stream.length]) {
        items.push(...framing.push(stream.subarray(at, at + size)))
        at += size
      }
      assert.deepEqual(cut(items), whole)
    }),
    { numRuns: 50 },
  )
})

it('a stream ends with a fault where a message has no usable length or is too long', () => {
  for (const broken of [
    message('', 'X: y'),
    message('', 'Content-Length: -1'),
    message('', 'Content-Length: 1\nl: 1'),
    message('', 'Content-Length: 999999999999'),
    message('', 'Content-Length: 65536'),
    'x'.repeat(65_537),
  ]) {
    const framing = createStreamFraming()
    assert.deepEqual(cut(framing.push(encode(broken))), ['fault'], broken.slice(0, 40))
    assert.deepEqual(framing.push(encode(first)), [])
  }
})

it('64 KiB that arrive byte by byte are read in a short time', () => {
  const body = 'a'.repeat(60_000)
  const framing = createStreamFraming()
  const stream = encode(message(body))
  const start = process.cpuUsage()
  let count = 0
  for (let at = 0; at < stream.length; at++) count += framing.push(stream.subarray(at, at + 1)).length
  const headless = createStreamFraming()
  for (let at = 0; at < 65_000; at++) count += headless.push(Uint8Array.of(97)).length
  assert.equal(count, 1)
  const { user, system } = process.cpuUsage(start)
  assert.ok((user + system) / 1_000 < 500, `${(user + system) / 1_000} ms`)
})

it('only packets that look like SIP messages with a Via are parsed, and scanners are dropped', () => {
  assert.deepEqual(peek(bytesOf(requestText(''))), { method: 'INVITE' })
  assert.deepEqual(peek(bytesOf(`\n\n${requestText('').replace('Via:', 'v :')}`)), { method: 'INVITE' })
  assert.deepEqual(peek(bytesOf('SIP/2.0 200 OK\nVia: SIP/2.0/UDP a\n\n')), {})
  for (const text of [
    '',
    '\n\n',
    'GET / HTTP/1.1\nHost: example.com\n\n',
    'INVITE sip:a SIP/2.0',
    'INVITE sip:a@b.example.com SIP/2.0\nFrom: a\n\n',
    requestText('User-Agent: friendly-scanner'),
    requestText('User-Agent: VaxSIPUserAgent/3.1'),
    requestText('User-Agent: pplsip'),
  ])
    assert.equal(peek(bytesOf(text)), undefined, text)
  assert.notEqual(peek(bytesOf(requestText('User-Agent: Asterisk PBX\nSubject: sipcli'))), undefined)
})

it('a source has a burst of 10 and 5 requests a second, and all together have 200', () => {
  const clock = createVirtualClock()
  const admits = createSourceLimits({ clock })
  const count = (address: string, requests: number) =>
    Array.from({ length: requests }, () => admits(address)).filter(Boolean).length
  assert.equal(count('192.0.2.1', 50), 10)
  clock.advance(1_000)
  assert.equal(count('192.0.2.1', 50), 5)
  clock.advance(60_000)
  let total = 0
  for (let index = 0; index < 1_000; index++) total += count(`198.51.${index >> 8}.${index & 255}`, 2)
  assert.equal(total, 200)
})

it('a source over its limit takes nothing from the others, and the memory is bounded', () => {
  const clock = createVirtualClock()
  const admits = createSourceLimits({ clock, maxSources: 100 })
  for (let index = 0; index < 10_000; index++) admits('192.0.2.1')
  assert.equal(admits('192.0.2.2'), true)
  assert.equal(admits('192.0.2.1'), false)
})

it('an IPv6 source is its /64 prefix', () => {
  assert.equal(sourceOf('192.0.2.1'), '192.0.2.1')
  for (const address of ['2001:db8::1', '2001:0db8:0:0:1:2:3:4', '2001:DB8::', '2001:db8::ffff:192.0.2.1'])
    assert.equal(sourceOf(address), '2001:db8:0:0', address)
  assert.equal(sourceOf('fe80::1%eth0'), 'fe80:0:0:0')
  assert.equal(sourceOf('::1'), '0:0:0:0')
})

it('five failures within ten minutes block a source for an hour', () => {
  const clock = createVirtualClock()
  const blocks = createSourceBlocks({ clock })
  for (let index = 0; index < 4; index++) blocks.failed('192.0.2.1')
  clock.advance(600_000)
  blocks.failed('192.0.2.1')
  assert.equal(blocks.isBlocked('192.0.2.1'), false)
  for (let index = 0; index < 4; index++) blocks.failed('192.0.2.1')
  assert.equal(blocks.isBlocked('192.0.2.1'), true)
  assert.equal(blocks.isBlocked('192.0.2.2'), false)
  clock.advance(3_600_000)
  assert.equal(blocks.isBlocked('192.0.2.1'), false)
})

// RFC 5769, sections 2.2 and 2.3.
const ipv4Response =
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96'
const ipv6Response =
  '010100482112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d900080014a382954e4be67bf11784c97c8292c275bfe3ed4180280004c8fb0b4c'
const transactionId = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex')

it('the addresses in the STUN responses of RFC 5769 are read', () => {
  const decode = (hex: string) => decodeStunResponse(Buffer.from(hex, 'hex'), transactionId)
  assert.deepEqual(decode(ipv4Response), { address: '192.0.2.1', port: 32_853 })
  assert.deepEqual(decode(ipv6Response), { address: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 })
  const mapped = `0101000c2112a442${transactionId.toString('hex')}0001000800011f90c0000207`
  assert.deepEqual(decode(mapped), { address: '192.0.2.7', port: 8_080 })
})

it('other and damaged STUN messages have no address', () => {
  const bytes = Buffer.from(ipv4Response, 'hex')
  assert.equal(decodeStunResponse(bytes, Buffer.alloc(12)), undefined)
  for (let length = 0; length < bytes.length; length++)
    assert.equal(decodeStunResponse(bytes.subarray(0, length), transactionId), undefined)
  assert.equal(decodeStunResponse(encodeStunRequest(transactionId), transactionId), undefined)
  assert.equal(isStun(encodeStunRequest(transactionId)), true)
  assert.equal(isStun(bytesOf(requestText(''))), false)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
      decodeStunResponse(
        Buffer.concat([bytes.subarray(0, 2), Uint8Array.of(0, tail.length), bytes.subarray(4, 20), tail]),
        transactionId,
      )
    }),
  )
})

it('any bytes in any pieces do no harm to the framing', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom('\r\n', '\n', 'INVITE a SIP/2.0\r\n', 'Content-Length: 3\r\n', 'l:2', '\r', ' ').map(encode),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const framing = createStreamFraming(200)
      let bytes = 0
      for (const each of pieces)
        for (const item of framing.push(each)) if (item.type === 'message') bytes += item.bytes.length
      assert.ok(bytes <= pieces.reduce((sum, each) => sum + each.length, 0))
    }),
    { numRuns: 500 },
  )
})
