// The media stream of a call: a WebSocket to the application, as `<Connect><Stream>` opens it.
// https://www.twilio.com/docs/voice/media-streams/websocket-messages
import { WebSocket } from 'ws'
import { newSid } from '../core/sids.ts'
import { signWebhook } from '../webhooks/webhook-sender.ts'
import { frameMs } from './audio.ts'
import { silentEnd } from './audio-end.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { createPlayback } from './playback.ts'
import { InvalidMessage, readStreamMessage } from './stream-message.ts'
import type { StreamVerb } from './voice-twiml.ts'

const maxMessageBytes = 2 ** 20
const maxUnsentBytes = 2 ** 20
const handshakeMs = 10_000

/** Resolves when either side has closed the socket, or at once if it cannot be opened. */
export async function connectStream(
  env: VoiceEnvironment,
  live: LiveCall,
  { url, parameters }: StreamVerb,
  signal: AbortSignal,
): Promise<void> {
  const { context } = env
  const { accountSid, authToken } = context
  const streamSid = newSid('MZ')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const raiseAlarm = (code: number, text: string) =>
    context.activityLog.raiseAlarm({ atMs: context.scheduler.nowMs(), code, text: `${live.call.sid}: ${text}` })
  let sequence = 0
  let chunk = 0
  let isOpen = false
  let isStopped = false
  const playback = createPlayback((name) => send('mark', `"mark":{"name":${JSON.stringify(name)}}`))

  // Twilio does not pass on query strings.
  const target = url.split(/[?#]/, 1)[0]!
  if (target !== url) raiseAlarm(31920, 'The query of a stream URL is ignored; use <Parameter>.')
  const socket = new WebSocket(target, {
    headers: { 'x-twilio-signature': signWebhook(authToken, target), 'user-agent': 'Twilio.TmeWs/1.0' },
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeMs,
  })

  function send(event: string, fields: string): void {
    if (!isOpen || isStopped) return
    socket.send(`{"event":"${event}","sequenceNumber":"${++sequence}","streamSid":"${streamSid}",${fields}}`)
  }

  function stop(): void {
    send('stop', `"stop":{"accountSid":"${accountSid}","callSid":"${live.call.sid}"}`)
    isStopped = true
    if (live.application === end) live.application = silentEnd
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
    else socket.close(1000)
    resolve()
  }

  const end = {
    exchange(heard: Uint8Array): Uint8Array {
      const timestamp = chunk * frameMs
      chunk++
      const payload = Buffer.from(heard.buffer, heard.byteOffset, heard.byteLength).toString('base64')
      // An application that does not read loses audio, as it would on a real network.
      if (socket.bufferedAmount < maxUnsentBytes)
        send(
          'media',
          `"media":{"track":"inbound","chunk":"${chunk}","timestamp":"${timestamp}","payload":"${payload}"}`,
        )
      return playback.nextFrame()
    },
    keyPressed(key: string): void {
      send('dtmf', `"dtmf":{"track":"inbound_track","digit":"${key}"}`)
    },
  }

  socket.on('open', () => {
    if (isStopped) return
    socket.send('{"event":"connected","protocol":"Call","version":"1.0.0"}')
    const start = {
      ...{ accountSid, streamSid, callSid: live.call.sid, tracks: ['inbound'] },
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: parameters,
    }
    isOpen = true
    send('start', `"start":${JSON.stringify(start)}`)
    live.application = end
  })
  socket.on('message', (data, isBinary) => {
    if (isStopped) return
    try {
      if (isBinary) throw new InvalidMessage('A binary message.')
      const message = readStreamMessage(data as Buffer, streamSid)
      if (message.event === 'clear') playback.clear()
      else if (message.event === 'mark') playback.mark(message.name)
      else if (!playback.add(message.audio))
        raiseAlarm(31931, 'More than ten minutes of audio are waiting; the rest is discarded.')
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error
      raiseAlarm(31951, `The stream received an invalid message: ${error.message}`)
      stop()
    }
  })
  socket.on('error', (error) => {
    if (!isStopped) raiseAlarm(isOpen ? 31921 : 31920, `The stream failed: ${error.message}`)
  })
  socket.on('close', stop)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await closed
  signal.removeEventListener('abort', stop)
}
