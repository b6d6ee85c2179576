// Opens the transport on the sockets of Node: UDP, TCP and TLS, over IPv4 and IPv6.
import { isIPv6 } from 'node:net'
import type { SipClock } from '../clock.ts'
import { writeMessage } from '../message/write.ts'
import { connectionLimits } from './connection.ts'
import { createConnections, type TlsEndpoint } from './connections.ts'
import { createKeepAlive } from './keep-alive.ts'
import { createUdpSender } from './large-requests.ts'
import { localAddressFor } from './local-address.ts'
import { createReceiver, type Packet, type PacketCounts } from './receive.ts'
import { askStun } from './stun.ts'
import type { TlsClientOptions } from './tls-identity.ts'
import type { Endpoint, Flow, Target, Transport, TransportListener } from './transport.ts'
import { openUdp } from './udp.ts'

export interface TransportOptions {
  /** Addresses to listen on; port 0 lets the system choose. IPv4 and IPv6 are separate: `0.0.0.0` and `::`. */
  udp?: readonly Endpoint[]
  tcp?: readonly Endpoint[]
  tls?: readonly TlsEndpoint[]
  tlsClient?: TlsClientOptions
  listener: TransportListener
  /**
   * Whether a message is read at all: its source is a trunk or has a live dialog, or has tokens in `createSourceLimits`.
   * It is called before the message is parsed, so it must be fast.
   */
  admit(packet: Packet): boolean
  /** Whether an address has connections although strangers use all of theirs. Default: none has. */
  trusts?(address: string): boolean
  /** The public address for Via and Contact, if it differs from the local one. */
  advertise?(target: Target, local: Endpoint): Endpoint
  /** Receives errors of the listener, which are bugs. */
  failed(error: unknown): void
  clock: SipClock
}

export interface NodeTransport extends Transport, AsyncDisposable {
  /** The bound addresses, with the ports that the system has chosen. */
  readonly local: Readonly<Record<'udp' | 'tcp' | 'tls', readonly Endpoint[]>>
  readonly counts: Readonly<PacketCounts>
  /** The public address of the UDP socket, as a STUN server sees it; undefined if it does not answer. */
  discoverAddress(server: Endpoint): Promise<Endpoint | undefined>
}

const limits = {
  ...connectionLimits,
  accepted: 100,
  acceptedPerSource: 5,
  opened: 100,
  openMs: 4_000,
  handshakeMs: 5_000,
}
const keepAlivePacket = Buffer.from('\r\n\r\n')

/** Rejects if an address cannot be bound; nothing remains open then. */
export async function openTransport(options: TransportOptions): Promise<NodeTransport> {
  const { listener, admit, trusts = () => false, advertise, failed, clock, tlsClient = {} } = options
  const answer = (response: Parameters<Transport['send']>[0], target: Target): void => {
    send(response, target).catch(() => {})
  }
  const { receive, counts } = createReceiver({ listener, admit, answer, failed })
  const udp = await openUdp(options.udp ?? [], receive)
  const keepAlive = createKeepAlive(clock, (target) => void udp.send(keepAlivePacket, target).catch(() => {}))
  const connections = createConnections({
    clock,
    tlsClient,
    limits,
    trusts,
    received: receive,
    isInUse: keepAlive.isKept,
  })
  const local = { udp: udp.local, tcp: [] as Endpoint[], tls: [] as Endpoint[] }
  const sendUdp = createUdpSender({ clock, localFor, sendUdp: udp.send, sendTcp: connections.send })

  async function send(message: Parameters<Transport['send']>[0], target: Target): Promise<Flow> {
    if (target.protocol === 'udp') return sendUdp(message, target)
    return connections.send(writeMessage(message), target)
  }

  function localFor(target: Target): Endpoint {
    const { protocol, address } = target
    const listening = local[protocol].find((each) => isIPv6(each.address) === isIPv6(address))
    const bound = (protocol === 'udp' ? udp.socketFor(target)?.local : listening) ?? {
      address: isIPv6(address) ? '::' : '0.0.0.0',
      port: protocol === 'tls' ? 5061 : 5060,
    }
    const own = { address: localAddressFor(bound.address, address), port: bound.port }
    return advertise?.(target, own) ?? own
  }

  async function discoverAddress(server: Endpoint): Promise<Endpoint | undefined> {
    const found = udp.socketFor(server)
    return found === undefined ? undefined : askStun({ socket: found.socket, server, clock })
  }

  async function close(): Promise<void> {
    keepAlive.stop()
    await Promise.all([udp.close(), connections.close()])
  }

  try {
    for (const endpoint of options.tcp ?? []) local.tcp.push(await connections.listen(endpoint))
    for (const endpoint of options.tls ?? []) local.tls.push(await connections.listenTls(endpoint))
  } catch (error) {
    await close()
    throw error
  }
  return { send, localFor, keepAlive: keepAlive.keep, discoverAddress, local, counts, [Symbol.asyncDispose]: close }
}
