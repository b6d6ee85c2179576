// The bare baseline of calls with a realtime model: a relay that requests an answer when speech ends, and paces its audio.
import { WebSocket } from 'ws'
import { serveBareCalls } from './bare-socket.ts'

const telephoneAudio = { format: { type: 'audio/pcmu' } }
const session = {
  type: 'realtime',
  output_modalities: ['audio'],
  audio: { input: { ...telephoneAudio, turn_detection: null }, output: telephoneAudio },
  tools: [],
}

serveBareCalls<{ modelUrl: string }>((call, { modelUrl }) => {
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
})
