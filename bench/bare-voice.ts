// The bare baseline of calls: a WebSocket server that decodes each frame, and answers speech with paced audio.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const silence = 0xff
const tickMs = 20
const frameBytes = 160
const leadMs = 200
const answerMs = 6_000
const frame = new Uint8Array(frameBytes).fill(0x55)
const lead = new Uint8Array((leadMs / tickMs) * frameBytes).fill(0x55)
const prefix = '{"event":"media","streamSid":"MZ","media":{"payload":"'
const messageOf = (audio: Uint8Array): string => `${prefix}${Buffer.from(audio).toString('base64')}"}}`

interface BareCall {
  socket: WebSocket
  wasSpeaking: boolean
  framesLeft: number
}

const calls = new Set<BareCall>()

/** Answers at once when speech ends, and clears at once when it starts. */
function receive(call: BareCall, text: string): void {
  const message = JSON.parse(text)
  if (message.event === 'stop') call.socket.close()
  if (message.event !== 'media') return
  const audio = Buffer.from(message.media.payload, 'base64')
  const isSpeaking = audio[0] !== silence
  if (isSpeaking === call.wasSpeaking) return
  call.wasSpeaking = isSpeaking
  if (isSpeaking) {
    call.framesLeft = 0
    call.socket.send('{"event":"clear","streamSid":"MZ"}')
  } else {
    call.framesLeft = (answerMs - leadMs) / tickMs
    call.socket.send(messageOf(lead))
  }
}

function tick(): void {
  for (const call of calls) {
    if (call.framesLeft === 0) continue
    call.framesLeft--
    call.socket.send(messageOf(frame))
  }
}

let dueMs = performance.now()
function schedule(): void {
  dueMs += tickMs
  setTimeout(
    () => {
      schedule()
      tick()
    },
    Math.max(0, dueMs - performance.now()),
  )
}

const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  const call: BareCall = { socket, wasSpeaking: true, framesLeft: 0 }
  calls.add(call)
  socket.on('message', (data) => receive(call, String(data)))
  socket.on('close', () => calls.delete(call))
})

process.once('message', () => {
  http.listen(0, '127.0.0.1', () => {
    schedule()
    process.send!({ url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`, pid: process.pid })
  })
})
process.once('disconnect', () => process.exit(0))
