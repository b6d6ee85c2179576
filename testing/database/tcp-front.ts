// A TCP proxy in front of a server that can freeze, drop, cut, slow down, refuse and move connections, and lose an answer.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../processes/free-port.ts'
import {
  type Connection,
  createConnection,
  type Direction,
  type FrontConnection,
  type TcpTarget,
  type Which,
} from './front-connection.ts'

export type TcpFront = Awaited<ReturnType<typeof openTcpFront>>

const all: Which = () => true

interface LostAnswer {
  which: Which
  /** The number of requests that are still answered. */
  left: number
  lost: () => void
}

/** Listens on 127.0.0.1, on a free port by default. A function chooses the target of each new connection. */
export async function openTcpFront(initial: TcpTarget | (() => TcpTarget), givenPort?: number) {
  const port = givenPort ?? (await freePort())
  const connections = new Set<Connection>()
  let target = typeof initial === 'function' ? initial : () => initial
  let isFrozen = false
  let delayMs = 0
  let listener: Server | undefined
  let losing: LostAnswer | undefined

  /** Counts what clients send. */
  function countRequest(connection: Connection): void {
    if (losing?.which(connection) && losing.left-- === 0) connection.loseAnswer(losing.lost)
  }

  function accept(client: Socket): void {
    const connection = createConnection(client, { delayMs: () => delayMs, onRequest: countRequest })
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
    /**
     * Cuts one of the connections after the server has answered and before the answer arrives: at the request after the
     * next `after` ones. Resolves when it has happened.
     */
    loseAnswer(which: Which, after: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const lost = (): void => {
        losing = undefined
        resolve()
      }
      losing = { which, left: after, lost }
      return promise
    },
    /** Ends `loseAnswer`. Returns whether no answer has been lost yet. */
    keepAnswers(): boolean {
      const wasLosing = losing !== undefined
      losing = undefined
      return wasLosing
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
