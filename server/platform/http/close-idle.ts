// Closes idle connections for as long as the server closes.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Fastify closes idle connections once; those that become idle while the server closes would stay open. Node does not
 * count a connection as idle on which nothing was sent, as clients open them in advance.
 */
export function closeIdleUntilClosed(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeIdle = (): void => {
    server.server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  server.addHook('preClose', (done) => {
    closeIdle()
    timer = setInterval(closeIdle, 50).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}
