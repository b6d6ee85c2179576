// The agents of LiveKit with a media connection of their own, as a server that the benchmark of calls measures.
import { createServer } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { initializeLogger, llm, voice } from '@livekit/agents'
import { AudioFrame } from '@livekit/rtc-node'
import { WebSocketServer } from 'ws'

const silence = 0xff
const tickMs = 20
const sampleRate = 8_000
const frameSamples = (sampleRate * tickMs) / 1000
const answerText = 'We close at six today.'
/** Six seconds. */
const answerFrames = 300

/** Required by `generateReply`; the agent answers itself. */
class NoModel extends llm.LLM {
  label() {
    return 'none'
  }
}

/** Answers at once, with a constant text and constant audio. */
class InstantAgent extends voice.Agent {
  async llmNode() {
    return ReadableStream.from([answerText])
  }

  async ttsNode(text) {
    return ReadableStream.from(synthesize(text))
  }
}

async function* synthesize(text) {
  const reader = text[Symbol.asyncIterator]()
  await reader.next()
  for (let index = 0; index < answerFrames; index++)
    yield new AudioFrame(new Int16Array(frameSamples).fill(4_000), sampleRate, 1, frameSamples)
}

/** Sends each frame at once, as mu-law audio. The carrier plays it in real time. */
class CarrierOutput extends voice.AudioOutput {
  #socket
  #playedAtMs = 0
  #timer

  constructor(socket) {
    super(sampleRate, undefined, { pause: false })
    this.#socket = socket
  }

  async captureFrame(frame) {
    await super.captureFrame(frame)
    const payload = Buffer.from(Uint8Array.from(frame.data, encodeMuLaw)).toString('base64')
    this.#socket.send(`{"event":"media","streamSid":"MZ","media":{"payload":"${payload}"}}`)
    const nowMs = performance.now()
    if (this.#playedAtMs < nowMs) this.onPlaybackStarted(Date.now())
    this.#playedAtMs = Math.max(this.#playedAtMs, nowMs) + tickMs
  }

  flush() {
    super.flush()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#finish(false), Math.max(0, this.#playedAtMs - performance.now()))
  }

  clearBuffer() {
    this.#socket.send('{"event":"clear","streamSid":"MZ"}')
    this.#finish(true)
  }

  #finish(interrupted) {
    clearTimeout(this.#timer)
    const leftMs = Math.max(0, this.#playedAtMs - performance.now())
    this.#playedAtMs = 0
    const playbackPosition = Math.max(0, answerFrames * tickMs - leftMs) / 1000
    this.onPlaybackFinished({ playbackPosition, interrupted })
  }
}

function encodeMuLaw(sample) {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84
  const segment = 24 - Math.clz32(magnitude)
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff
}

/** Requests an answer at the first frame of silence and interrupts it at the first frame of speech, as the baseline. */
async function serveCall(socket) {
  const session = new voice.AgentSession({ llm: new NoModel(), turnDetection: 'manual' })
  session.output.audio = new CarrierOutput(socket)
  let isReady = false
  let wasSpeaking = false
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.event === 'stop') socket.close()
    if (message.event !== 'media' || !isReady) return
    const isSpeaking = Buffer.from(message.media.payload, 'base64')[0] !== silence
    if (isSpeaking === wasSpeaking) return
    wasSpeaking = isSpeaking
    if (isSpeaking) session.interrupt()
    else session.generateReply({ userInput: 'When do you close today?' })
  })
  socket.on('close', () => session.close().catch(() => {}))
  await session.start({ agent: new InstantAgent({ instructions: 'Answer in one sentence.' }), record: false })
  isReady = true
}

initializeLogger({ pretty: false, level: 'error' })
process.once('message', () => {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    serveCall(socket).catch((error) => {
      process.stderr.write(`LiveKit: ${error}\n`)
      socket.terminate()
    })
  })
  http.listen(0, '127.0.0.1', () => {
    process.send({ url: `ws://127.0.0.1:${http.address().port}/`, pid: process.pid })
  })
})
process.once('disconnect', () => process.exit(0))
