// One WebSocket of a call from a browser: authenticates it, and passes audio, marks, keys and texts.
import { WebSocket } from 'ws'
import type { Log } from '#server/platform/observability/log.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import { readWebCallMessage } from './web-call-messages.ts'

/**
 * Uses up the token. Undefined if it is not valid for the origin or was used before, or if the browser has left before the
 * call was connected.
 */
export type AcceptWebCall = (start: {
  token: string
  origin: string | undefined
  isOpen(): boolean
}) => Promise<((line: MediaLine) => MediaLineListener) | undefined>

export interface WebCallConnection {
  /** Whether the browser has sent a token. */
  readonly hasStarted: boolean
  /** Ends the connection if the browser has not answered since the last check. Called every two seconds. */
  checkAlive(): void
  terminate(): void
}

/** 4409: the token is not valid, because it was used, has expired or does not belong to the origin. */
const closeCodes = { normal: 1000, invalid: 1008, failed: 1011, refused: 4409 }
const frameBytes = 160
/** About 30 seconds of audio that the browser has not read. */
const maxUnsentBytes = 256 * 1024
/** A frame comes every 20 ms; after a pause of the browser, many come at once. */
const messagesPerMs = 0.25
const burstMessages = 500
/** Checks without an answer or without the message `start`. */
const maxMissedChecks = 3

export function createWebCallConnection(options: {
  socket: WebSocket
  origin: string | undefined
  accept: AcceptWebCall
  log: Log
}): WebCallConnection {
  const { socket, log } = options
  let listener: MediaLineListener | undefined
  let hasStarted = false
  let isEnded = false
  let missedChecks = 0
  let allowed = burstMessages
  let checkedMs = performance.now()

  function end(code: number): void {
    isEnded = true
    socket.close(code)
  }

  function fail(error: unknown): void {
    log.error({ error }, 'the connection of a web call failed')
    end(closeCodes.failed)
  }

  function isTooFast(): boolean {
    const nowMs = performance.now()
    allowed = Math.min(burstMessages, allowed + (nowMs - checkedMs) * messagesPerMs) - 1
    checkedMs = nowMs
    return allowed < 0
  }

  function receive(data: Buffer, isBinary: boolean): void {
    if (isEnded) return
    if (isTooFast()) end(closeCodes.invalid)
    else if (isBinary) receiveAudio(data)
    else receiveMessage(data)
  }

  /** Audio before the call is connected is not part of it. */
  function receiveAudio(frame: Buffer): void {
    if (frame.length !== frameBytes || !hasStarted) end(closeCodes.invalid)
    else listener?.audio(frame)
  }

  function receiveMessage(data: Buffer): void {
    const message = readWebCallMessage(data.toString())
    if (!message || (message.event === 'start') === hasStarted) end(closeCodes.invalid)
    else if (message.event === 'start') {
      hasStarted = true
      start(message.token).catch(fail)
    } else if (message.event === 'mark') listener?.mark(message.name)
    else if (message.event === 'key') listener?.keyPressed(message.key)
    else if (message.event === 'text') listener?.textTyped?.(message.text)
    else end(closeCodes.normal)
  }

  async function start(token: string): Promise<void> {
    const isOpen = () => socket.readyState === WebSocket.OPEN
    const open = await options.accept({ token, origin: options.origin, isOpen })
    if (!open) {
      end(closeCodes.refused)
      return
    }
    send({ event: 'started' })
    const opened = open(line)
    if (socket.readyState === WebSocket.CLOSED) opened.closed()
    else listener = opened
  }

  function write(data: string | Buffer): void {
    if (isEnded || socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount <= maxUnsentBytes) socket.send(data)
    else {
      log.warn('a web call was ended because the browser does not read its audio')
      terminate()
    }
  }

  const send = (message: object): void => write(JSON.stringify(message))

  const line: MediaLine = {
    // The bytes are reused, and the socket may keep them until they are sent.
    sendAudio: (audio) => write(Buffer.from(audio)),
    sendMark: (name) => send({ event: 'mark', name }),
    clear: () => send({ event: 'clear' }),
    close: () => end(closeCodes.normal),
    showCaptions: (from, captions) =>
      send({
        event: 'captions',
        from,
        captions: captions.map(({ speaker, text, atMs, interrupted = false }) => ({
          speaker,
          text,
          at_ms: atMs,
          interrupted,
        })),
      }),
  }

  function terminate(): void {
    isEnded = true
    socket.terminate()
  }

  socket.on('message', (data, isBinary) => {
    try {
      receive(data as Buffer, isBinary)
    } catch (error) {
      fail(error)
    }
  })
  socket.on('pong', () => {
    if (hasStarted) missedChecks = 0
  })
  // The socket closes after an error.
  socket.on('error', (error) => log.debug({ error }, 'the connection of a web call has an error'))
  socket.on('close', () => {
    isEnded = true
    listener?.closed()
    listener = undefined
  })

  return {
    get hasStarted() {
      return hasStarted
    },
    checkAlive() {
      if (++missedChecks > maxMissedChecks) terminate()
      else if (!isEnded) socket.ping()
    },
    terminate,
  }
}
