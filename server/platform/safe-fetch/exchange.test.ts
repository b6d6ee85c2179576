// Tests of what goes over the wire and comes back: headers, redirects, encodings, limits of time and size.
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createConnector } from './connector.ts'
import { createFetcher } from './index.ts'
import { type LoopbackServer, serveHttp, serveTcp } from './loopback-servers.ts'

const packers = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}

function fetcherFor(...servers: LoopbackServer[]) {
  return createFetcher({ allowPrivate: servers.map(({ port }) => `127.0.0.1:${port}`), userAgent: 'Parley/test' })
}

async function serve(answer: RequestListener) {
  const server = await serveHttp(answer)
  const fetcher = fetcherFor(server)
  return {
    fetcher,
    server,
    url: `http://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: async () => {
      await fetcher[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

/** Tells what arrived. */
const mirror: RequestListener = async (request, reply) => {
  const { method, headers, url } = request
  reply.setHeader('x-many', ['a', 'b'])
  reply.end(JSON.stringify({ method, headers, url, body: await readAll(request) }))
}

function dial(
  connector: ReturnType<typeof createConnector>,
  target: { hostname: string; protocol: string; port: string },
) {
  return new Promise((done, fail) => connector(target, (error, socket) => (error ? fail(error) : done(socket))))
}

const text = (body: Uint8Array) => Buffer.from(body).toString()

test('a request arrives as it was meant, with our name on it', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({
    url: `${at.url}a/b?c=d e#fragment`,
    method: 'post',
    headers: { 'X-Key': 'se cret', 'Content-Type': 'text/plain' },
    body: 'grüße',
  })
  const seen = JSON.parse(text(reply.body))
  assert.equal(reply.status, 200)
  assert.equal(reply.url, `${at.url}a/b?c=d%20e`)
  assert.equal(reply.headers['x-many'], 'a, b')
  assert.equal(reply.truncated, false)
  assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/a/b?c=d%20e', 'grüße'])
  assert.equal(seen.headers['user-agent'], 'Parley/test')
  assert.equal(seen.headers['x-key'], 'se cret')
  assert.equal(seen.headers.host, new URL(at.url).host)
})

test('a header of the caller goes before ours', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({ url: at.url, headers: { 'User-Agent': 'Mine/1', ACCEPT: 'text/html' } })
  const { headers } = JSON.parse(text(reply.body))
  assert.deepEqual([headers['user-agent'], headers.accept], ['Mine/1', 'text/html'])
})

test('headers that smuggle and methods that tunnel are never sent', async () => {
  await using at = await serve(mirror)
  const bad: Record<string, string>[] = [
    { 'x-a': 'b\r\nx-injected: 1' },
    { 'x-a': 'b\nc' },
    { 'x-a': 'b\u0000' },
    { 'x-a': '\u{1f600}' },
    { 'x-a\r\nx-injected': '1' },
    { 'x a': '1' },
    { 'x:a': '1' },
    { '': '1' },
    { ünïcode: '1' },
    { 'x-long': 'a'.repeat(8_193) },
    ...['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Upgrade', 'Expect', 'TE', 'Trailer'].map(
      (name) => ({ [name]: '1' }),
    ),
    ...['Keep-Alive', 'Proxy-Authorization', 'proxy-connection', 'HTTP2-Settings'].map((name) => ({ [name]: '1' })),
  ]
  for (const headers of bad) {
    await assert.rejects(
      at.fetcher.fetch({ url: at.url, headers }),
      { code: 'protocol_error', retryable: false },
      JSON.stringify(headers),
    )
  }
  for (const method of ['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nx: y', '', 'get ']) {
    await assert.rejects(at.fetcher.fetch({ url: at.url, method }), { code: 'protocol_error', retryable: false })
  }
  assert.equal(at.server.hits(), 0)
})

test('a redirect is handed back unless it is to be followed, and when the hops are used up', async () => {
  await using at = await serve((request, reply) => {
    const n = Number(request.url!.slice(1))
    if (n === 0) reply.end('there')
    else reply.writeHead(302, { location: String(n - 1) }).end()
  })
  const fetchWith = (maxRedirects?: number) => at.fetcher.fetch({ url: `${at.url}3`, maxRedirects })
  for (const [maxRedirects, status, path] of [
    [undefined, 302, '3'],
    [0, 302, '3'],
    [2, 302, '1'],
    [3, 200, '0'],
    [9, 200, '0'],
  ] as const) {
    const reply = await fetchWith(maxRedirects)
    assert.deepEqual([reply.status, reply.url], [status, `${at.url}${path}`])
  }
})

