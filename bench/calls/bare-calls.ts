// The bare baselines of calls: speech is what is not silent; the answer is constant, or that of a realtime model.
import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { answerParent, listen } from '../shared/child.ts'

/** With a realtime model, or with constant audio. */
type BareCallsOrder = { modelUrl?: string | undefined }

const silence = 0xff
const tickMs = 20
const frameBytes = 160
const leadBytes = 10 * frameBytes

interface BareCall {
  /** Plays audio after the audio that is being played. */
  play(audio: Uint8Array): void
}

interface BareHandlers {
  frame?(payload: string): void
  speechEnded(): void
  closed?(): void
}

answerParent<BareCallsOrder>(async ({ modelUrl }) => {
  const ticks = new Set<() => void>()
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    const tick = serveCall(socket, modelUrl === undefined ? answerConstantly : (call) => relay(call, modelUrl))
    ticks.add(tick)
    socket.on('close', () => ticks.delete(tick))
  })
  const baseUrl = await listen(http)
  schedule(ticks, performance.now())
  return { url: `${baseUrl.replace('http', 'ws')}/`, pid: process.pid }
})

/** Six seconds. */
const answer = new Uint8Array(48_000).fill(0x55)

const answerConstantly = (call: BareCall): BareHandlers => ({ speechEnded: () => call.play(answer) })

const telephoneAudio = { format: { type: 'audio/pcmu' } }
const session = {
  type: 'realtime',
  output_modalities: ['audio'],
  audio: { input: { ...telephoneAudio, turn_detection: null }, output: telephoneAudio },
  tools: [],
}

/** Requests an answer from the model when speech ends. */
function relay(call: BareCall, modelUrl: string): BareHandlers {
  const url = `${modelUrl.replace(/^http/, 'ws')}/realtime?model=bare`
  const model = new WebSocket(url, { perMessageDeflate: false })
  const send = (text: string): void => {
    if (model.readyState === model.OPEN) model.send(text)
  }
  model.on('open', () => send(JSON.stringify({ type: 'session.update', session })))
  model.on('error', () => {})
  model.on('message', (data) => {
    const event = JSON.parse(String(data))
    if (event.type === 'response.output_audio.delta') call.play(Buffer.from(event.delta, 'base64'))
  })
  return {
    frame: (payload) => send(`{"type":"input_audio_buffer.append","audio":"${payload}"}`),
    speechEnded() {
      send('{"type":"input_audio_buffer.commit"}')
      send('{"type":"response.create"}')
    },
    closed: () => model.close(),
  }
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
