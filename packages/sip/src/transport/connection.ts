// One TCP or TLS connection: frames messages, answers keep-alives, and ends when the peer is too slow or silent.
import type { Socket } from 'node:net'
import type { SipClock } from '../clock.ts'
import { createStreamFraming } from './stream-framing.ts'
import type { Flow } from './transport.ts'
import { TransportError, toTransportError } from './transport-error.ts'

export interface ConnectionLimits {
  /** From the first byte of a message, or from the opening by the peer, to a complete message. */
  headerMs: number
  /** Without any byte from the peer. */
  idleMs: number
  /** Between keep-alives on connections that we have opened (RFC 5626, section 4.4.1). */
  pingMs: number
  pongMs: number
}

export const connectionLimits: ConnectionLimits = { headerMs: 5_000, idleMs: 120_000, pingMs: 90_000, pongMs: 10_000 }

export interface ConnectionOptions {
  socket: Socket
  flow: Flow
  /** Whether we have opened it. */
  isOutbound: boolean
  clock: SipClock
  limits: ConnectionLimits
  received(bytes: Uint8Array, flow: Flow): void
  /** Whether a dialog or a registration uses the connection, which is then kept although it is idle. */
  isInUse(flow: Flow): boolean
  closed(): void
}

export interface Connection {
  readonly flow: Flow
  readonly isOutbound: boolean
  send(bytes: Uint8Array): Promise<Flow>
  close(): void
}

const maxQueuedBytes = 262_144
const ping = Buffer.from('\r\n\r\n')
const pong = Buffer.from('\r\n')

export function createConnection(options: ConnectionOptions): Connection {
  const { socket, flow, isOutbound, clock, limits, received, isInUse, closed } = options
  const framing = createStreamFraming()
  const timers = new Map<'header' | 'idle' | 'ping' | 'pong', () => void>()
  let isClosed = false
  /** Peers without RFC 5626 answer no keep-alive, so a missing answer counts only after a first one. */
  let answersPings = false
  let pingedAtMs = Number.NEGATIVE_INFINITY

  function set(name: 'header' | 'idle' | 'ping' | 'pong', delayMs: number, run: () => void): void {
    timers.get(name)?.()
    timers.set(
      name,
      clock.after(delayMs, () => {
        timers.delete(name)
        run()
      }),
    )
  }

  function cancel(name: 'header' | 'pong'): void {
    timers.get(name)?.()
    timers.delete(name)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    for (const stop of timers.values()) stop()
    timers.clear()
    socket.destroy()
    closed()
  }

  function watchIdle(): void {
    set('idle', limits.idleMs, () => (isInUse(flow) ? watchIdle() : close()))
  }

  function sendPing(): void {
    write(ping)
    pingedAtMs = clock.now()
    if (answersPings) set('pong', limits.pongMs, close)
    set('ping', limits.pingMs, sendPing)
  }

  function write(bytes: Uint8Array): void {
    if (isClosed) return
    if (socket.writableLength > maxQueuedBytes) close()
    else socket.write(bytes)
  }

  function take(chunk: Uint8Array): void {
    watchIdle()
    const waited = framing.isWithinMessage()
    let isComplete = false
    for (const item of framing.push(chunk)) {
      if (isClosed) return
      if (item.type === 'message') {
        isComplete = true
        received(item.bytes, flow)
      } else if (item.type === 'ping') write(pong)
      else if (item.type === 'pong') {
        // Some peers send an empty line after a message, which answers nothing.
        if (clock.now() - pingedAtMs <= limits.pongMs) answersPings = true
        cancel('pong')
      } else close()
    }
    if (isClosed) return
    if (isComplete) cancel('header')
    if (framing.isWithinMessage() && (isComplete || !waited) && !timers.has('header'))
      set('header', limits.headerMs, close)
  }

  socket.setNoDelay(true)
  socket.on('data', take)
  socket.on('error', close)
  socket.on('close', close)
  watchIdle()
  if (isOutbound) set('ping', limits.pingMs, sendPing)
  else set('header', limits.headerMs, close)

  return {
    flow,
    isOutbound,
    close,
    send: (bytes) =>
      new Promise((resolve, reject) => {
        if (isClosed || socket.destroyed) return reject(new TransportError('unreachable', 'The connection is closed.'))
        if (socket.writableLength > maxQueuedBytes) {
          close()
          return reject(new TransportError('overload', 'The peer reads too slowly.'))
        }
        socket.write(bytes, (error) => (error ? reject(toTransportError(error)) : resolve(flow)))
      }),
  }
}