test('a redirect that names no place is the answer', async () => {
  await using at = await serve((_, reply) => void reply.writeHead(302).end('where to?'))
  const reply = await at.fetcher.fetch({ url: at.url, maxRedirects: 5 })
  assert.deepEqual([reply.status, text(reply.body)], [302, 'where to?'])
})

test('redirects change method and body as fetch does', async () => {
  await using at = await serve((request, reply) => {
    const status = Number(request.url!.slice(1))
    if (status === 0) return mirror(request, reply)
    request.resume()
    reply.writeHead(status, { location: '/0' }).end()
  })
  const after = async (status: number, method: string) => {
    const reply = await at.fetcher.fetch({
      url: `${at.url}${status}`,
      method,
      maxRedirects: 1,
      headers: { 'content-type': 'text/plain', 'x-key': 'kept within one origin' },
      body: method === 'GET' || method === 'HEAD' ? undefined : 'payload',
    })
    if (method === 'HEAD') return reply.status
    const seen = JSON.parse(text(reply.body))
    assert.equal(seen.headers['x-key'], 'kept within one origin')
    assert.equal(seen.headers['content-type'] === undefined, seen.method === 'GET' && method !== 'GET')
    return `${seen.method} ${seen.body}`
  }
  for (const status of [301, 302, 303]) assert.equal(await after(status, 'POST'), 'GET ')
  for (const status of [307, 308]) assert.equal(await after(status, 'POST'), 'POST payload')
  for (const status of [301, 302, 307, 308]) assert.equal(await after(status, 'PUT'), 'PUT payload')
  assert.equal(await after(303, 'PUT'), 'GET ')
  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal(await after(status, 'GET'), 'GET ')
    assert.equal(await after(status, 'HEAD'), 200)
  }
})

