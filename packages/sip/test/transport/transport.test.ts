// Tests of the transport over UDP, TCP and TLS on the loopback interface.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { headerOf, isRequest, type SipMessage, type SipRequest } from '../../src/message/message.ts'
import { respond } from '../../src/message/respond.ts'
import { reaches } from '../../src/transport/local-address.ts'
import { type NodeTransport, openTransport, type TransportOptions } from '../../src/transport/open-transport.ts'
import { responseTarget } from '../../src/transport/response-target.ts'
import type { Flow, Target } from '../../src/transport/transport.ts'
import { bytesOf, requestText } from '../message/requests.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const loopback = { address: '127.0.0.1', port: 0 }
const folder = mkdtempSync(join(tmpdir(), 'sip-tls-'))
after(() => rmSync(folder, { recursive: true }))

/** A certificate that is its own authority, for a name. */
function createCertificate(name: string, alternative: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${alternative}`, '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  )
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

interface Received {
  message: SipMessage
  flow: Flow
}

/** A transport that keeps what it receives. */
async function open(options: Partial<TransportOptions>) {
  const clock = createVirtualClock()
  const received: Received[] = []
  let arrived = (): void => {}
  const transport = await openTransport({
    listener: {
      received: (message, flow) => {
        received.push({ message, flow })
        arrived()
      },
    },
    admit: () => true,
    failed: (error) => assert.fail(String(error)),
    clock,
    ...options,
  })
  const next = async (): Promise<Received> => {
    while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve))
    return received.shift()!
  }
  return { transport, next, clock, received, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() }
}

const request = (
  over: Partial<SipRequest> = {},
  via = 'SIP/2.0/UDP a.example.com;branch=z9hG4bK1;rport',
): SipRequest => ({
  method: 'OPTIONS',
  uri: 'sip:b@example.com',
  headers: [
    ['Via', via],
    ['From', '<sip:a@example.com>;tag=1'],
    ['To', '<sip:b@example.com>'],
    ['Call-ID', 'c1'],
    ['CSeq', '1 OPTIONS'],
  ],
  body: new Uint8Array(),
  ...over,
})

const targetOf = (transport: NodeTransport, protocol: 'udp' | 'tcp' | 'tls', over: Partial<Target> = {}): Target => ({
  protocol,
  ...transport.local[protocol][0]!,
  ...over,
})

const statusOf = ({ message }: Received): number | undefined => (isRequest(message) ? undefined : message.status)

/** Waits until a condition holds that only the network can bring about. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/** The end of a connection, even by a reset. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve())
  })

async function listenTcp(accept: (socket: Socket) => void): Promise<{ server: Server; target: Target }> {
  const server = createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { server, target: { protocol: 'tcp', address: '127.0.0.1', port } }
}

for (const address of ['127.0.0.1', '::1'])
  it(`requests and responses go over UDP and TCP at ${address}, and responses come back on the same way`, async () => {
    const endpoint = { address, port: 0 }
    await using server = await open({ udp: [endpoint], tcp: [endpoint] })
    await using client = await open({ udp: [endpoint] })
    for (const protocol of ['udp', 'tcp'] as const) {
      const sent = await client.transport.send(request(), targetOf(server.transport, protocol))
      const { message, flow } = await server.next()
      assert.ok(isRequest(message))
      assert.equal(flow.remote.address, address)
      assert.match(headerOf(message, 'Via')!, new RegExp(`;rport=${flow.remote.port}$`))
      await server.transport.send(respond(message, 200, { toTag: 'b' }), responseTarget(message, flow))
      const answer = await client.next()
      assert.equal(statusOf(answer), 200)
      assert.equal(answer.flow.connection, sent.connection)
    }
  })

it('one connection is used for all messages to an address, even if it opens at the time', async () => {
  await using server = await open({ tcp: [loopback] })
  await using client = await open({})
  const target = targetOf(server.transport, 'tcp')
  const flows = await Promise.all([1, 2, 3].map(() => client.transport.send(request(), target)))
  assert.equal(new Set(flows.map(({ connection }) => connection)).size, 1)
  for (let index = 0; index < 3; index++) await server.next()
})

it('a response over TCP opens a connection to the port of sent-by if its own is closed (RFC 3261, section 18.2.2)', async () => {
  await using server = await open({ tcp: [loopback] })
  await using client = await open({ tcp: [loopback] })
  const { port } = client.transport.local.tcp[0]!
  const socket = connect(server.transport.local.tcp[0]!.port, '127.0.0.1')
  socket.write(bytesOf(requestText('Content-Length: 0').replace('UDP pc33.example.com', `TCP 127.0.0.1:${port}`)))
  const { message, flow } = await server.next()
  socket.destroy()
  await closed(socket)
  assert.ok(isRequest(message))
  // The end of the connection can arrive later than the response is sent, and then the next attempt succeeds.
  await until(() => server.clock.timers() === 0)
  await server.transport.send(respond(message, 200), responseTarget(message, flow))
  assert.equal(statusOf(await client.next()), 200)
})

it('a large request goes over TCP with the Via of TCP, and over UDP if the peer has none', async () => {
  const body = new Uint8Array(1_600).fill(97)
  await using server = await open({ udp: [loopback] })
  const both = server.transport.local.udp[0]!
  await using client = await open({ udp: [loopback], tcp: [loopback] })
  const target = targetOf(server.transport, 'udp')
  const overUdp = await client.transport.send(request({ body }), target)
  assert.equal(overUdp.protocol, 'udp')
  const fallback = await server.next()
  assert.equal(fallback.message.body.length, 1_600)
  assert.match(headerOf(fallback.message, 'Via')!, /^SIP\/2\.0\/UDP a\.example\.com;/)
  await using second = await open({ udp: [loopback] })
  await using tcp = await open({ tcp: [both] })
  // The first client remembers that there was no TCP.
  assert.equal((await client.transport.send(request({ body }), target)).protocol, 'udp')
  assert.equal((await second.transport.send(request({ body }), target)).protocol, 'tcp')
  const { message, flow } = await tcp.next()
  assert.equal(flow.protocol, 'tcp')
  assert.match(headerOf(message, 'Via')!, /^SIP\/2\.0\/TCP 127\.0\.0\.1:5060;/)
})

it('nothing is parsed before it is admitted, and a faulty request is answered with the same tag each time', async () => {
  const admitted: (string | undefined)[] = []
  await using server = await open({
    udp: [loopback],
    admit: ({ method, flow }) => {
      admitted.push(method)
      return method !== 'REGISTER' && flow.remote.address === '127.0.0.1'
    },
  })
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = server.transport.local.udp[0]!
  const ask = async (text: string): Promise<string> => {
    socket.send(bytesOf(text), port, '127.0.0.1')
    const [answer] = await once(socket, 'message')
    return String(answer)
  }
  const faulty = requestText('')
    .replace('Via: SIP/2.0/UDP pc33.example.com', 'Via: SIP/2.0/UDP pc33;rport')
    .replace('314159', 'x')
  socket.send('\r\n\r\n', port, '127.0.0.1')
  socket.send(bytesOf(requestText('User-Agent: friendly-scanner')), port, '127.0.0.1')
  socket.send(bytesOf(requestText('', 'a'.repeat(9_000))), port, '127.0.0.1')
  socket.send(bytesOf(requestText('').replace('INVITE', 'REGISTER')), port, '127.0.0.1')
  const [first, second] = [await ask(faulty), await ask(faulty)]
  assert.match(first, /^SIP\/2\.0 400 Bad CSeq\r\n/)
  assert.equal(first, second)
  assert.match(first, /received=127\.0\.0\.1;rport=\d+/)
  assert.match(await ask(faulty.replace('SIP/2.0\n', 'SIP/3.0\n')), /^SIP\/2\.0 505 Version Not Supported\r\n/)
  assert.deepEqual(admitted, ['REGISTER', 'INVITE', 'INVITE', 'INVITE'])
  assert.deepEqual(server.transport.counts, { received: 7, tooLong: 1, unreadable: 1, notAdmitted: 1, faulty: 3 })
  assert.equal(server.received.length, 0)
  socket.close()
})

it('a ping is answered, three messages of one segment arrive, and a stream without a length ends', async () => {
  await using server = await open({ tcp: [loopback] })
  const socket = connect(server.transport.local.tcp[0]!.port, '127.0.0.1')
  socket.write('\r\n\r\n')
  assert.equal(String((await once(socket, 'data'))[0]), '\r\n')
  const text = bytesOf(requestText('Content-Length: 0'))
  socket.write(Buffer.concat([text, text, text]))
  for (let index = 0; index < 3; index++) assert.ok(isRequest((await server.next()).message))
  socket.write(bytesOf(requestText('')))
  await closed(socket)
})

it('a source has at most 5 connections, which end after 5 s without a message and after 120 s without a byte', async () => {
  await using server = await open({ tcp: [loopback] })
  const { port } = server.transport.local.tcp[0]!
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await until(() => server.clock.timers() === 10)
  const sixth = connect(port, '127.0.0.1').on('error', () => {})
  await closed(sixth)
  sockets[0]!.write(bytesOf(requestText('Content-Length: 0')))
  await server.next()
  server.clock.advance(5_000)
  await Promise.all(sockets.slice(1).map(closed))
  assert.equal(server.clock.timers(), 1)
  server.clock.advance(114_999)
  assert.equal(server.clock.timers(), 1)
  server.clock.advance(1)
  await closed(sockets[0]!)
  assert.equal(server.clock.timers(), 0)
})

/** Addresses of the loopback interface that are different sources. */
const sources = (network: number, count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.${network}.${index + 1}`)
const trunk = '127.0.9.9'
const trusts = (address: string) => address === trunk

