// Passes WebSocket upgrades to their routes, and refuses all others.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { trimEnd } from '../text/trim-end.ts'

export interface WebSocketRoute {
  path: string
  /** Takes over the socket, or refuses it with `refuseUpgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Requests to switch to another protocol, such as `h2c`, are served as if they did not ask for it. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

export function serveWebSockets(server: Server, routes: readonly WebSocketRoute[]): void {
  server.on('upgrade', (request, socket, head) => {
    const path = trimEnd((request.url ?? '').split('?', 1)[0]!, '/')
    const route = routes.find((candidate) => candidate.path === path)
    if (route) route.upgrade(request, socket, head)
    else refuseUpgrade(socket, 404)
  })
}

const refusals = { 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' }

export function refuseUpgrade(socket: Duplex, status: keyof typeof refusals): void {
  // The client can end the connection at any time.
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${refusals[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
