// Tests of response bodies: encodings, size limits, compression bombs and endless streams.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { serve, text } from './test-fetchers.ts'

const packers = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}

test('every accepted encoding is decoded, also in two layers', async () => {
  const plain = 'Ein schöner Text. '.repeat(1_000)
  await using at = await serve((request, reply) => {
    const encodings = request.url!.slice(1).split(',') as (keyof typeof packers)[]
    const packed = encodings.reduce<Buffer>((data, encoding) => packers[encoding](data), Buffer.from(plain))
    reply.writeHead(200, { 'content-encoding': encodings.join(', ').toUpperCase() }).end(packed)
  })
  for (const path of [...Object.keys(packers), 'gzip,br', 'zstd,deflate']) {
    const { body, truncated } = await at.fetcher.fetch({ url: at.url + path })
    assert.equal(text(body), plain, path)
    assert.equal(truncated, false)
  }
})

test('an empty response with an encoding is empty', async () => {
  await using at = await serve((request, reply) => {
    const status = Number(request.url!.slice(1))
    reply.writeHead(status, { 'content-encoding': 'gzip' }).end()
  })
  for (const [method, status] of [
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['GET', 200],
  ] as const) {
    assert.equal((await at.fetcher.fetch({ url: at.url + status, method })).body.length, 0)
  }
})

test('a response that cannot be decoded is a protocol error', async () => {
  const answers: [string, string][] = [
    ['compress', 'x'],
    ['constructor', 'x'],
    ['gzip, gzip, gzip', 'x'],
    ['gzip', 'not gzip at all'],
    ['br', 'not brotli at all'],
    ['zstd', 'not zstd at all'],
  ]
  await using at = await serve((request, reply) => {
    const [encoding, body] = answers[Number(request.url!.slice(1))]!
    reply.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  for (const index of answers.keys()) {
    await assert.rejects(at.fetcher.fetch({ url: at.url + index }), { code: 'protocol_error' }, answers[index]!.join())
  }
})

test('a body is truncated exactly at the limit', async () => {
  await using at = await serve((_, reply) => void reply.end('0123456789'))
  for (const [maxBytes, body, truncated] of [
    [9, '012345678', true],
    [10, '0123456789', false],
    [11, '0123456789', false],
    [0, '', true],
  ] as const) {
    const reply = await at.fetcher.fetch({ url: at.url, maxBytes })
    assert.deepEqual([text(reply.body), reply.truncated], [body, truncated])
  }
})

test('compression bombs are truncated by their decoded size', async () => {
  const zeros = Buffer.alloc(64 * 2 ** 20)
  const bombs = Object.fromEntries(Object.entries(packers).map(([encoding, pack]) => [encoding, pack(zeros)]))
  bombs['gzip, gzip'] = gzipSync(bombs['gzip']!)
  await using at = await serve((request, reply) => {
    const encoding = decodeURIComponent(request.url!.slice(1))
    reply.writeHead(200, { 'content-encoding': encoding }).end(bombs[encoding])
  })
  for (const encoding of Object.keys(bombs)) {
    const reply = await at.fetcher.fetch({ url: at.url + encodeURIComponent(encoding), maxBytes: 100_000 })
    assert.deepEqual([reply.body.length, reply.truncated], [100_000, true], encoding)
  }
})

test('a zstd stream with a huge window is rejected', async () => {
  // Magic number, no single segment, window of 2^30 bytes, then one raw last block of one byte.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x09, 0x00, 0x00, 0x41])
  await using at = await serve((_, reply) => void reply.writeHead(200, { 'content-encoding': 'zstd' }).end(frame))
  await assert.rejects(at.fetcher.fetch({ url: at.url }), { code: 'protocol_error' })
})

test('an endless body is truncated and its connection closed', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using at = await serve((_, reply) => {
    const write = () => {
      while (reply.write(Buffer.alloc(65_536, 'x')));
      reply.once('drain', write)
    }
    reply.once('close', resolve)
    write()
  })
  const reply = await at.fetcher.fetch({ url: at.url })
  assert.deepEqual([reply.body.length, reply.truncated], [2 ** 20, true])
  await closed
})

test('an endless stream with an empty content is aborted', async () => {
  const emptyBlocks = Buffer.alloc(65_535, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]))
  await using at = await serve((_, reply) => {
    reply.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('').subarray(0, 10))
    const write = () => {
      while (reply.write(emptyBlocks));
      reply.once('drain', write)
    }
    write()
  })
  await assert.rejects(at.fetcher.fetch({ url: at.url, maxBytes: 1_000 }), { code: 'protocol_error' })
})
