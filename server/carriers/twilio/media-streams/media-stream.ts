// One media connection of a call: authenticates it, and passes audio, marks and keys in both directions.
import { WebSocket } from 'ws'
import type { Log } from '#server/platform/observability/log.ts'
import type { AcceptMedia, MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import { verifyTwilioWebhook } from '../webhooks/signature.ts'
import { createAudioInput } from './audio-input.ts'
import { readStreamMessage, type StreamMessage, type StreamStart, streamWriter } from './media-messages.ts'

export interface MediaAuthentication {
  /** Undefined for an unknown carrier account. */
  findCredentials(externalId: string): Promise<string | undefined>
  accept: AcceptMedia
}

export interface MediaDeadlines {
  /** For the message `start`. */
  startMs: number
  /** For its checks, which wait for a database that is away. */
  acceptMs: number
  /** An accepted connection without a message for this time has failed. */
  silenceMs: number
}

export interface MediaStreamOptions extends MediaAuthentication {
  socket: WebSocket
  signature: string
  /** The URL that the carrier has signed. */
  signedUrl: string
  deadlines: MediaDeadlines
  log: Log
  /** Called when the signature is valid. */
  onAuthenticated(): void
}

/** Codes of https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const closeCodes = { normal: 1000, invalid: 1008, failed: 1011 }
/** Events that arrive while the token is checked: at most about twenty seconds of audio. */
const maxWaiting = 1_000
/** About three minutes of audio that the carrier has not read. */
const maxUnsentBytes = 2 * 2 ** 20
/** A message with 20 ms of audio has up to 400 bytes, so real time is 20,000 bytes per second. */
const messageBytes = 400
/** Faster messages end the connection: after a burst of ten seconds, five times real time is allowed. */
const burstBytes = 200_000
const bytesPerMs = 100

export function createMediaStream(options: MediaStreamOptions) {
  const { socket, deadlines, log } = options
  let listener: MediaLineListener | undefined
  /** Undefined once the listener exists. */
  let waiting: ((listener: MediaLineListener) => void)[] | undefined = []
  let start: StreamStart | undefined
  let isEnded = false
  let deadlineMs = performance.now() + deadlines.startMs
  let allowedBytes = burstBytes
  let checkedMs = performance.now()

  const input = createAudioInput((frame) => {
    if (listener) listener.audio(frame)
    else pass((opened) => opened.audio(frame))
  })

  /** After this, nothing is passed to the listener but `closed`. */
  function end(code: number): void {
    isEnded = true
    socket.close(code)
  }

  function fail(error: unknown): void {
    log.error({ error, callSid: start?.callSid }, 'the media connection of a call failed')
    end(closeCodes.failed)
  }

  function pass(event: (listener: MediaLineListener) => void): void {
    if (isEnded) return
    if (listener) event(listener)
    else if (waiting && waiting.length < maxWaiting) waiting.push(event)
    else end(closeCodes.invalid)
  }

  function isTooFast(bytes: number, nowMs: number): boolean {
    allowedBytes = Math.min(burstBytes, allowedBytes + (nowMs - checkedMs) * bytesPerMs)
    checkedMs = nowMs
    allowedBytes -= Math.max(bytes, messageBytes)
    return allowedBytes < 0
  }

  function receive(data: Buffer, isBinary: boolean): void {
    const nowMs = performance.now()
    if (isEnded) return
    if (isTooFast(data.length, nowMs)) {
      log.warn({ callSid: start?.callSid }, 'a media connection was closed because its messages came too fast')
      end(closeCodes.invalid)
      return
    }
    const message = isBinary ? undefined : readStreamMessage(data.toString())
    if (!start) receiveStart(message, nowMs)
    else {
      if (!waiting) deadlineMs = nowMs + deadlines.silenceMs
      if (message) receiveEvent(message, nowMs)
    }
  }

  function receiveStart(message: StreamMessage | undefined, nowMs: number): void {
    if (message?.event === 'connected') return
    if (message?.event !== 'start') {
      end(closeCodes.invalid)
      return
    }
    start = message
    deadlineMs = nowMs + deadlines.acceptMs
    authenticate(message).catch(fail)
  }

  function receiveEvent(message: StreamMessage, nowMs: number): void {
    if (message.event === 'media') input.push(message.audio, message.timestampMs, nowMs)
    else if (message.event === 'mark') pass((opened) => opened.mark(message.name))
    else if (message.event === 'dtmf') pass((opened) => opened.keyPressed(message.key))
    else if (message.event === 'stop') end(closeCodes.normal)
  }

  async function authenticate({ streamSid, token, callSid, accountSid }: StreamStart): Promise<void> {
    const authToken = await options.findCredentials(accountSid)
    if (isEnded) return
    const { signature, signedUrl: url } = options
    if (authToken === undefined || !verifyTwilioWebhook({ authToken, signature, url })) {
      log.warn(
        { callSid, accountSid, url },
        'a media connection has no valid signature; if it is from the carrier, check PUBLIC_URL',
      )
      end(closeCodes.invalid)
      return
    }
    options.onAuthenticated()
    const open = await options.accept({ token, externalId: callSid, carrierAccountId: accountSid })
    if (!open) {
      log.warn({ callSid }, 'a media connection has no valid token')
      end(closeCodes.invalid)
      return
    }
    const opened = open(createLine(streamSid))
    if (socket.readyState === WebSocket.CLOSED) {
      opened.closed()
      return
    }
    listener = opened
    deadlineMs = performance.now() + deadlines.silenceMs
    const events = waiting ?? []
    waiting = undefined
    for (const event of events) pass(event)
  }

  function createLine(streamSid: string): MediaLine {
    const write = streamWriter(streamSid)
    const send = (text: string): void => {
      if (isEnded || socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount <= maxUnsentBytes) socket.send(text)
      else {
        log.warn({ callSid: start?.callSid }, 'a media connection was closed because the carrier does not read it')
        isEnded = true
        socket.terminate()
      }
    }
    return {
      sendAudio: (audio) => send(write.media(audio)),
      sendMark: (name) => send(write.mark(name)),
      clear: () => send(write.clear),
      close: () => end(closeCodes.normal),
    }
  }

  socket.on('message', (data, isBinary) => {
    try {
      receive(data as Buffer, isBinary)
    } catch (error) {
      fail(error)
    }
  })
  // The socket closes after an error.
  socket.on('error', (error) => log.debug({ error, callSid: start?.callSid }, 'a media connection has an error'))
  socket.on('close', () => {
    isEnded = true
    waiting = undefined
    try {
      listener?.closed()
    } catch (error) {
      fail(error)
    }
  })

  return {
    /** Ends the connection if a deadline has passed. */
    checkDeadline: (nowMs: number): void => {
      if (isEnded || nowMs < deadlineMs) return
      log.debug({ callSid: start?.callSid }, 'a media connection has passed a deadline')
      if (waiting) end(closeCodes.invalid)
      else {
        isEnded = true
        socket.terminate()
      }
    },
  }
}
