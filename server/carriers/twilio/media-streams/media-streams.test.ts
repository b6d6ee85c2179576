// Tests of the WebSocket of media streams over a real server, with a client in the place of the carrier.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createRequestMetrics } from '#server/platform/http/request-metrics.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { serveWebSockets } from '#server/platform/http/web-sockets.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { MediaLine, MediaLineListener, OpenListener } from '#server/ports/media-line.ts'
import { connectMedia, type MediaClientOptions } from '#testing/calls/media-client.ts'
import { mediaUrlOf } from '../webhooks/urls.ts'
import { type MediaStreamsOptions, openMediaStreams } from './media-streams.ts'

const accountSid = `AC${'1'.repeat(32)}`
const authToken = 'the auth token'
const callSid = `CA${'2'.repeat(32)}`
const log = createLog({ level: 'silent', pretty: false })
const frame = (value: number) => new Uint8Array(160).fill(value)

/** Records what a listener receives, as `audio:7`, `mark:a`, `key:1` and `closed`. */
function recordCall() {
  const events: string[] = []
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  const { promise: line, resolve: onLine } = Promise.withResolvers<MediaLine>()
  const waiting = new Map<string, () => void>()
  const add = (event: string) => {
    events.push(event)
    waiting.get(event)?.()
  }
  const listener: MediaLineListener = {
    audio: (audio) => add(`audio:${audio.length === 160 ? audio[0] : 'wrong size'}`),
    mark: (name) => add(`mark:${name}`),
    keyPressed: (key) => add(`key:${key}`),
    closed: () => {
      add('closed')
      onClosed()
    },
  }
  const open: OpenListener = (opened) => {
    onLine(opened)
    return listener
  }
  const heard = (event: string): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (events.includes(event)) resolve()
    else waiting.set(event, resolve)
    return promise
  }
  return { events, open, line, closed, heard }
}

/** Tokens are used once. `publicUrl` is the address of the server unless it is given. */
async function openServer(options: Partial<MediaStreamsOptions> & { tokens?: Record<string, OpenListener> } = {}) {
  await using opened = new AsyncDisposableStack()
  const http = createHttpServer({ log, metrics: createRequestMetrics(new Registry()), trustedProxies: [] })
  opened.defer(() => http.close())
  http.post('/echo', async (request) => ({ given: request.body }))
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const publicUrl = options.publicUrl ?? `http://127.0.0.1:${port}`
  const tokens = new Map(Object.entries(options.tokens ?? {}))
  const accepted: string[] = []
  const streams = opened.use(
    openMediaStreams({
      log,
      findCredentials: async (sid) => (sid === accountSid ? authToken : undefined),
      accept: async (start) => {
        const open = tokens.get(start.token)
        if (!open || start.externalId !== callSid) return undefined
        tokens.delete(start.token)
        accepted.push(start.token)
        return open
      },
      ...options,
      publicUrl,
    }),
  )
  serveWebSockets(http.server, [streams])
  const url = `ws://127.0.0.1:${port}/carrier/twilio/media`
  const stack = opened.move()
  return {
    port,
    url,
    accepted,
    streams,
    connect: (change: Partial<MediaClientOptions> = {}) =>
      connectMedia({ url, signedUrl: mediaUrlOf(publicUrl), accountSid, authToken, callSid, token: 'a', ...change }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('audio, marks and keys are passed on, and the call hears what is sent to it', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using carrier = await server.connect()
  carrier.start()
  const line = await call.line
  carrier.sendAudio(frame(1), 0)
  carrier.sendKey('5')
  carrier.sendAudio(frame(2), 20)
  carrier.sendMark('end')
  await call.heard('mark:end')
  line.sendAudio(Buffer.from('hello'))
  line.sendMark('m"1')
  line.clear()
  await carrier.received(3)
  const [audio, mark, clear] = carrier.messages
  assert.equal(Buffer.from(audio?.media?.payload ?? '', 'base64').toString(), 'hello')
  assert.equal(mark?.mark?.name, 'm"1')
  assert.equal(clear?.event, 'clear')
  line.close()
  assert.equal(await carrier.closed, 1000)
  await call.closed
  line.sendAudio(frame(3))
  line.close()
  assert.deepEqual(call.events, ['audio:1', 'key:5', 'audio:2', 'mark:end', 'closed'])
})

test('a call that the carrier stops or loses is closed once', async () => {
  const stopped = recordCall()
  const lost = recordCall()
  await using server = await openServer({ tokens: { stopped: stopped.open, lost: lost.open } })
  await using first = await server.connect({ token: 'stopped' })
  first.start()
  await stopped.line
  first.stop()
  first.sendAudio(frame(1), 0)
  assert.equal(await first.closed, 1000)
  await using second = await server.connect({ token: 'lost' })
  second.start()
  await lost.line
  second.socket.terminate()
  await Promise.all([stopped.closed, lost.closed])
  assert.deepEqual([stopped.events, lost.events], [['closed'], ['closed']])
})

test('what arrives while the token is checked is passed on afterwards, in order', async () => {
  const call = recordCall()
  const { promise: checked, resolve: check } = Promise.withResolvers<OpenListener>()
  await using server = await openServer({ accept: () => checked })
  await using carrier = await server.connect()
  carrier.start()
  carrier.sendAudio(frame(1), 0)
  carrier.sendKey('1')
  carrier.sendAudio(frame(2), 20)
  carrier.socket.ping()
  await once(carrier.socket, 'pong')
  assert.deepEqual(call.events, [])
  check(call.open)
  carrier.sendMark('end')
  await call.heard('mark:end')
  assert.deepEqual(call.events, ['audio:1', 'key:1', 'audio:2', 'mark:end'])
})

test('a call whose connection ends while the token is checked is opened and closed', async () => {
  const call = recordCall()
  const { promise: checked, resolve: check } = Promise.withResolvers<OpenListener>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  await using server = await openServer({
    accept: () => {
      onAsked()
      return checked
    },
  })
  await using carrier = await server.connect()
  carrier.start()
  await asked
  carrier.socket.close()
  await carrier.closed
  check(call.open)
  await call.closed
  assert.deepEqual(call.events, ['closed'])
})

test('a connection without a signature is refused, and other paths do not exist', async () => {
  await using server = await openServer()
  await assert.rejects(server.connect({ signature: null }), /403/)
  await assert.rejects(server.connect({ signature: 'invalid' }), /403/)
  await assert.rejects(server.connect({ url: server.url.replace('/media', '') }), /404/)
  await assert.rejects(server.connect({ url: `${server.url}s` }), /404/)
})

test('a request to switch to another protocol is served as usual', async () => {
  await using server = await openServer()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(
    'POST /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
  )
  const answer = Buffer.concat(await socket.toArray()).toString()
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  assert.ok(answer.endsWith('{"given":{"a":1}}'))
})

test('a wrong signature, account, token or call closes the connection', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  for (const change of [
    { authToken: 'another' },
    { signedUrl: server.url.replace('ws:', 'wss:') },
    { signedUrl: server.url.replace('ws:', 'http:') },
    { signedUrl: `${server.url}/a` },
    { accountSid: `AC${'9'.repeat(32)}` },
    { token: 'b' },
    { token: 'toString' },
    { callSid: `CA${'9'.repeat(32)}` },
  ]) {
    await using carrier = await server.connect(change)
    carrier.start()
    assert.equal(await carrier.closed, 1008, JSON.stringify(change))
  }
  assert.deepEqual([server.accepted, call.events], [[], []])
})

test('a token is used once', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using first = await server.connect()
  first.start()
  await call.line
  await using second = await server.connect()
  second.start()
  assert.equal(await second.closed, 1008)
  first.sendMark('still here')
  await call.heard('mark:still here')
})

