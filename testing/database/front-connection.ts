// A connection through a TCP front, whose bytes can be held back, delayed and dropped.
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** `path` is that of a Unix socket. */
export type TcpTarget = { host: string; port: number } | { path: string }

/** A connection through the front, for the choice of those that a fault concerns. */
export interface FrontConnection {
  /** The `application_name` of PostgreSQL's startup message; empty for other protocols. */
  name: string
  /** Whether the client has sent LISTEN. */
  isListening: boolean
  /** How long no byte has come from either side. */
  quietMs(): number
}

export type Which = (connection: FrontConnection) => boolean

/** The directions in which the bytes of a connection are dropped. */
export type Direction = 'both' | 'toServer' | 'toClient'

interface ConnectionOptions {
  delayMs: () => number
  /** The client has sent something. */
  onRequest: (connection: Connection) => void
}

export type Connection = ReturnType<typeof createConnection>

export function createConnection(client: Socket, { delayMs, onRequest }: ConnectionOptions) {
  let server: Socket | undefined
  let isFrozen = false
  const dropped = { toServer: false, toClient: false }
  let lastByteAt = performance.now()
  let isFirst = true
  let isOver = false
  let over = () => {}
  let lost: (() => void) | undefined

  const connection = {
    name: '',
    isListening: false,
    quietMs: () => performance.now() - lastByteAt,
    isDropped: () => dropped.toServer || dropped.toClient,
    onOver(callback: () => void): void {
      over = callback
    },
    open(target: TcpTarget): void {
      server = connect({ ...target, noDelay: true, allowHalfOpen: true })
      forward(client, server, 'toServer', inspect)
      forward(server, client, 'toClient', dropLost)
      if (isFrozen) connection.freeze()
    },
    freeze(): void {
      isFrozen = true
      client.pause()
      server?.pause()
    },
    thaw(target: TcpTarget): void {
      if (!isFrozen) return
      isFrozen = false
      if (server) {
        client.resume()
        server.resume()
      } else connection.open(target)
    },
    drop(direction: Direction): void {
      if (direction !== 'toClient') dropped.toServer = true
      if (direction !== 'toServer') dropped.toClient = true
    },
    /** Cuts the connection when the server answers. */
    loseAnswer(onLost: () => void): void {
      lost = onLost
    },
    cut(): void {
      reset(client)
      if (server) reset(server)
      end()
    },
  }

  function end(): void {
    if (isOver) return
    isOver = true
    over()
  }

  /** Reads the name of the session and its LISTEN from what a client of PostgreSQL sends. */
  function inspect(chunk: Buffer): void {
    if (isFirst) connection.name = /\0application_name\0([^\0]+)\0/.exec(chunk.toString('latin1'))?.[1] ?? ''
    isFirst = false
    if (!connection.isListening) connection.isListening = /^Q.{4}listen /is.test(chunk.toString('latin1', 0, 20))
    onRequest(connection)
  }

  function dropLost(): void {
    if (!lost) return
    connection.cut()
    lost()
  }

  function forward(from: Socket, to: Socket, direction: keyof typeof dropped, onChunk: (chunk: Buffer) => void): void {
    let line = Promise.resolve()
    let waiting = 0
    const write = (chunk: Buffer): void => {
      if (dropped[direction] || to.destroyed || to.write(chunk)) return
      from.pause()
      to.once('drain', () => isFrozen || from.resume())
    }
    /** In the order of arrival, even after the delay has been shortened. */
    function afterDelay(act: () => void): void {
      if (delayMs() === 0 && waiting === 0) {
        act()
        return
      }
      waiting++
      const due = performance.now() + delayMs()
      line = line.then(async () => {
        await setTimeout(Math.max(0, due - performance.now()))
        waiting--
        act()
      })
    }
    from.on('data', (chunk: Buffer) => {
      lastByteAt = performance.now()
      onChunk(chunk)
      afterDelay(() => write(chunk))
    })
    from.on('end', () => afterDelay(() => dropped[direction] || to.end()))
    from.on('error', () => dropped[direction] || reset(to))
    from.on('close', () => {
      if (!dropped[direction]) afterDelay(() => to.destroySoon())
      if (to.destroyed) end()
    })
    if (!isFrozen) from.resume()
  }

  // Without a listener, an error before `open` would end the process.
  client.on('error', () => {})
  client.on('close', () => server ?? end())
  return connection
}

/** A Unix socket has no RST. */
function reset(socket: Socket): void {
  if (socket.remoteFamily) socket.resetAndDestroy()
  else socket.destroy()
}