test('secrets in headers stay behind when a redirect leaves the origin', async () => {
  await using other = await serveHttp(mirror)
  await using at = await serve((_, reply) => {
    reply.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  await using fetcher = fetcherFor(at.server, other)
  const reply = await fetcher.fetch({
    url: at.url,
    method: 'POST',
    maxRedirects: 1,
    headers: { authorization: 'Bearer a', cookie: 'b', 'x-api-key': 'c', 'content-type': 'text/plain', accept: 'd/e' },
    body: 'payload',
  })
  const seen = JSON.parse(text(reply.body))
  assert.equal(seen.body, 'payload')
  assert.deepEqual(Object.keys(seen.headers).sort(), [
    ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
  ])
})

test('every offered encoding is decoded, alone or in two layers', async () => {
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

test('an empty answer with an encoding is empty', async () => {
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

test('an answer that cannot be decoded is an error of its sender', async () => {
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

test('a body is cut at the limit and not before', async () => {
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

test('compression bombs are cut by what they unpack to', async () => {
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

test('a zstd stream that asks for a huge window gets none', async () => {
  // Magic number, no single segment, window of 2^30 bytes, then one raw last block of one byte.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x09, 0x00, 0x00, 0x41])
  await using at = await serve((_, reply) => void reply.writeHead(200, { 'content-encoding': 'zstd' }).end(frame))
  await assert.rejects(at.fetcher.fetch({ url: at.url }), { code: 'protocol_error' })
})

test('an endless body is cut and its connection closed', async () => {
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

test('an endless stream that unpacks to nothing is cut off', async () => {
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

test('a peer that is slow at any stage runs out of time', async () => {
  await using mute = await serveTcp(() => {})
  await using headerDrip = await serveTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x: y\r\n'), 10)
    socket.once('close', () => clearInterval(timer))
  })
  await using bodyDrip = await serveHttp((_, reply) => {
    const timer = setInterval(() => reply.write('.'), 10)
    reply.once('close', () => clearInterval(timer))
  })
  await using zipDrip = await serveHttp((_, reply) => {
    reply.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('abc').subarray(0, 12))
  })
  await using fetcher = fetcherFor(mute, headerDrip, bodyDrip, zipDrip)
  for (const { port } of [mute, headerDrip, bodyDrip, zipDrip]) {
    const url = `http://127.0.0.1:${port}/`
    await assert.rejects(fetcher.fetch({ url, timeoutMs: 100 }), { code: 'timeout', retryable: true })
    await assert.rejects(fetcher.fetch({ url, timeoutMs: 100, method: 'POST' }), { code: 'timeout', retryable: false })
  }
})

test('redirects share one limit of time', async () => {
  await using at = await serve((request, reply) => {
    setTimeout(() => reply.writeHead(302, { location: `${request.url}a` }).end(), 20)
  })
  await assert.rejects(at.fetcher.fetch({ url: at.url, timeoutMs: 150, maxRedirects: 1_000 }), { code: 'timeout' })
})

test('a name server that never answers runs out of time, and so does a caller who waits for it', async () => {
  const resolve = () => new Promise<never>(() => {})
  await using fetcher = createFetcher({ allowPrivate: [], userAgent: 'test', resolve })
  await assert.rejects(fetcher.fetch({ url: 'http://slow.example/', timeoutMs: 50 }), { code: 'timeout' })
  const connector = createConnector({ mayDial: () => true, resolve, connectTimeoutMs: 50 })
  await assert.rejects(dial(connector, { hostname: 'slow.example', protocol: 'http:', port: '80' }), {
    code: 'connect_failed',
    retryable: true,
  })
})

test('a peer that never shakes hands over TLS runs out of time to connect', async () => {
  await using mute = await serveTcp(() => {})
  const connector = createConnector({ mayDial: () => true, resolve: async () => [], connectTimeoutMs: 50 })
  await assert.rejects(dial(connector, { hostname: '127.0.0.1', protocol: 'https:', port: String(mute.port) }), {
    code: 'connect_failed',
  })
})

test('an aborted request ends with the reason of its caller', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  await using at = await serve((_, reply) => {
    reply.write('a beginning')
    resolve()
  })
  await assert.rejects(at.fetcher.fetch({ url: at.url, signal: AbortSignal.abort(new Error('too late')) }), /too late/)
  assert.equal(at.server.hits(), 0)
  const controller = new AbortController()
  const reply = at.fetcher.fetch({ url: at.url, signal: controller.signal })
  await arrived
  controller.abort(new Error('changed my mind'))
  await assert.rejects(reply, /changed my mind/)
})

test('a request that is aborted while dialling is never sent', async () => {
  await using at = await serve(mirror)
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: answer, resolve: give } = Promise.withResolvers<{ address: string }[]>()
  await using fetcher = createFetcher({
    allowPrivate: [`127.0.0.1:${at.server.port}`],
    userAgent: 'test',
    resolve: (hostname) => {
      ask()
      return hostname === 'slow.example' ? answer : Promise.resolve([{ address: '127.0.0.1' }])
    },
  })
  const controller = new AbortController()
  const url = `http://slow.example:${at.server.port}/never`
  const reply = fetcher.fetch({ url, signal: controller.signal })
  await asked
  controller.abort(new Error('gone'))
  await assert.rejects(reply, /gone/)
  give([{ address: '127.0.0.1' }])
  const next = await fetcher.fetch({ url: `http://slow.example:${at.server.port}/next` })
  assert.equal(JSON.parse(text(next.body)).url, '/next')
})

test('failures are told coarsely and never name addresses of ours', async () => {
  const closed = await serveHttp(() => {})
  await closed[Symbol.asyncDispose]()
  const garbage = [
    'hello',
    'HTTP/1.1 abc\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde',
    '',
  ]
  const answers = [
    ...garbage,
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc',
  ]
  let at = 0
  await using broken = await serveTcp((socket) => socket.once('data', () => void socket.end(answers[at++]!)))
  await using fetcher = fetcherFor(closed, broken)
  const failure = async (port: number) =>
    fetcher.fetch({ url: `http://127.0.0.1:${port}/` }).then(
      () => assert.fail('it was answered'),
      ({ code, message, retryable }) => ({ code, message, retryable }),
    )
  assert.deepEqual(await failure(closed.port), {
    code: 'connect_failed',
    message: 'The address could not be reached.',
    retryable: true,
  })
  for (const answer of answers) {
    const expected = { code: 'protocol_error', message: 'The answer could not be read.', retryable: true }
    assert.deepEqual(await failure(broken.port), expected, answer.slice(0, 40))
  }
})

test('many requests to one address share its connections', async () => {
  await using at = await serve(mirror)
  const replies = await Promise.all(Array.from({ length: 200 }, () => at.fetcher.fetch({ url: at.url })))
  assert.ok(replies.every(({ status }) => status === 200))
  assert.ok(at.server.hits() <= 32, `${at.server.hits()} connections`)
})

test('names are looked up by the system', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({ url: `http://localhost:${at.server.port}/` })
  assert.equal(reply.status, 200)
})

test('a fetcher that is disposed of leaves no connection behind', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using at = await serve((request, reply) => {
    request.socket.once('close', resolve)
    reply.end()
  })
  await at.fetcher.fetch({ url: at.url })
  await at.fetcher[Symbol.asyncDispose]()
  await closed
  await assert.rejects(at.fetcher.fetch({ url: at.url }), { name: 'OutsideError' })
})
