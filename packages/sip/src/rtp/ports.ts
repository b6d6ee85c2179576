// UDP ports for media: a random port of a range, or a pair of neighbors for RTP and RTCP.
import { createSocket } from 'node:dgram'
import { isIP, isIPv6 } from 'node:net'
import type { Source } from './latching.ts'

/** A bound UDP port. */
export interface DatagramPort {
  readonly port: number
  /** Sends the first `length` bytes, which must not change until the next but two of the port. Errors are ignored. */
  send(bytes: Uint8Array, length: number, to: Source): void
  /** The bytes belong to the listener. */
  listen(receive: (bytes: Uint8Array, from: Source) => void): void
  close(): void
}

export interface MediaPorts {
  rtp: DatagramPort
  /** Undefined: RTCP shares the port (RFC 5761). */
  rtcp: DatagramPort | undefined
  /** Closes the ports, which are used again after 30 s at the earliest. Has no effect the second time. */
  close(): void
}

/** Rejects with the error of the system, whose code is EADDRINUSE if the port is taken. Port 0: any free one. */
export function openMediaSocket(address: string, port: number): Promise<DatagramPort> {
  const isSix = isIPv6(address)
  /** The last address that was sent to, which is not checked again. */
  let known: string | undefined
  // The addresses that are sent to are numbers, so the lookup of names in every send is left out.
  const lookup = (name: string, _: unknown, done: (error: Error | null, address: string, family: number) => void) => {
    if (name === known || isIP(name) !== 0) {
      known = name
      done(null, name, isSix ? 6 : 4)
    } else done(new Error('Not an IP address.'), '', 0)
  }
  const socket = createSocket({ type: isSix ? 'udp6' : 'udp4', ipv6Only: isSix, lookup: lookup as never })
  let isOpen = true
  const { promise, resolve, reject } = Promise.withResolvers<DatagramPort>()
  socket.once('error', reject)
  socket.bind({ address, port, exclusive: true }, () => {
    socket.off('error', reject)
    // A network that is unreachable for a moment must not end the call; silence ends it after its time.
    socket.on('error', () => undefined)
    resolve({
      port: socket.address().port,
      send(bytes, length, to) {
        if (isOpen && to.port > 0) socket.send(bytes, 0, length, to.port, to.address)
      },
      listen: (receive) => void socket.on('message', receive),
      close() {
        if (!isOpen) return
        isOpen = false
        socket.close()
      },
    })
  })
  return promise.catch((error: unknown) => {
    socket.close()
    throw error
  })
}

export interface PortRangeOptions {
  /** The local IP address. */
  address: string
  /** The range, both ends included. Use 10,000 ports or more, outside the system's range of ephemeral ports. */
  first: number
  last: number
  now(): number
  /** A random integer from 0 to `limit` - 1. */
  randomInt(limit: number): number
  /** Default: `openMediaSocket`. */
  bind?: typeof openMediaSocket
}

export interface PortRange {
  /** Opens a port, or an even port and the next one. Rejects if all ports are taken. */
  open(options: { hasRtcpPort: boolean }): Promise<MediaPorts>
  /** How many ports are open. */
  readonly openPorts: number
  isOpen(port: number): boolean
}

/** Late packets of the call before must not reach the next call on the port. */
const drainMs = 30_000
/** Other programs may use ports of the range, but not that many. */
const maxAttempts = 64

export function createPortRange(options: PortRangeOptions): PortRange {
  const { address, first, last, now, randomInt, bind = openMediaSocket } = options
  const open = new Set<number>()
  const closedMs = new Map<number, number>()

  function isFree(port: number): boolean {
    if (open.has(port)) return false
    const atMs = closedMs.get(port)
    if (atMs === undefined) return true
    if (now() - atMs < drainMs) return false
    closedMs.delete(port)
    return true
  }

  /** Binds a port of the range. Returns undefined if another program has it. */
  async function take(port: number): Promise<DatagramPort | undefined> {
    open.add(port)
    try {
      return await bind(address, port)
    } catch (error) {
      open.delete(port)
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
      throw error
    }
  }

  /** Nothing was received on a port that is given back at once, so it needs no time to drain. */
  function giveBack(port: number, socket: DatagramPort): void {
    socket.close()
    open.delete(port)
  }

  async function takePair(port: number): Promise<MediaPorts | undefined> {
    open.add(port + 1)
    const rtp = await take(port).finally(() => open.delete(port + 1))
    if (!rtp) return undefined
    const rtcp = await take(port + 1).catch((error: unknown) => {
      giveBack(port, rtp)
      throw error
    })
    if (rtcp) return portsOf(port, rtp, rtcp)
    giveBack(port, rtp)
    return undefined
  }

  function portsOf(port: number, rtp: DatagramPort, rtcp: DatagramPort | undefined): MediaPorts {
    let isOpen = true
    return {
      rtp,
      rtcp,
      close() {
        if (!isOpen) return
        isOpen = false
        for (const [index, socket] of [rtp, rtcp].entries()) {
          if (!socket) continue
          socket.close()
          open.delete(port + index)
          closedMs.set(port + index, now())
        }
      },
    }
  }

  return {
    get openPorts() {
      return open.size
    },
    isOpen: (port) => open.has(port),
    async open({ hasRtcpPort }) {
      const step = hasRtcpPort ? 2 : 1
      const base = hasRtcpPort ? first + (first % 2) : first
      const count = Math.floor((last - base + 1) / step)
      const start = count > 0 ? randomInt(count) : 0
      for (let index = 0, attempts = 0; index < count && attempts < maxAttempts; index++) {
        const port = base + step * ((start + index) % count)
        if (!isFree(port) || (hasRtcpPort && !isFree(port + 1))) continue
        attempts++
        if (hasRtcpPort) {
          const pair = await takePair(port)
          if (pair) return pair
        } else {
          const socket = await take(port)
          if (socket) return portsOf(port, socket, undefined)
        }
      }
      throw new Error(`No UDP port from ${first} to ${last} is free for media.`)
    },
  }
}
