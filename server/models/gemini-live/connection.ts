// The connection to the Gemini Live API, which is replaced when it is lost or ends, and continues the session.

import { reconnectDelayMs } from '#server/platform/reconnect-delay.ts'
import { type FailureCode, isRetryable } from '../vendor-speech/failures.ts'
import { openVendorSocket, type VendorSocket } from '../vendor-speech/socket.ts'
import type { AnswerLimits } from './answer.ts'
import { codeOfClose, readServerMessage, type ServerMessage } from './server-message.ts'

export interface ConnectionLimits {
  /** Until the session can be used. */
  connectTimeoutMs: number
  /** The pauses before new connections. When they are used up, the session fails. */
  reconnectDelaysMs: readonly number[]
  /** A connection that worked for this time resets the number of attempts. */
  healthyMs: number
}

export interface ConnectionListener {
  /** A connection has been set up. Without a handle, the model knows nothing of the earlier ones. */
  ready(isResumed: boolean): void
  message(message: ServerMessage): void
  /** The state up to here survives the loss of the connection. */
  saved(): void
  /** Another connection follows. */
  lost(): void
  failed(code: FailureCode): void
}

const maxMessageBytes = 4 * 1024 * 1024
/** A connection that cannot send half a minute of audio is replaced. */
const maxBufferedBytes = 1_300_000

export function openConnection(
  address: { url: URL; headers: Record<string, string> },
  setup: (handle: string | undefined) => string,
  listener: ConnectionListener,
  limits: ConnectionLimits,
) {
  let socket: VendorSocket | undefined
  let isReady = false
  let isClosed = false
  let handle: string | undefined
  let attempts = 0
  let readyAt = 0
  let setupTimer: NodeJS.Timeout | undefined
  let reconnectTimer: NodeJS.Timeout | undefined

  function connect(): void {
    const { connectTimeoutMs } = limits
    const usedHandle = handle
    const opened = openVendorSocket(
      { ...address, connectTimeoutMs, maxMessageBytes, acceptsBinary: true, codeOfClose },
      {
        opened() {
          opened.send(setup(usedHandle))
          setupTimer = setTimeout(() => opened.fail('timeout'), connectTimeoutMs)
        },
        message: (fields) => receive(opened, fields, usedHandle !== undefined),
        closed: ended,
      },
    )
    socket = opened
  }

  function receive(from: VendorSocket, fields: Record<string, unknown>, isResumed: boolean) {
    const message = readServerMessage(fields)
    if (!message) return from.fail('unreadable')
    if (message.isReady && !isReady) {
      clearTimeout(setupTimer)
      isReady = true
      readyAt = performance.now()
      listener.ready(isResumed)
    }
    if (!isReady) return
    listener.message(message)
    if (message.handle === undefined || isClosed) return
    handle = message.handle
    listener.saved()
  }

  function ended(code: FailureCode): void {
    clearTimeout(setupTimer)
    socket = undefined
    const wasReady = isReady
    isReady = false
    if (wasReady) resetAttempts()
    const isRefusedHandle = !wasReady && handle !== undefined && (code === 'bad_request' || code === 'not_found')
    if (isRefusedHandle) handle = undefined
    const delayMs = reconnectDelayMs(limits.reconnectDelaysMs, attempts++)
    if ((!isRetryable(code) && !isRefusedHandle) || delayMs === undefined) {
      isClosed = true
      listener.failed(code)
      return
    }
    reconnectTimer = setTimeout(connect, delayMs)
    if (wasReady) listener.lost()
  }

  function resetAttempts(): void {
    if (performance.now() - readyAt > limits.healthyMs) attempts = 0
  }

  connect()
  return {
    isReady: (): boolean => isReady,
    send(message: string): void {
      if (!isReady || !socket) return
      socket.send(message)
      if (socket.bufferedBytes() > maxBufferedBytes) socket.fail('stalled')
    },
    /** Continues on another connection, unless several new ones have ended soon: then the vendor ends this one. */
    replace(): void {
      if (!isReady || isClosed) return
      resetAttempts()
      const delayMs = reconnectDelayMs(limits.reconnectDelaysMs, attempts)
      if (delayMs === undefined) return
      attempts++
      isReady = false
      socket?.close()
      reconnectTimer = setTimeout(connect, delayMs)
      listener.lost()
    },
    close(): void {
      isClosed = true
      isReady = false
      clearTimeout(setupTimer)
      clearTimeout(reconnectTimer)
      socket?.close()
    },
  }
}

export interface GeminiLiveLimits extends ConnectionLimits, AnswerLimits {
  /** The wait for late words of the customer. */
  pauseMs: number
  /** The longest wait for the words before a pause. */
  wordsMs: number
  /** The longest wait for the end of an interrupted answer. */
  interruptionMs: number
}

export const defaultLimits: GeminiLiveLimits = {
  connectTimeoutMs: 5_000,
  reconnectDelaysMs: [0, 300, 1_000],
  healthyMs: 5_000,
  pauseMs: 300,
  wordsMs: 3_000,
  firstOutputMs: 10_000,
  progressMs: 8_000,
  settleMs: 500,
  interruptionMs: 1_000,
}
