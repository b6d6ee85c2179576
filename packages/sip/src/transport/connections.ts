// All TCP and TLS connections: listens, opens, reuses and limits them (RFC 3261, section 18; RFC 5923).
import { connect, createServer, isIPv6, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import type { SipClock } from '../clock.ts'
import { type Connection, type ConnectionLimits, createConnection } from './connection.ts'
import { sourceOf } from './source-limits.ts'
import { startTls, type TlsClientOptions } from './tls-identity.ts'
import type { Endpoint, Flow, Target } from './transport.ts'
import { TransportError, toTransportError } from './transport-error.ts'

/** A TLS listener. */
export interface TlsEndpoint extends Endpoint {
  /** PEM. */
  cert: string | Buffer
  /** PEM. */
  key: string | Buffer
  /** Authorities for certificates of clients. With them, clients must have one (mutual TLS). */
  clientCa?: string | Buffer
}

export interface ConnectionsOptions {
  clock: SipClock
  tlsClient: TlsClientOptions
  limits: ConnectionLimits & {
    /** Connections accepted from strangers, those in the TLS handshake included. */
    accepted: number
    /** Even if the source is trusted. */
    acceptedPerSource: number
    /** Connections opened to strangers, for example for responses to their requests. */
    opened: number
    handshakeMs: number
    openMs: number
  }
  /** Whether an address is no stranger's. */
  trusts(address: string): boolean
  received(bytes: Uint8Array, flow: Flow): void
  isInUse(flow: Flow): boolean
}

export type Connections = ReturnType<typeof createConnections>

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

export function createConnections({ clock, tlsClient, limits, trusts, received, isInUse }: ConnectionsOptions) {
  const servers = new Set<Server>()
  /** The address of the peer by the socket. */
  const accepted = new Map<Socket, string>()
  /** Cancels the deadline of a handshake, by the address and port of the peer. */
  const handshakes = new Map<string, () => void>()
  const connections = new Map<string, { connection: Connection; serverName?: string }>()
  const opening = new Map<string, { address: string; connection: Promise<Connection> }>()
  const abort = new AbortController()
  let lastId = 0

  function listen(endpoint: Endpoint, secure?: TlsServer): Promise<Endpoint> {
    const server = createServer((socket) => accept(socket, secure))
    servers.add(server)
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: endpoint.address, port: endpoint.port, ipv6Only: isIPv6(endpoint.address) }, () => {
        const { address, port } = server.address() as Endpoint
        server.off('error', reject)
        server.on('error', () => {})
        resolve({ address, port })
      })
    })
  }

  function listenTls(endpoint: TlsEndpoint): Promise<Endpoint> {
    const { cert, key, clientCa } = endpoint
    const requestCert = clientCa !== undefined
    // The server only does handshakes: `listen` accepts, and counts, the connections. It has no protocols for ALPN.
    const secure = createTlsServer({ cert, key, ca: clientCa, requestCert, minVersion: 'TLSv1.2' })
    secure.on('secureConnection', (socket: TLSSocket) => {
      handshakes.get(peerOf(socket))?.()
      add(socket, 'tls', false)
    })
    secure.on('tlsClientError', (_, socket) => socket.destroy())
    return listen(endpoint, secure)
  }

  /** Trusted addresses are not counted, so that strangers cannot keep them out. */
  const isFull = (others: readonly string[], limit: number, address: string): boolean =>
    others.length >= limit && !trusts(address) && others.filter((other) => !trusts(other)).length >= limit

  function accept(socket: Socket, secure: TlsServer | undefined): void {
    const address = socket.remoteAddress ?? ''
    const others = [...accepted.values()]
    const fromSource = others.filter((other) => sourceOf(other) === sourceOf(address)).length
    socket.on('error', () => socket.destroy())
    if (abort.signal.aborted || fromSource >= limits.acceptedPerSource || isFull(others, limits.accepted, address)) {
      socket.destroy()
      return
    }
    accepted.set(socket, address)
    socket.once('close', () => accepted.delete(socket))
    if (secure === undefined) {
      add(socket, 'tcp', false)
      return
    }
    const peer = peerOf(socket)
    const cancel = clock.after(limits.handshakeMs, () => socket.destroy())
    handshakes.set(peer, cancel)
    socket.once('close', () => {
      cancel()
      handshakes.delete(peer)
    })
    secure.emit('connection', socket)
  }

  function add(socket: Socket, protocol: 'tcp' | 'tls', isOutbound: boolean, serverName?: string): Connection {
    const id = `${protocol}:${++lastId}`
    const flow: Flow = {
      protocol,
      remote: { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 },
      local: { address: socket.localAddress ?? '', port: socket.localPort ?? 0 },
      connection: id,
    }
    const closed = (): boolean => connections.delete(id)
    const connection = createConnection({ socket, flow, isOutbound, clock, limits, received, isInUse, closed })
    connections.set(id, { connection, serverName })
    return connection
  }

  /** The connection of the target, else one that is open to its address under the same name. */
  function find({ protocol, address, port, serverName, connection: id }: Target): Connection | undefined {
    const own = id === undefined ? undefined : connections.get(id)?.connection
    if (own?.flow.protocol === protocol) return own
    for (const { connection, serverName: name } of connections.values()) {
      const { remote, protocol: used } = connection.flow
      const isSame = used === protocol && remote.address === address && remote.port === port
      // A certificate was checked for one name, and on accepted connections for none.
      const isTrusted = protocol === 'tcp' || serverName === undefined || serverName === name
      if (isSame && isTrusted && connection.isOutbound) return connection
    }
    return undefined
  }

  async function get(target: Target, openMs: number): Promise<Connection> {
    const found = find(target)
    if (found !== undefined) return found
    const { protocol, address, port, serverName } = target
    const key = `${protocol} ${address} ${port} ${serverName ?? ''}`
    const connection = opening.get(key)?.connection ?? open(target, openMs).finally(() => opening.delete(key))
    opening.set(key, { address, connection })
    return connection
  }

  async function open(target: Target, openMs: number): Promise<Connection> {
    const { address, port, protocol, serverName } = target
    const opened = [...connections.values()].filter(({ connection }) => connection.isOutbound)
    const others = [
      ...opened.map(({ connection }) => connection.flow.remote.address),
      ...[...opening.values()].map((each) => each.address),
    ]
    if (isFull(others, limits.opened, address)) throw new TransportError('overload', 'Too many connections are open.')
    const socket = connect({ host: address, port })
    await ready(socket, 'connect', openMs)
    // The errors of a connection with TLS are those of the secure socket.
    if (protocol === 'tls') socket.on('error', () => {})
    if (protocol === 'tcp') return add(socket, 'tcp', true)
    const secure = startTls(socket, target, tlsClient)
    await ready(secure, 'secureConnect', limits.handshakeMs)
    return add(secure, 'tls', true, serverName)
  }

  function ready(socket: Socket, event: 'connect' | 'secureConnect', limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        cancel()
        abort.signal.removeEventListener('abort', aborted)
        socket.off(event, end).off('error', end).off('close', closed)
        if (error === undefined) {
          resolve()
          return
        }
        socket.on('error', () => {})
        socket.destroy()
        reject(toTransportError(error))
      }
      const closed = (): void => end(new TransportError('unreachable', 'The peer closed the connection.'))
      const aborted = (): void => end(new TransportError('unavailable', 'The transport is closed.'))
      const cancel = clock.after(limitMs, () =>
        end(new TransportError('timeout', 'The connection was not open in time.')),
      )
      abort.signal.addEventListener('abort', aborted)
      socket
        .once(event, () => end())
        .once('error', end)
        .once('close', closed)
    })
  }

  async function close(): Promise<void> {
    abort.abort()
    for (const { connection } of connections.values()) connection.close()
    for (const socket of accepted.keys()) socket.destroy()
    await Promise.allSettled([...opening.values()].map(({ connection }) => connection))
    await Promise.all(
      [...servers].map(
        (server) => new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
      ),
    )
  }

  return {
    listen: (endpoint: Endpoint) => listen(endpoint),
    listenTls,
    /** Opens a connection within `openMs` if there is none. */
    send: async (bytes: Uint8Array, target: Target, openMs = limits.openMs): Promise<Flow> => {
      if (abort.signal.aborted) throw new TransportError('unavailable', 'The transport is closed.')
      return (await get(target, openMs)).send(bytes)
    },
    close,
  }
}
