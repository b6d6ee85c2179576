// The carrier's side of a media stream, for tests that send and receive its messages themselves.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'

export interface MediaClientOptions {
  url: string
  accountSid: string
  authToken: string
  callSid: string
  token: string
  /** The URL that is signed. Default: `url`. */
  signedUrl?: string
  /** Replaces the signature; `null` sends none. */
  signature?: string | null
}

/** A message from Parley. */
export interface ReceivedMessage {
  event: string
  media?: { payload: string }
  mark?: { name: string }
}

const streamSid = `MZ${'5'.repeat(32)}`

/** Resolves when the connection is open; rejects if the upgrade is refused. */
export async function connectMedia(options: MediaClientOptions) {
  const { url, accountSid, authToken, callSid, token } = options
  const signature = options.signature ?? signTwilioWebhook({ authToken, url: options.signedUrl ?? url })
  const headers = options.signature === null ? {} : { 'x-twilio-signature': signature }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  const messages: ReceivedMessage[] = []
  const waiting = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const check of waiting) check()
  })
  await once(socket, 'open')
  socket.on('error', () => {})
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  let sequence = 1
  return {
    socket,
    messages,
    /** Resolves with the code of the close. */
    closed,
    send,
    /** `change` replaces fields of the object `start`. */
    start(change: object = {}) {
      send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
      send({
        event: 'start',
        sequenceNumber: String(sequence++),
        streamSid,
        start: {
          accountSid,
          streamSid,
          callSid,
          tracks: ['inbound'],
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
          customParameters: { token },
          ...change,
        },
      })
    },
    sendAudio(audio: Uint8Array, timestampMs: number) {
      const media = { track: 'inbound', chunk: '1', timestamp: String(timestampMs) }
      const payload = Buffer.from(audio).toString('base64')
      send({ event: 'media', sequenceNumber: String(sequence++), streamSid, media: { ...media, payload } })
    },
    sendMark: (name: string) => send({ event: 'mark', streamSid, mark: { name } }),
    sendKey: (digit: string) => send({ event: 'dtmf', streamSid, dtmf: { track: 'inbound_track', digit } }),
    stop: () => send({ event: 'stop', streamSid, stop: { accountSid, callSid } }),
    /** Resolves when this many messages have arrived. */
    received(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (messages.length < count) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
      return promise
    },
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
}
