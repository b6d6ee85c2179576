// The realtime agents of OpenAI with their Twilio transport, as a server that the benchmark of realtime calls measures.
import { createServer } from 'node:http'
import { RealtimeAgent, RealtimeSession } from '@openai/agents/realtime'
import { TwilioRealtimeTransportLayer } from '@openai/agents-extensions'
import { WebSocketServer } from 'ws'

const silence = 0xff
const telephoneAudio = { type: 'audio/pcmu' }

/** Requests an answer at the first frame of silence and interrupts it at the first frame of speech, as the baseline. */
async function serveCall(socket, modelUrl) {
  const transport = new TwilioRealtimeTransportLayer({ twilioWebSocket: socket })
  const agent = new RealtimeAgent({ name: 'Ada', instructions: 'Answer in one sentence.' })
  const session = new RealtimeSession(agent, {
    transport,
    tracingDisabled: true,
    config: {
      outputModalities: ['audio'],
      audio: { input: { format: telephoneAudio, turnDetection: null }, output: { format: telephoneAudio } },
    },
  })
  session.on('error', ({ error }) => process.stderr.write(`OpenAI: ${JSON.stringify(error?.error ?? String(error))}\n`))
  let wasSpeaking = false
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.event === 'stop') socket.close()
    if (message.event !== 'media' || transport.status !== 'connected') return
    const isSpeaking = Buffer.from(message.media.payload, 'base64')[0] !== silence
    if (isSpeaking === wasSpeaking) return
    wasSpeaking = isSpeaking
    if (isSpeaking) {
      session.interrupt()
      return
    }
    transport.sendEvent({ type: 'input_audio_buffer.commit' })
    transport.sendEvent({ type: 'response.create' })
  })
  await session.connect({ apiKey: 'unused', url: `${modelUrl.replace(/^http/, 'ws')}/realtime?model=gpt-realtime` })
}

process.once('message', ({ modelUrl }) => {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    serveCall(socket, modelUrl).catch((error) => {
      process.stderr.write(`OpenAI: ${error}\n`)
      socket.terminate()
    })
  })
  http.listen(0, '127.0.0.1', () => {
    process.send({ url: `ws://127.0.0.1:${http.address().port}/`, pid: process.pid })
  })
})
process.once('disconnect', () => process.exit(0))
