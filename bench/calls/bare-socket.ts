// The media connection of the bare baselines: detects speech in frames that are not silent, and sends paced audio.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const silence = 0xff
const tickMs = 20
const frameBytes = 160
const leadBytes = 10 * frameBytes

export interface BareCall {
  /** Plays audio after the audio that is being played. */
  play(audio: Uint8Array): void
}

interface BareHandlers {
  frame?(payload: string): void
  speechEnded(): void
  speechStarted?(): void
  closed?(): void
}

/** Waits for the message that starts the process, whose contents `open` receives with each call. */
export function serveBareCalls<T>(open: (call: BareCall, order: T) => BareHandlers): void {
  const ticks = new Set<() => void>()
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  process.once('message', (order: T) => {
    sockets.on('connection', (socket) => {
      const tick = serveCall(socket, (call) => open(call, order))
      ticks.add(tick)
      socket.on('close', () => ticks.delete(tick))
    })
    http.listen(0, '127.0.0.1', () => {
      schedule(ticks, performance.now())
      process.send!({ url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`, pid: process.pid })
    })
  })
  process.once('disconnect', () => process.exit(0))
}

/** Returns what happens every 20 ms. */
function serveCall(socket: WebSocket, open: (call: BareCall) => BareHandlers): () => void {
  let wasSpeaking = false
  let queue: Uint8Array[] = []
  let queuedBytes = 0

  const send = (audio: Uint8Array): void => {
    const payload = Buffer.from(audio.buffer, audio.byteOffset, audio.length).toString('base64')
    socket.send(`{"event":"media","streamSid":"MZ","media":{"payload":"${payload}"}}`)
  }
  function sendNext(bytes: number): void {
    const first = queue[0]
    if (!first) return
    send(first.subarray(0, bytes))
    queuedBytes -= Math.min(bytes, first.length)
    if (first.length > bytes) queue[0] = first.subarray(bytes)
    else queue.shift()
  }
  const handlers = open({
    play(audio) {
      const isIdle = queuedBytes === 0
      queue.push(audio)
      queuedBytes += audio.length
      if (isIdle) sendNext(leadBytes)
    },
  })

  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.event === 'stop') socket.close()
    if (message.event !== 'media') return
    const isSpeaking = Buffer.from(message.media.payload, 'base64')[0] !== silence
    if (isSpeaking) handlers.frame?.(message.media.payload)
    if (isSpeaking === wasSpeaking) return
    wasSpeaking = isSpeaking
    if (!isSpeaking) {
      handlers.speechEnded()
      return
    }
    queue = []
    queuedBytes = 0
    socket.send('{"event":"clear","streamSid":"MZ"}')
    handlers.speechStarted?.()
  })
  socket.on('close', () => handlers.closed?.())
  return () => sendNext(frameBytes)
}

function schedule(ticks: ReadonlySet<() => void>, lastMs: number): void {
  const dueMs = lastMs + tickMs
  setTimeout(
    () => {
      schedule(ticks, dueMs)
      for (const tick of ticks) tick()
    },
    Math.max(0, dueMs - performance.now()),
  )
}
