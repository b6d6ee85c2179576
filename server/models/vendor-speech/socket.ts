// The client WebSocket of a speech vendor: JSON messages, time and size limits, and one result code when it closes.
import { parseJsonObject } from '@parley/rules'
import { WebSocket } from 'ws'
import { codeOfStatus } from '#server/platform/status-failure.ts'
import type { FailureCode } from './failures.ts'

/** No method is called after `closed`, nor after the owner has called `close`. All calls are asynchronous. */
export interface VendorSocketListener {
  opened(): void
  message(fields: Record<string, unknown>): void
  closed(code: FailureCode): void
}

export type VendorSocket = ReturnType<typeof openVendorSocket>

export interface VendorSocketOptions {
  /** Begins with `http://`, `https://`, `ws://` or `wss://`. */
  url: URL
  headers: Record<string, string>
  connectTimeoutMs: number
  /** The longest message. Default: 512 KiB, about half a minute of audio in base64. */
  maxMessageBytes?: number
  /** The time between pings. A connection that does not answer one before the next is lost. Default: no pings. */
  pingMs?: number
  /** Some vendors send their JSON in binary messages. */
  acceptsBinary?: boolean
  codeOfClose?(code: number, reason: string): FailureCode
}

const defaultMessageBytes = 512 * 1024
const closeTimeoutMs = 1_000

export function openVendorSocket(options: VendorSocketOptions, listener: VendorSocketListener) {
  const { url, headers, connectTimeoutMs, pingMs, acceptsBinary = false, codeOfClose = defaultCodeOfClose } = options
  let failure: FailureCode | undefined
  let isReleased = false
  // The newer option `closeTimeout` is not in the types yet.
  const socket = new WebSocket(webSocketUrl(url), {
    headers,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes ?? defaultMessageBytes,
    ...{ closeTimeout: closeTimeoutMs },
  })
  const fail = (code: FailureCode) => {
    failure ??= code
    socket.terminate()
  }
  const connectTimer = setTimeout(() => fail('timeout'), connectTimeoutMs)
  let pingTimer: NodeJS.Timeout | undefined
  let isAlive = true

  function ping(): void {
    if (!isAlive) fail('stalled')
    else socket.ping()
    isAlive = false
  }

  socket.on('open', () => {
    clearTimeout(connectTimer)
    if (pingMs !== undefined && !isReleased) pingTimer = setInterval(ping, pingMs)
    if (!isReleased) listener.opened()
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    isAlive = true
    if (isReleased || failure) return
    const fields = isBinary && !acceptsBinary ? undefined : parseJsonObject(String(data))
    if (fields) listener.message(fields)
    else fail('unreadable')
  })
  socket.on('unexpected-response', (_request, response) => fail(codeOfStatus(response.statusCode ?? 500)))
  socket.on('error', (error: Error & { code?: string }) => {
    failure ??= error.code?.startsWith('WS_ERR_') ? 'unreadable' : 'unavailable'
  })
  socket.on('close', (code, reason) => {
    clearTimeout(connectTimer)
    clearInterval(pingTimer)
    if (isReleased) return
    isReleased = true
    listener.closed(failure ?? codeOfClose(code, String(reason)))
  })

  return {
    /** The bytes may be reused after the call. */
    send(data: string | Uint8Array): void {
      if (socket.readyState === WebSocket.OPEN) socket.send(data)
    },
    /** Sends a ping of the WebSocket protocol. */
    ping(): void {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
    /** Bytes that are not written to the network yet. */
    bufferedBytes: (): number => socket.bufferedAmount,
    /** Ends the connection at once and reports the code to the listener. */
    fail,
    /** Sends a last message, if there is one and the connection is open, and closes. */
    close(lastMessage?: string) {
      isReleased = true
      clearTimeout(connectTimer)
      clearInterval(pingTimer)
      if (socket.readyState !== WebSocket.OPEN) return socket.terminate()
      if (lastMessage !== undefined) socket.send(lastMessage)
      socket.close(1_000)
    },
  }
}

/** 1008 is a policy violation, such as audio in a wrong format. */
export const defaultCodeOfClose = (code: number): FailureCode =>
  code === 1_008 || code === 1_003 || code === 1_007 ? 'bad_request' : 'unavailable'

function webSocketUrl(url: URL): URL {
  const copy = new URL(url)
  copy.protocol = url.protocol.replace('http', 'ws')
  return copy
}
