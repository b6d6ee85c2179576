// Loopback servers for tests: targets that respond, and servers that must not be reached.
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

export interface LoopbackServer extends AsyncDisposable {
  port: number
  /** The number of accepted connections. */
  hits(): number
}

export async function serveHttp(answer: RequestListener, address = '127.0.0.1', port = 0): Promise<LoopbackServer> {
  return listen(createServer(answer), address, port)
}

export async function serveTcp(onSocket: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createTcpServer(onSocket), '127.0.0.1', 0)
}

/** Listens on the same port of 127.0.0.1 and, if available, ::1. Disposing of it fails if it was reached. */
export async function serveForbidden(): Promise<Omit<LoopbackServer, 'hits'>> {
  const first = await serveHttp((_, reply) => void reply.end('forbidden'))
  const second = await serveHttp((_, reply) => void reply.end('forbidden'), '::1', first.port).catch(() => undefined)
  return {
    port: first.port,
    [Symbol.asyncDispose]: async () => {
      await first[Symbol.asyncDispose]()
      await second?.[Symbol.asyncDispose]()
      assert.equal(first.hits() + (second?.hits() ?? 0), 0, 'a forbidden server was reached')
    },
  }
}

async function listen(server: Server, address: string, port: number): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  let hits = 0
  server.on('connection', (socket) => {
    hits++
    sockets.add(socket.on('error', () => {}))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, address, resolve)
  await promise
  return {
    port: (server.address() as { port: number }).port,
    hits: () => hits,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