it('100 connections of strangers keep other strangers out, but not a trusted source, which has 5 at most', async () => {
  await using server = await open({ tcp: [loopback], trusts })
  const { port } = server.transport.local.tcp[0]!
  const connectFrom = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  const strangers = sources(1, 20).flatMap((source) => Array.from({ length: 5 }, () => connectFrom(source)))
  await until(() => server.clock.timers() === 200)
  await closed(connectFrom('127.0.2.1'))
  const trusted = Array.from({ length: 5 }, () => connectFrom(trunk))
  for (const socket of trusted) socket.write(bytesOf(requestText('Content-Length: 0')))
  for (const _ of trusted) assert.equal((await server.next()).flow.remote.address, trunk)
  await closed(connectFrom(trunk))
  await closed(connectFrom('127.0.2.1'))
  for (const socket of [...strangers, ...trusted]) socket.destroy()
})

it('100 connections that we have opened to strangers leave room for one to a trusted address', async () => {
  await using server = await open({ tcp: [{ address: '0.0.0.0', port: 0 }], trusts: () => true })
  await using client = await open({ trusts })
  const send = (address: string) => client.transport.send(request(), targetOf(server.transport, 'tcp', { address }))
  await Promise.all(sources(3, 100).map(send))
  await assert.rejects(send('127.0.4.1'), { code: 'overload' })
  assert.equal((await send(trunk)).remote.address, trunk)
})