test('behind a proxy, the signature covers the public URL', async () => {
  const call = recordCall()
  await using server = await openServer({ publicUrl: 'https://parley.example', tokens: { a: call.open } })
  await using direct = await server.connect({ signedUrl: server.url })
  direct.start()
  assert.equal(await direct.closed, 1008)
  await using carrier = await server.connect({ signedUrl: 'wss://parley.example:443/carrier/twilio/media' })
  carrier.start()
  await call.line
})

test('anything but a valid start ends a connection that is not accepted', async () => {
  await using server = await openServer()
  for (const message of [
    '{',
    'null',
    { event: 'media', media: { payload: 'abcd' } },
    { event: 'start', start: {} },
    { event: 'stop' },
  ]) {
    await using carrier = await server.connect()
    carrier.send({ event: 'connected' })
    carrier.send(message)
    assert.equal(await carrier.closed, 1008, JSON.stringify(message))
  }
})

test('a start is checked once, and nothing that is not valid disturbs a call', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open, b: recordCall().open } })
  await using carrier = await server.connect()
  carrier.start()
  await call.line
  carrier.start()
  carrier.start({ customParameters: { token: 'b' } })
  carrier.send('{"event":')
  carrier.socket.send(Buffer.alloc(100))
  for (const message of [[], { event: 'teleport' }, { event: 'media' }, { event: 'dtmf', dtmf: { digit: '12' } }])
    carrier.send(message)
  carrier.sendAudio(frame(1).subarray(0, 60), 0)
  carrier.send({ event: 'media', media: { track: 'inbound', timestamp: '7', payload: '!!!' } })
  carrier.sendAudio(frame(1).subarray(0, 100), 7)
  carrier.sendAudio(frame(2), 40)
  carrier.sendMark('end')
  await call.heard('mark:end')
  assert.deepEqual(call.events, ['audio:1', 'audio:255', 'audio:2', 'mark:end'])
  assert.deepEqual(server.accepted, ['a'])
})

test('a message of more than 64 KiB ends the call', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using carrier = await server.connect()
  carrier.start()
  await call.line
  carrier.send(`{"event":"x","y":"${'x'.repeat(64 * 1024)}"}`)
  assert.equal(await carrier.closed, 1009)
  await call.closed
})

