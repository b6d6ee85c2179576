// A TCP proxy in front of a server that can freeze, drop, cut, slow down, refuse and move connections.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#testing/processes/free-port.ts'

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

export type TcpFront = Awaited<ReturnType<typeof openTcpFront>>

type Connection = ReturnType<typeof createConnection>

const all: Which = () => true

/** Listens on 127.0.0.1, on a free port by default. A function chooses the target of each new connection. */
export async function openTcpFront(initial: TcpTarget | (() => TcpTarget), givenPort?: number) {
  const port = givenPort ?? (await freePort())
  const connections = new Set<Connection>()
  let target = typeof initial === 'function' ? initial : () => initial
  let isFrozen = false
  let delayMs = 0
  let listener: Server | undefined

  function accept(client: Socket): void {
    const connection = createConnection(client, () => delayMs)
    connections.add(connection)
    connection.onOver(() => connections.delete(connection))
    if (isFrozen) connection.freeze()
    else connection.open(target())
  }

  const chosen = (which: Which): Connection[] => [...connections].filter((each) => !each.isDropped() && which(each))

  const front = {
    port,
    /** Those that are not half-open. */
    connections: (): readonly FrontConnection[] => chosen(all),
    /** Nothing passes until `thaw`, on existing connections and on new ones, which the front accepts all the same. */
    freeze(): void {
      isFrozen = true
      for (const connection of connections) connection.freeze()
    },
    thaw(): void {
      isFrozen = false
      for (const connection of connections) connection.thaw(target())
    },
    /**
     * Drops all further bytes of the connections silently, as a firewall does that has forgotten them. Neither side gets
     * FIN or RST, even if the other side closes. The keepalive of the operating system does not notice this either.
     * Returns the number of connections.
     */
    halfOpen(which: Which = all, direction: Direction = 'both'): number {
      const found = chosen(which)
      for (const connection of found) connection.drop(direction)
      return found.length
    },
    /** Closes the connections with RST. */
    cut(which: Which = all): void {
      for (const connection of chosen(which)) connection.cut()
    },
    /** New connections go to another server. Existing ones stay as they are, become half-open, or are cut. */
    move(next: TcpTarget, existing: 'keep' | 'half-open' | 'cut'): void {
      target = () => next
      if (existing === 'half-open') front.halfOpen()
      if (existing === 'cut') front.cut()
    },
    /** The operating system refuses new connections until `listen`. */
    async refuse(): Promise<void> {
      const closing = listener
      listener = undefined
      closing?.close()
    },
    async listen(): Promise<void> {
      listener ??= await listenOn(port, accept)
    },
    /** Delays each chunk of both directions; 0 ends this. */
    slow(ms: number): void {
      delayMs = ms
    },
    /** Closes both sides of half-open connections, as servers do when their keepalive has failed. */
    closeHalfOpen(): void {
      for (const connection of connections) if (connection.isDropped()) connection.cut()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await front.refuse()
      for (const connection of connections) connection.cut()
    },
  }
  await front.listen()
  return front
}

async function listenOn(port: number, accept: (client: Socket) => void): Promise<Server> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, accept)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function createConnection(client: Socket, delayMs: () => number) {
  let server: Socket | undefined
  let isFrozen = false
  const dropped = { toServer: false, toClient: false }
  let lastByteAt = performance.now()
  let isFirst = true
  let isOver = false
  let over = () => {}

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
      forward(server, client, 'toClient', () => {})
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