it('a message that is sent slowly ends its connection, and a connection that a dialog uses is kept', async () => {
  await using server = await open({ tcp: [loopback] })
  const socket = connect(server.transport.local.tcp[0]!.port, '127.0.0.1')
  socket.write(bytesOf(requestText('Content-Length: 0')))
  const { flow } = await server.next()
  const release = server.transport.keepAlive({ protocol: 'tcp', ...flow.remote, connection: flow.connection! })
  server.clock.advance(900_000)
  socket.write(bytesOf(requestText('Content-Length: 0')))
  await server.next()
  release()
  const end = closed(socket)
  socket.write('INVITE sip:')
  await until(() => server.clock.timers() === 2)
  server.clock.advance(4_999)
  socket.write('b')
  server.clock.advance(1)
  assert.equal(server.clock.timers(), 0)
  await end
})

it('a connection that we have opened is pinged each 90 s, and ends when a peer that has answered no longer does', async () => {
  let peer: Socket | undefined
  let text = ''
  const { server, target } = await listenTcp((socket) => {
    peer = socket.on('data', (bytes) => {
      text += bytes
    })
  })
  // The request ends with an empty line of its own.
  const pings = (): number => text.split('\r\n\r\n').length - 2
  await using client = await open({})
  const { connection } = await client.transport.send(request(), target)
  client.transport.keepAlive({ ...target, connection: connection! })
  client.clock.advance(90_000)
  await until(() => pings() === 1)
  // A peer without RFC 5626 answers nothing, and its connection is kept.
  client.clock.advance(90_000)
  await until(() => pings() === 2)
  peer!.write(Buffer.concat([Buffer.from('\r\n'), bytesOf(requestText('Content-Length: 0'))]))
  await client.next()
  client.clock.advance(90_000)
  await until(() => pings() === 3)
  const end = closed(peer!)
  client.clock.advance(9_999)
  assert.equal(client.clock.timers(), 3)
  client.clock.advance(1)
  assert.equal(client.clock.timers(), 0)
  await end
  server.close()
})

