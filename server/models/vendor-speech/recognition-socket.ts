// The connection of one call to a streaming recognizer: reconnects, and sends audio again whose words are not final.

import { reconnectDelayMs } from '#server/platform/reconnect-delay.ts'
import { createAudioHistory } from './audio-history.ts'
import { type FailureCode, isRetryable } from './failures.ts'
import { openVendorSocket, type VendorSocket } from './socket.ts'

export interface RecognitionSocketLimits {
  connectTimeoutMs: number
  /** The pauses before new connections. When they are used up, recognition fails. */
  reconnectDelaysMs: readonly number[]
  /** A connection that worked for this time resets the number of attempts. */
  healthyMs: number
  /** The longest time without sending anything, because vendors close idle connections. */
  keepAliveMs: number
  /** The longest time without any message while audio is sent. */
  stallMs: number
}

export const defaultSocketLimits: RecognitionSocketLimits = {
  connectTimeoutMs: 2_000,
  reconnectDelaysMs: [0, 200, 800],
  healthyMs: 5_000,
  keepAliveMs: 4_000,
  stallMs: 5_000,
}

export interface RecognitionSocketOptions {
  url: URL
  headers: Record<string, string>
  limits: RecognitionSocketLimits
  /** The message that keeps the connection open without audio. Default: a ping of the WebSocket protocol. */
  keepAliveMessage?: string
  closeMessage: string
  /** The position after the audio whose words are final. */
  settledTo(): number
}

/** No method is called after `failed`, nor after the owner has called `close`. */
export interface RecognitionSocketListener {
  /** A new connection has received the audio that was not settled. */
  opened(): void
  message(fields: Record<string, unknown>): void
  /** The connection has ended. Another one follows, or `failed`. */
  interrupted(): void
  /** After an interruption, not all audio can be sent again: the words that are known must be delivered now. */
  truncated(): void
  /** The vendor can no longer be used; the connection is closed. */
  failed(code: FailureCode): void
}

/** Positions are bytes since the start of the call; at 8,000 bytes per second. */
export type RecognitionSocket = ReturnType<typeof openRecognitionSocket>

/** Three seconds. */
const replayBytes = 24_000
/** A connection that cannot send half a minute of audio is replaced. */
const maxBufferedBytes = 240_000

export function openRecognitionSocket(
  { url, headers, limits, keepAliveMessage, closeMessage, settledTo }: RecognitionSocketOptions,
  listener: RecognitionSocketListener,
) {
  const history = createAudioHistory(replayBytes)
  let socket: VendorSocket | undefined
  let isOpen = false
  let isClosed = false
  let attempts = 0
  let openedAt = 0
  let connectionStart = 0
  let sentTo = 0
  let lastSentAt = 0
  let lastMessageAt = 0
  let sentToAtLastMessage = 0
  let reconnectTimer: NodeJS.Timeout | undefined
  const monitor = setInterval(checkConnection, Math.min(1_000, limits.keepAliveMs / 2))

  function connect(): void {
    socket = openVendorSocket(
      { url, headers, connectTimeoutMs: limits.connectTimeoutMs },
      {
        opened() {
          isOpen = true
          deliverTruncated()
          connectionStart = sentTo = Math.max(history.start(), settledTo())
          openedAt = lastMessageAt = performance.now()
          sentToAtLastMessage = sentTo
          sendAudio()
          listener.opened()
        },
        message(fields) {
          lastMessageAt = performance.now()
          sentToAtLastMessage = sentTo
          listener.message(fields)
        },
        closed,
      },
    )
  }

  function send(data: string | Uint8Array): void {
    socket?.send(data)
    lastSentAt = performance.now()
  }

  function sendAudio(): void {
    history.read(sentTo, send)
    sentTo = history.end()
    if (socket && socket.bufferedBytes() > maxBufferedBytes) socket.fail('stalled')
  }

  function deliverTruncated(): void {
    if (history.start() > settledTo()) listener.truncated()
  }

  function closed(code: FailureCode): void {
    const now = performance.now()
    if (isOpen && now - openedAt > limits.healthyMs && lastMessageAt > openedAt) attempts = 0
    isOpen = false
    socket = undefined
    listener.interrupted()
    if (isClosed) return
    const delayMs = reconnectDelayMs(limits.reconnectDelaysMs, attempts++)
    if (isRetryable(code) && delayMs !== undefined) {
      reconnectTimer = setTimeout(connect, delayMs)
      return
    }
    deliverTruncated()
    close()
    listener.failed(code)
  }

  function checkConnection(): void {
    if (!isOpen) return
    const now = performance.now()
    const isStalled = now - lastMessageAt > limits.stallMs && sentTo - sentToAtLastMessage >= limits.stallMs * 8
    if (isStalled) socket?.fail('stalled')
    else if (now - lastSentAt >= limits.keepAliveMs) keepAlive()
  }

  function keepAlive(): void {
    if (keepAliveMessage === undefined) socket?.ping()
    else socket?.send(keepAliveMessage)
    lastSentAt = performance.now()
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    isOpen = false
    clearInterval(monitor)
    clearTimeout(reconnectTimer)
    socket?.close(closeMessage)
  }

  connect()
  return {
    isOpen: (): boolean => isOpen,
    /** The bytes may be reused after the call. */
    write(audio: Uint8Array): void {
      if (isClosed || audio.length === 0) return
      history.append(audio)
      if (isOpen) sendAudio()
    },
    send,
    /** The position after the latest byte. */
    end: history.end,
    /** The position of the first byte that the current connection has received. */
    connectionStart: (): number => connectionStart,
    /** Replaces the connection. */
    fail: (code: FailureCode): void => socket?.fail(code),
    close,
  }
}
