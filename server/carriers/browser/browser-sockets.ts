// Serves a WebSocket for pages, with limits on all connections and on those without a token.
import { type WebSocket, WebSocketServer } from 'ws'
import { refuseUpgrade, type WebSocketRoute } from '#server/platform/http/web-sockets.ts'
import type { BrowserConnection } from './browser-connection.ts'

const maxMessageBytes = 8_192
const maxConnections = 1_000
/** Connections that have not sent a token. If there are more, the oldest is closed. */
const maxWaiting = 100

export interface BrowserSocketsOptions {
  path: string
  /** A page that does not answer several checks is disconnected. */
  checkEveryMs: number
  /** Refuses the pages of other origins. Default: the connection decides. */
  isAllowed?(origin: string): boolean
  connect(socket: WebSocket, origin: string | undefined): BrowserConnection
}

/** `http.close` waits for open connections, so the route must be disposed before. */
export function openBrowserSockets(options: BrowserSocketsOptions): WebSocketRoute & AsyncDisposable {
  const { path, checkEveryMs, isAllowed = () => true, connect } = options
  // The types of the package do not have `closeTimeout` yet.
  const settings = { noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false, closeTimeout: 2_000 }
  const server = new WebSocketServer(settings)
  const connections = new Set<BrowserConnection>()
  let isClosing = false
  const timer = setInterval(() => {
    for (const connection of connections) connection.checkAlive()
  }, checkEveryMs).unref()

  return {
    path,
    upgrade: (request, tcp, head) => {
      const { origin } = request.headers
      if (isClosing || server.clients.size >= maxConnections) refuseUpgrade(tcp, 503)
      else if (origin !== undefined && !isAllowed(origin)) refuseUpgrade(tcp, 403)
      else
        server.handleUpgrade(request, tcp, head, (socket) => {
          const waiting = [...connections].filter((candidate) => !candidate.hasStarted)
          if (waiting.length >= maxWaiting) waiting[0]!.terminate()
          const connection = connect(socket, origin)
          connections.add(connection)
          socket.on('close', () => connections.delete(connection))
        })
    },
    [Symbol.asyncDispose]: async () => {
      isClosing = true
      const closed = [...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of server.clients) socket.close(1001)
      await Promise.all(closed)
      clearInterval(timer)
    },
  }
}