test('messages that come much faster than real time end the call, and are heard for a second only', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using carrier = await server.connect()
  carrier.start()
  await call.line
  const startedMs = performance.now()
  for (let index = 0; index < 5_000; index++) carrier.sendAudio(frame(1), index * 20)
  assert.equal(await carrier.closed, 1008)
  await call.closed
  const heard = call.events.filter((event) => event === 'audio:1').length
  assert.ok(heard >= 50 && heard <= 50 + (performance.now() - startedMs) / 20, `${heard} frames`)
})

test('a flood while the token is checked ends the connection', async () => {
  const { promise: never } = Promise.withResolvers<undefined>()
  await using server = await openServer({ accept: () => never })
  await using carrier = await server.connect()
  carrier.start()
  for (let index = 0; index < 2_000; index++) carrier.sendKey('1')
  assert.equal(await carrier.closed, 1008)
})

test('a connection that sends no start, or whose check takes too long, is closed', async () => {
  const { promise: never } = Promise.withResolvers<undefined>()
  await using server = await openServer({ accept: () => never, limits: { startMs: 300, acceptMs: 300 } })
  await using idle = await server.connect()
  await using slow = await server.connect()
  slow.start()
  assert.deepEqual(await Promise.all([idle.closed, slow.closed]), [1008, 1008])
})

test('a call whose carrier falls silent is closed, even if the carrier does not respond', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open }, limits: { silenceMs: 300 } })
  await using carrier = await server.connect()
  carrier.start()
  await call.line
  carrier.socket.pause()
  await call.closed
  carrier.socket.resume()
  assert.deepEqual(call.events, ['closed'])
})

test('500 connections that send nothing do not keep a call from being accepted', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using idle = new AsyncDisposableStack()
  const open = async () => idle.use(await server.connect())
  const clients = await Promise.all(Array.from({ length: 500 }, open))
  await using carrier = await server.connect()
  carrier.start()
  await call.line
  const closed = await Promise.all(clients.slice(0, 300).map((client) => client.closed))
  assert.ok(closed.every((code) => code === 1006))
})

test('connections beyond the limit are refused until others end', async () => {
  const calls = [recordCall(), recordCall(), recordCall()]
  const tokens = { a: calls[0]!.open, b: calls[1]!.open, c: calls[2]!.open }
  await using server = await openServer({ tokens, limits: { connections: 2 } })
  await using first = await server.connect({ token: 'a' })
  first.start()
  await using second = await server.connect({ token: 'b' })
  second.start()
  await Promise.all([calls[0]!.line, calls[1]!.line])
  await assert.rejects(server.connect({ token: 'c' }), /503/)
  first.stop()
  await first.closed
  await calls[0]!.closed
  await using third = await server.connect({ token: 'c' })
  third.start()
  await calls[2]!.line
})

test('a carrier that does not read is disconnected', async () => {
  const call = recordCall()
  await using server = await openServer({ tokens: { a: call.open } })
  await using carrier = await server.connect()
  carrier.start()
  const line = await call.line
  carrier.socket.pause()
  for (let count = 0; count < 200; count++) line.sendAudio(new Uint8Array(64 * 1024))
  await call.closed
  carrier.socket.resume()
  assert.deepEqual(call.events, ['closed'])
})

test('an error of a listener ends its call only', async () => {
  const other = recordCall()
  const { promise: failed, resolve: onFailed } = Promise.withResolvers<void>()
  const broken: OpenListener = () => ({
    audio: () => {
      throw new Error('broken')
    },
    mark: () => {},
    keyPressed: () => {},
    closed: onFailed,
  })
  await using server = await openServer({ tokens: { a: broken, b: other.open } })
  await using first = await server.connect({ token: 'a' })
  await using second = await server.connect({ token: 'b' })
  first.start()
  second.start()
  await other.line
  first.sendAudio(frame(1), 0)
  assert.equal(await first.closed, 1011)
  await failed
  second.sendMark('end')
  await other.heard('mark:end')
})

test('an error of the checks closes the connection', async () => {
  await using server = await openServer({ findCredentials: () => Promise.reject(new Error('no database')) })
  await using carrier = await server.connect()
  carrier.start()
  assert.equal(await carrier.closed, 1011)
})

test('closing the server ends all calls, also of a carrier that does not respond', async () => {
  const calls = [recordCall(), recordCall()]
  await using server = await openServer({ tokens: { a: calls[0]!.open, b: calls[1]!.open } })
  await using first = await server.connect({ token: 'a' })
  await using second = await server.connect({ token: 'b' })
  first.start()
  second.start()
  await Promise.all(calls.map(({ line }) => line))
  second.socket.pause()
  await server.streams[Symbol.asyncDispose]()
  assert.equal(await first.closed, 1001)
  assert.deepEqual([calls[0]!.events, calls[1]!.events], [['closed'], ['closed']])
  await assert.rejects(server.connect({ token: 'a' }), /503/)
  second.socket.resume()
})
