// Serves the WebSocket of Twilio's media streams, with limits on connections that are not authenticated.
import { WebSocketServer } from 'ws'
import { refuseUpgrade, type WebSocketRoute } from '#server/platform/http/web-sockets.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { isSignature } from '../webhooks/signature.ts'
import { mediaPath, toWebSocketUrl } from '../webhooks/urls.ts'
import { createMediaStream, type MediaAuthentication, type MediaDeadlines } from './media-stream.ts'

export interface MediaStreamsOptions extends MediaAuthentication {
  publicUrl: string
  log: Log
  limits?: Partial<MediaLimits>
}

export interface MediaLimits extends MediaDeadlines {
  connections: number
  /** If there are more, the oldest is closed: those of the carrier are authenticated within milliseconds. */
  unauthenticated: number
}

const defaultLimits: MediaLimits = {
  connections: 1_000,
  unauthenticated: 100,
  startMs: 5_000,
  acceptMs: 18_000,
  silenceMs: 10_000,
}
const checkEveryMs = 250
/** For the reply to a close, after which the connection is cut. */
const closeTimeoutMs = 2_000

/** `http.close` waits for open connections, so the route must be disposed before. */
export function openMediaStreams(options: MediaStreamsOptions): WebSocketRoute & AsyncDisposable {
  const { publicUrl, log, findCredentials, accept } = options
  const limits = { ...defaultLimits, ...options.limits }
  // The types of the package do not have `closeTimeout` yet.
  const settings = { noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false, closeTimeout: closeTimeoutMs }
  const server = new WebSocketServer(settings)
  const streams = new Set<{ checkDeadline(nowMs: number): void }>()
  /** From the oldest to the newest. */
  const unauthenticated = new Set<{ terminate(): void }>()
  let isClosing = false
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const stream of streams) stream.checkDeadline(nowMs)
  }, checkEveryMs).unref()

  return {
    path: mediaPath,
    upgrade: (request, tcp, head) => {
      const signature = request.headers['x-twilio-signature']
      if (!isSignature(signature)) return refuseUpgrade(tcp, 403)
      if (isClosing || server.clients.size >= limits.connections) return refuseUpgrade(tcp, 503)
      const signedUrl = toWebSocketUrl(publicUrl) + (request.url ?? '')
      server.handleUpgrade(request, tcp, head, (socket) => {
        const [oldest] = unauthenticated
        if (oldest && unauthenticated.size >= limits.unauthenticated) {
          unauthenticated.delete(oldest)
          oldest.terminate()
        }
        unauthenticated.add(socket)
        const onAuthenticated = () => void unauthenticated.delete(socket)
        const checks = { findCredentials, accept, onAuthenticated }
        const stream = createMediaStream({ socket, signature, signedUrl, deadlines: limits, log, ...checks })
        streams.add(stream)
        socket.on('close', () => {
          streams.delete(stream)
          unauthenticated.delete(socket)
        })
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
