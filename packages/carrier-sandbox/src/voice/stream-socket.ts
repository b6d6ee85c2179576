// The WebSocket of a media stream: its messages in both directions, its alarms and its status callbacks.
// https://www.twilio.com/docs/voice/media-streams/websocket-messages
import { WebSocket } from 'ws'
import { newSid } from '../core/sids.ts'
import { routeOf } from '../core/tunnels.ts'
import { signWebhook } from '../webhooks/webhook-sender.ts'
import { frameMs } from './audio.ts'
import type { LiveCall, Track, VoiceEnvironment } from './environment.ts'
import type { StreamNoun } from './stream-twiml.ts'

export interface StreamListener {
  opened(): void
  /** Throws `InvalidMessage`. */
  received(message: StreamMessage): void
  /** Called once, even if the socket could not be opened. */
  closed(): void
}

const maxMessageBytes = 2 ** 20
const maxUnsentBytes = 2 ** 20
const handshakeMs = 10_000

/** The stream ends with the call at the latest. */
export function openStreamSocket(
  { context }: VoiceEnvironment,
  live: LiveCall,
  { url, name, parameters, callback }: StreamNoun,
  tracks: readonly Track[],
  listener: StreamListener,
) {
  const { accountSid, authToken, settings, scheduler } = context
  const callSid = live.call.sid
  const streamSid = newSid('MZ')
  const raised = new Set<number>()
  const chunks = { inbound: 0, outbound: 0 }
  let sequence = 0
  let isOpen = false
  let isStopped = false
  let lastCallback = Promise.resolve()

  /** Raises each alarm once, as Twilio does. */
  function raiseAlarm(code: number, text: string): void {
    if (raised.has(code)) return
    raised.add(code)
    context.activityLog.raiseAlarm(code, `${callSid}: ${text}`)
  }

  // Twilio does not pass on query strings.
  const target = url.split(/[?#]/, 1)[0]!
  if (target !== url) raiseAlarm(31920, 'The query of a stream URL is ignored; use <Parameter>.')
  const route = routeOf(target, settings.tunnels)
  const socket = new WebSocket(route.url, {
    headers: {
      ...route.headers,
      'x-twilio-signature': signWebhook(authToken, target),
      'user-agent': 'Twilio.TmeWs/1.0',
    },
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeMs,
  })

  function send(event: string, fields: string): void {
    if (!isOpen || isStopped) return
    // An application that does not read loses messages, as it would on a real network.
    if (socket.bufferedAmount > maxUnsentBytes)
      raiseAlarm(31930, 'The application reads too slowly; audio is discarded.')
    else socket.send(`{"event":"${event}","sequenceNumber":"${++sequence}","streamSid":"${streamSid}",${fields}}`)
  }

  function notify(event: 'stream-started' | 'stream-stopped' | 'stream-error', error?: string): void {
    if (!callback) return
    const form = {
      ...{ AccountSid: accountSid, CallSid: callSid, StreamSid: streamSid, StreamName: name ?? streamSid },
      ...{ StreamEvent: event, ...(error !== undefined && { StreamError: error }) },
      Timestamp: new Date(scheduler.nowMs()).toISOString(),
    }
    lastCallback = lastCallback.then(
      () => context.sendWebhook({ kind: 'status', ...callback, form, callSid }).firstAttempt,
    )
  }

  function stop(): void {
    if (isStopped) return
    send('stop', `"stop":{"accountSid":"${accountSid}","callSid":"${callSid}"}`)
    isStopped = true
    live.signal.removeEventListener('abort', stop)
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
    else socket.close(1000)
    if (isOpen) notify('stream-stopped')
    listener.closed()
  }

  socket.on('open', () => {
    if (isStopped) return
    socket.send('{"event":"connected","protocol":"Call","version":"1.0.0"}')
    const start = {
      ...{ accountSid, streamSid, callSid, tracks },
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: parameters,
    }
    isOpen = true
    send('start', `"start":${JSON.stringify(start)}`)
    notify('stream-started')
    listener.opened()
  })
  socket.on('message', (data, isBinary) => {
    if (isStopped) return
    if (isBinary) return raiseAlarm(31950, 'The stream received a binary message.')
    try {
      listener.received(readStreamMessage(data as Buffer, streamSid))
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error
      raiseAlarm(31951, `The stream received an invalid message, and ignored it: ${error.message}`)
    }
  })
  socket.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    if (isStopped) return
    const hint = code === 'EPROTO' ? ' If the server has no certificate, set a tunnel for its host.' : ''
    raiseAlarm(isOpen ? 31921 : 31920, `The stream failed: ${message}${hint}`)
    notify('stream-error', message)
  })
  socket.on('close', stop)
  live.signal.addEventListener('abort', stop, { once: true })

  return {
    raiseAlarm,
    stop,
    /** Called every 20 ms for each track. */
    sendMedia(track: Track, frame: Uint8Array): void {
      if (!isOpen) return
      const timestamp = chunks[track] * frameMs
      const chunk = ++chunks[track]
      const payload = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString('base64')
      send('media', `"media":{"track":"${track}","chunk":"${chunk}","timestamp":"${timestamp}","payload":"${payload}"}`)
    },
    sendMark: (mark: string): void => send('mark', `"mark":{"name":${JSON.stringify(mark)}}`),
    sendKey: (key: string): void => send('dtmf', `"dtmf":{"track":"inbound_track","digit":"${key}"}`),
  }
}

type StreamMessage = { event: 'media'; audio: Uint8Array } | { event: 'mark'; name: string } | { event: 'clear' }

export class InvalidMessage extends Error {}

const maxNameLength = 500

/** Throws `InvalidMessage`. */
function readStreamMessage(data: Buffer, streamSid: string): StreamMessage {
  const message = parse(data)
  if (message['streamSid'] !== streamSid) throw new InvalidMessage('The streamSid is missing or wrong.')
  const { event } = message
  if (event === 'clear') return { event }
  if (event === 'mark') {
    const name = isObject(message['mark']) ? message['mark']['name'] : undefined
    if (typeof name !== 'string' || name === '' || name.length > maxNameLength)
      throw new InvalidMessage('The name of the mark is missing or too long.')
    return { event, name }
  }
  if (event !== 'media') throw new InvalidMessage(`The event ${JSON.stringify(event)?.slice(0, 50)} is unknown.`)
  const payload = isObject(message['media']) ? message['media']['payload'] : undefined
  if (typeof payload !== 'string' || payload.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(payload))
    throw new InvalidMessage('The payload is not base64.')
  return { event, audio: Buffer.from(payload, 'base64') }
}

function parse(data: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    if (isObject(value)) return value
  } catch {}
  throw new InvalidMessage('The message is not a JSON object.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
