// UDP sockets: receives datagrams, and sends from the socket that belongs to a flow or to the address family.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Endpoint, Flow, Target } from './transport.ts'
import { TransportError, toTransportError } from './transport-error.ts'

export interface UdpSockets {
  /** The bound addresses, with the ports that the system has chosen. */
  local: Endpoint[]
  send(bytes: Uint8Array, target: Target): Promise<Flow>
  /** The socket that messages to a target are sent from. */
  socketFor(target: Pick<Target, 'address' | 'connection'>): { socket: Socket; local: Endpoint } | undefined
  close(): Promise<void>
}

const receiveBufferBytes = 1_048_576

export async function openUdp(
  endpoints: readonly Endpoint[],
  received: (bytes: Uint8Array, flow: Flow) => void,
): Promise<UdpSockets> {
  const opened: { socket: Socket; local: Endpoint; id: string }[] = []
  const close = async (): Promise<void> => {
    await Promise.all(
      opened.splice(0).map(({ socket }) => new Promise<void>((resolve) => socket.close(() => resolve()))),
    )
  }
  for (const [index, endpoint] of endpoints.entries()) {
    try {
      const socket = await bind(endpoint)
      const { address, port } = socket.address()
      const each = { socket, local: { address, port }, id: `udp:${index}` }
      opened.push(each)
      socket.on('message', (bytes, { address: remote, port: remotePort }) =>
        received(bytes, {
          protocol: 'udp',
          remote: { address: remote, port: remotePort },
          local: each.local,
          connection: each.id,
        }),
      )
      // Errors of single datagrams are reported to their sender.
      socket.on('error', () => {})
    } catch (error) {
      await close()
      throw error
    }
  }

  function find({ address, connection }: Pick<Target, 'address' | 'connection'>) {
    const isV6 = isIPv6(address)
    const fits = opened.filter(({ local }) => isIPv6(local.address) === isV6)
    return fits.find(({ id }) => id === connection) ?? fits[0]
  }

  return {
    local: opened.map(({ local }) => local),
    socketFor: find,
    send: (bytes, target) =>
      new Promise((resolve, reject) => {
        const found = find(target)
        if (found === undefined)
          return reject(new TransportError('unavailable', 'There is no UDP socket for this address.'))
        const { address, port } = target
        found.socket.send(bytes, port, address, (error) =>
          error
            ? reject(toTransportError(error))
            : resolve({ protocol: 'udp', remote: { address, port }, local: found.local, connection: found.id }),
        )
      }),
    close,
  }
}

function bind({ address, port }: Endpoint): Promise<Socket> {
  const type = isIPv6(address) ? 'udp6' : 'udp4'
  // Without ipv6Only, IPv4 peers would appear with mapped IPv6 addresses.
  const socket = createSocket({ type, ipv6Only: type === 'udp6' })
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      try {
        socket.setRecvBufferSize(receiveBufferBytes)
      } catch {
        // The system limits the buffer; its default works too.
      }
      resolve(socket)
    })
  })
}