it('TLS sends the configured name, checks the certificate for it though an IP address is dialed, and offers no ALPN', async () => {
  const certificate = createCertificate('sip.example.com', 'DNS:sip.example.com')
  await using server = await open({ tls: [{ ...loopback, ...certificate }] })
  await using client = await open({ tlsClient: { ca: certificate.cert } })
  const target = targetOf(server.transport, 'tls', { serverName: 'sip.example.com' })
  const flow = await client.transport.send(request(), target)
  assert.equal(flow.protocol, 'tls')
  const { message, flow: arrived } = await server.next()
  assert.ok(isRequest(message))
  await server.transport.send(respond(message, 200), responseTarget(message, arrived))
  assert.equal(statusOf(await client.next()), 200)
  // Within a dialog, the open connection is used although the target is an IP address.
  const again = await client.transport.send(request(), {
    ...target,
    serverName: undefined,
    connection: flow.connection,
  })
  assert.equal(again.connection, flow.connection)
  const wrongName = client.transport.send(request(), { ...target, serverName: 'other.example.com' })
  await assert.rejects(wrongName, { code: 'certificate' })
  await using stranger = await open({})
  await assert.rejects(stranger.transport.send(request(), target), { code: 'certificate' })
  const raw = connectTls({
    ...loopback,
    port: target.port,
    host: '127.0.0.1',
    ca: certificate.cert,
    servername: 'sip.example.com',
    ALPNProtocols: ['sip'],
  })
  await once(raw, 'secureConnect')
  assert.equal(raw.alpnProtocol, false)
  raw.destroy()
})

it('a certificate with a SIP URI is accepted, and mutual TLS refuses clients without a certificate', async () => {
  const own = createCertificate('trunk', 'URI:sip:trunk.example.com')
  const client = createCertificate('client', 'DNS:client.example.com')
  await using server = await open({ tls: [{ ...loopback, ...own, clientCa: client.cert }] })
  const target = targetOf(server.transport, 'tls', { serverName: 'trunk.example.com' })
  await using known = await open({ tlsClient: { ca: own.cert, ...client } })
  await known.transport.send(request(), target)
  assert.ok(isRequest((await server.next()).message))
  await using unknown = await open({ tlsClient: { ca: own.cert } })
  // With TLS 1.3, the client notices the refusal only after its own handshake.
  await unknown.transport.send(request(), target).catch(() => {})
  await until(() => unknown.clock.timers() === 0)
  assert.equal(server.received.length, 0)
})

it('a TLS handshake ends after 5 s, on both sides, and a refused connection is reported', async () => {
  const certificate = createCertificate('slow', 'DNS:slow.example.com')
  await using server = await open({ tls: [{ ...loopback, ...certificate }] })
  const silent = connect(server.transport.local.tls[0]!.port, '127.0.0.1')
  await until(() => server.clock.timers() === 1)
  server.clock.advance(5_000)
  await closed(silent)
  const sockets: Socket[] = []
  const { server: mute, target } = await listenTcp((socket) => sockets.push(socket))
  await using client = await open({})
  const sent = client.transport.send(request(), { ...target, protocol: 'tls', serverName: 'slow.example.com' })
  const rejected = assert.rejects(sent, { code: 'timeout' })
  await until(() => sockets.length === 1)
  client.clock.advance(5_000)
  await rejected
  for (const socket of sockets) socket.destroy()
  mute.close()
  await once(mute, 'close')
  await assert.rejects(client.transport.send(request(), target), { code: 'unreachable' })
  await assert.rejects(client.transport.send(request(), { ...target, protocol: 'udp' }), { code: 'unavailable' })
})

