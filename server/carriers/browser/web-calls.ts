// Serves the WebSocket of calls from browsers, with limits on connections without a token.
import { WebSocketServer } from 'ws'
import { refuseUpgrade, type WebSocketRoute } from '#server/platform/http/web-sockets.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type AcceptWebCall, createWebCallConnection, type WebCallConnection } from './web-call-connection.ts'

const path = '/web-call/media'
const maxMessageBytes = 8_192
const maxConnections = 1_000
/** Of connections that have not sent a token. If there are more, the oldest is closed. */
const maxWaiting = 100
const checkEveryMs = 2_000

/** `http.close` waits for open connections, so the route must be disposed before. */
export function openWebCalls({ log, accept }: { log: Log; accept: AcceptWebCall }): WebSocketRoute & AsyncDisposable {
  // The types of the package do not have `closeTimeout` yet.
  const settings = { noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false, closeTimeout: 2_000 }
  const server = new WebSocketServer(settings)
  const connections = new Set<WebCallConnection>()
  let isClosing = false
  const timer = setInterval(() => {
    for (const connection of connections) connection.checkAlive()
  }, checkEveryMs).unref()

  return {
    path,
    upgrade: (request, tcp, head) => {
      if (isClosing || server.clients.size >= maxConnections) {
        refuseUpgrade(tcp, 503)
        return
      }
      const { origin } = request.headers
      server.handleUpgrade(request, tcp, head, (socket) => {
        const waiting = [...connections].filter((candidate) => !candidate.hasStarted)
        if (waiting.length >= maxWaiting) waiting[0]!.terminate()
        const connection = createWebCallConnection({ socket, origin, accept, log })
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
