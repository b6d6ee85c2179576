// Tests telephones over TCP and TLS: quiet calls, registrations whose connection was closed, and names of certificates.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import {
  type Header,
  headerOf,
  isRequest,
  parseAddress,
  parseMessage,
  parseUri,
  respond,
  type SipMessage,
  type SipResponse,
  writeMessage,
} from '../../src/message/index.ts'
import type { PhoneOptions } from '../../src/phone/index.ts'
import type { RegistrationState } from '../../src/registration/index.ts'
import { createStreamFraming } from '../../src/transport/stream-framing.ts'
import { writeCertificate } from '../programs/certificate.ts'
import { dialogOf, requestOf } from '../support/peers.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'
import { openTestPhone, watch } from './phones.ts'

const loopback = { address: '127.0.0.1', port: 0 }

/** Reads and writes the messages of a connection. */
function peerAt(socket: Socket) {
  const framing = createStreamFraming()
  const arrivals = new EventEmitter()
  const messages: SipMessage[] = []
  socket
    .on('error', () => {})
    .on('data', (bytes: Buffer) => {
      for (const item of framing.push(bytes)) {
        const parsed = item.type === 'message' ? parseMessage(item.bytes) : undefined
        if (parsed && 'message' in parsed) messages.push(parsed.message)
      }
      arrivals.emit('arrived')
    })
  return {
    send: (message: SipMessage) => void socket.write(writeMessage(message)),
    async next(): Promise<SipMessage> {
      while (messages.length === 0) await once(arrivals, 'arrived', { signal: AbortSignal.timeout(10_000) })
      return messages.shift()!
    },
  }
}

async function listen(server: Server) {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    sockets,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A telephone over TCP in virtual time, which passes by itself once the test is over. */
async function openVirtual(options: Partial<PhoneOptions> = {}) {
  const clock = createVirtualClock()
  const phone = await openTestPhone({ udp: [], tcp: [loopback], clock, onTick: () => () => {}, ...options })
  return {
    ...{ clock, phone },
    async [Symbol.asyncDispose]() {
      const passing = setInterval(() => clock.advance(1_000), 1)
      await phone[Symbol.asyncDispose]()
      clearInterval(passing)
    },
  }
}

it('a refresh to our Contact is received after 15 quiet minutes, on the connection of the call and on a new one', async () => {
  const answering = watch()
  await using called = await openVirtual({
    admit: () => 'accept',
    incoming(call) {
      void call.answer()
      return answering.handlers
    },
  })
  const { clock, phone } = called
  const timer: Header[] = [
    ['Session-Expires', '1800;refresher=uac'],
    ['Supported', 'timer'],
  ]
  const body = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 20000 RTP/AVP 0\r\n'
  using sockets = new DisposableStack()
  const open = (port: number, host: string) =>
    peerAt(sockets.adopt(connect(port, host), (socket) => void socket.destroy()))
  const first = open(phone.local.tcp[0]!.port, '127.0.0.1')
  first.send(requestOf('INVITE', { headers: timer, body }))
  const ok = (await first.next()) as SipResponse
  assert.equal(ok.status, 200)
  const dialog = dialogOf(ok)
  let cseq = 1
  const ask = async (method: string, peer: typeof first) => {
    peer.send(requestOf(method, { ...dialog, cseq: ++cseq, headers: timer }))
    return ((await peer.next()) as SipResponse).status
  }
  first.send(requestOf('ACK', dialog))
  assert.equal(await ask('OPTIONS', first), 200)
  const contact = parseUri(parseAddress(headerOf(ok, 'Contact')!)!.uri)!
  clock.advance(900_000)
  assert.equal(await ask('UPDATE', first), 200)
  clock.advance(900_000)
  const second = open(contact.port!, contact.host)
  assert.equal(await ask('UPDATE', second), 200)
  clock.advance(900_000)
  assert.equal(await ask('BYE', first), 200)
  assert.deepEqual(answering.seen, ['answered', 'ended'])
})

it('a registration whose connection was closed is made again within 30 s over a new one', async () => {
  const methods: string[] = []
  using registrar = await listen(
    createServer(async (socket) => {
      const peer = peerAt(socket)
      for (;;) {
        const message = await peer.next().catch(() => undefined)
        if (message === undefined || !isRequest(message)) return
        methods.push(`${message.method} ${registrar.sockets.indexOf(socket)}`)
        const contact: Header = ['Contact', headerOf(message, 'Contact') ?? '']
        peer.send(respond(message, 200, { toTag: 'peer', headers: [contact] }))
      }
    }),
  )
  await using registering = await openVirtual()
  const { clock, phone } = registering
  const proxy = `sip:127.0.0.1:${registrar.port};transport=tcp`
  const account = phone.addAccount({ domain: 'parley.test', proxy, user: 'a' })
  const states = new EventEmitter()
  const changed = ({ status }: RegistrationState) => states.emit(status)
  const registered = () => once(states, 'registered', { signal: AbortSignal.timeout(10_000) })
  const first = registered()
  const registration = phone.register({ account, expiresSeconds: 3_600 }, { changed })
  await first
  const timers = clock.timers()
  registrar.sockets[0]!.destroy()
  while (clock.timers() === timers) await new Promise((resolve) => setImmediate(resolve))
  const again = registered()
  clock.advance(30_000)
  await again
  assert.deepEqual([methods, registration.state.status], [['REGISTER 0', 'OPTIONS 1', 'REGISTER 1'], 'registered'])
})

it('a proxy that is an IP address gets the name of the domain in SNI, and its certificate is checked for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sip-'))
  const files = writeCertificate(folder, 'sip.parley.test')
  const [key, cert] = await Promise.all([readFile(files.key), readFile(files.cert)])
  await rm(folder, { recursive: true })
  const names: unknown[] = []
  using proxy = await listen(
    createTlsServer({ key, cert }, async (socket: TLSSocket & { servername?: unknown }) => {
      names.push(socket.servername)
      const peer = peerAt(socket)
      const message = await peer.next().catch(() => undefined)
      if (message && isRequest(message)) peer.send(respond(message, 200, { toTag: 'peer' }))
    }),
  )
  await using phone = await openTestPhone({ tlsClient: { ca: cert } })
  const ask = (domain: string) => {
    const uri = `sip:127.0.0.1:${proxy.port};transport=tls`
    return phone.userAgent.ping(phone.addAccount({ domain, proxy: uri, user: 'a' }))
  }
  assert.equal((await ask('sip.parley.test')).status, 200)
  assert.equal((await ask('other.parley.test')).status, 503)
  assert.equal(names[0], 'sip.parley.test')
})