it('each flow over one UDP socket is kept open by itself, and once for all of its users', async () => {
  const peers = await Promise.all(
    [1, 2].map(async () => {
      const socket = createSocket('udp4').bind(0, '127.0.0.1')
      await once(socket, 'listening')
      let arrived = 0
      socket.on('message', () => arrived++)
      return { socket, arrived: () => arrived, target: { ...loopback, ...socket.address(), protocol: 'udp' as const } }
    }),
  )
  await using client = await open({ udp: [loopback] })
  const [first, second] = peers.map(({ target }) => ({ ...target, connection: 'udp:0' }))
  const keep = client.transport.keepAlive
  const [releaseFirst, releaseAgain, releaseSecond] = [keep(first!), keep(first!), keep(second!)]
  await until(() => peers.every(({ arrived }) => arrived() === 1))
  releaseFirst()
  releaseFirst()
  client.clock.advance(25_000)
  await until(() => peers.every(({ arrived }) => arrived() === 2))
  releaseAgain()
  assert.equal(client.clock.timers(), 1)
  releaseSecond()
  assert.equal(client.clock.timers(), 0)
  for (const { socket } of peers) socket.close()
})

it('keep-alives go out each 25 s, the public address is asked for, and nothing remains after disposal', async () => {
  const peer = createSocket('udp4').bind(0, '127.0.0.1')
  await once(peer, 'listening')
  const { port } = peer.address()
  const client = await open({ udp: [loopback], tcp: [loopback] })
  const stop = client.transport.keepAlive({ protocol: 'udp', address: '127.0.0.1', port })
  for (let index = 0; index < 2; index++) {
    const [bytes] = await once(peer, 'message')
    assert.equal(String(bytes), '\r\n\r\n')
    client.clock.advance(25_000)
  }
  stop()
  assert.equal(client.clock.timers(), 0)
  await once(peer, 'message')
  peer.once('message', (bytes: Buffer, { port: from }) => {
    const answer = Buffer.from(`0101000c2112a442${bytes.toString('hex', 8, 20)}00010008000113c4c0000207`, 'hex')
    peer.send(answer, from, '127.0.0.1')
  })
  const found = await client.transport.discoverAddress({ address: '127.0.0.1', port })
  assert.deepEqual(found, { address: '192.0.2.7', port: 5_060 })
  const silent = client.transport.discoverAddress({ address: '127.0.0.1', port })
  for (let index = 0; index < 20; index++) client.clock.advance(1_000)
  assert.equal(await silent, undefined)
  client.transport.keepAlive({ protocol: 'udp', address: '127.0.0.1', port })
  await client.transport[Symbol.asyncDispose]()
  assert.equal(client.clock.timers(), 0)
  await assert.rejects(client.transport.send(request(), { protocol: 'tcp', address: '127.0.0.1', port }), {
    code: 'unavailable',
  })
  await assert.rejects(client.transport.send(request(), { protocol: 'udp', address: '127.0.0.1', port }), {
    code: 'unavailable',
  })
  peer.close()
})

it('an address that is in use rejects the opening and leaves nothing open', async () => {
  await using first = await open({ tcp: [loopback] })
  const taken = first.transport.local.tcp[0]!
  await assert.rejects(open({ udp: [loopback], tcp: [loopback, taken] }), { code: 'EADDRINUSE' })
})

it('Via and Contact name the bound address, one of the right family, or the advertised one', async () => {
  await using server = await open({ udp: [{ address: '0.0.0.0', port: 0 }], tcp: [loopback] })
  const { local } = server.transport
  const localFor = (protocol: 'udp' | 'tcp' | 'tls', address: string) =>
    server.transport.localFor({ protocol, address, port: 5060 })
  assert.deepEqual(localFor('udp', '127.0.0.9'), { address: '127.0.0.1', port: local.udp[0]!.port })
  assert.notEqual(localFor('udp', '192.0.2.1').address, '0.0.0.0')
  assert.deepEqual(localFor('tcp', '127.0.0.1'), local.tcp[0])
  assert.equal(localFor('tls', '127.0.0.1').port, 5061)
  await using behindNat = await open({ udp: [loopback], advertise: (_, own) => ({ ...own, address: '203.0.113.5' }) })
  assert.equal(
    behindNat.transport.localFor({ protocol: 'udp', address: '192.0.2.1', port: 5060 }).address,
    '203.0.113.5',
  )
})

it('a socket that is bound to all addresses is reached at that of each interface, and another at its own alone', () => {
  assert.ok(reaches('127.0.0.1', '0.0.0.0') && reaches('192.0.2.1', '192.0.2.1'))
  assert.ok(!reaches('192.0.2.1', '0.0.0.0') && !reaches('127.0.0.1', '192.0.2.1'))
})
