// Tests of time limits and aborted requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createConnector } from './connector.ts'
import { createFetcher } from './index.ts'
import { serveHttp, serveTcp } from './loopback-servers.ts'
import { dial, fetcherFor, mirror, serve, text } from './test-fetchers.ts'

test('a peer that is slow at any stage causes a timeout', async () => {
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

test('redirects share one time limit', async () => {
  await using at = await serve((request, reply) => {
    setTimeout(() => reply.writeHead(302, { location: `${request.url}a` }).end(), 20)
  })
  await assert.rejects(at.fetcher.fetch({ url: at.url, timeoutMs: 150, maxRedirects: 1_000 }), { code: 'timeout' })
})

test('a name server that never responds causes a timeout, and the caller can abort', async () => {
  const resolve = () => new Promise<never>(() => {})
  await using fetcher = createFetcher({ allowPrivate: [], userAgent: 'test', resolve })
  await assert.rejects(fetcher.fetch({ url: 'http://slow.example/', timeoutMs: 50 }), { code: 'timeout' })
  const connector = createConnector({ mayDial: () => true, resolve, connectTimeoutMs: 50 })
  await assert.rejects(dial(connector, { hostname: 'slow.example', protocol: 'http:', port: '80' }), {
    code: 'connect_failed',
    retryable: true,
  })
})

test('a peer that never completes the TLS handshake causes a connection timeout', async () => {
  await using mute = await serveTcp(() => {})
  const connector = createConnector({ mayDial: () => true, resolve: async () => [], connectTimeoutMs: 50 })
  await assert.rejects(dial(connector, { hostname: '127.0.0.1', protocol: 'https:', port: String(mute.port) }), {
    code: 'connect_failed',
  })
})

test('an aborted request throws the reason of the caller', async () => {
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

test('a request that is aborted while connecting is never sent', async () => {
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
