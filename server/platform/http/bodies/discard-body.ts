// Discards the rest of a request body after the response, so that a client that is still sending can read the response.
import type { IncomingMessage } from 'node:http'

export interface DiscardLimits {
  bytes: number
  ms: number
}

export const defaultDiscardLimits: DiscardLimits = { bytes: 32 * 2 ** 20, ms: 10_000 }

/**
 * Closes the connection if the body does not end within the limits. If the connection were closed at once, the client's
 * writes would fail, and it would report a network failure instead of the response.
 */
export function discardBody(request: IncomingMessage, limits: DiscardLimits): void {
  if (request.readableEnded || request.destroyed) return
  let bytesLeft = limits.bytes
  const timer = setTimeout(close, limits.ms)
  request.on('data', count).once('close', stop).once('end', stop).resume()

  function count(chunk: Buffer): void {
    bytesLeft -= chunk.length
    if (bytesLeft < 0) close()
  }
  function stop(): void {
    clearTimeout(timer)
    request.off('data', count)
  }
  function close(): void {
    stop()
    request.socket.destroy()
  }
}
