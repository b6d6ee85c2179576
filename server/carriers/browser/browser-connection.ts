// One WebSocket of a page: authenticates it with a token, limits it, and passes audio and messages.
import { WebSocket } from 'ws'
import type { Log } from '#server/platform/observability/log.ts'
import { parseObject } from './parse-object.ts'

/** What the page receives. */
export interface BrowserLine {
  /** The bytes may be reused after the call. */
  sendAudio(audio: Uint8Array): void
  send(message: object): void
  /** What the page has not read. A page that reads too little is disconnected. */
  unsentBytes(): number
  /** Default: a normal end. */
  close(code?: number): void
}

/** No method is called after `closed`. */
export interface BrowserListener<Message> {
  /** 20 ms of mu-law audio at 8,000 Hz. */
  audio(frame: Uint8Array): void
  message(message: Message): void
  closed(): void
}

export interface BrowserStart {
  token: string
  origin: string | undefined
  isOpen(): boolean
}

/** Uses up the token. Undefined if it is not valid for the origin or was used before, or if the page has closed the connection. */
export type AcceptBrowser<Message> = (
  start: BrowserStart,
) => Promise<((line: BrowserLine) => BrowserListener<Message>) | undefined>

export type BrowserConnection = ReturnType<typeof createBrowserConnection>

/** 4409: the token is not valid, because it was used, has expired or does not belong to the origin. */
export const closeCodes = { normal: 1000, invalid: 1008, failed: 1011, refused: 4409 }

const frameBytes = 160
const maxTokenLength = 128
/** About 30 seconds of audio. */
const maxUnsentBytes = 256 * 1024
/** A frame comes every 20 ms; after a pause of the page, many come at once. */
const messagesPerMs = 0.25
const burstMessages = 500
/** Checks without an answer or without the message `start`. */
const maxMissedChecks = 3

export function createBrowserConnection<Message>(options: {
  socket: WebSocket
  origin: string | undefined
  accept: AcceptBrowser<Message>
  /** Reads a message after `start`; undefined for any that is not valid. */
  read(data: string): Message | undefined
  log: Log
}) {
  const { socket, log } = options
  let listener: BrowserListener<Message> | undefined
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
    log.error({ error }, 'the connection of a page failed')
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
    else if (hasStarted) receiveMessage(data.toString())
    else receiveStart(data.toString())
  }

  /** Audio before the connection is accepted is ignored. */
  function receiveAudio(frame: Buffer): void {
    if (frame.length !== frameBytes || !hasStarted) end(closeCodes.invalid)
    else listener?.audio(frame)
  }

  function receiveStart(data: string): void {
    const { event, token } = parseObject(data) ?? {}
    if (event !== 'start' || typeof token !== 'string' || token === '' || token.length > maxTokenLength) {
      end(closeCodes.invalid)
      return
    }
    hasStarted = true
    start(token).catch(fail)
  }

  function receiveMessage(data: string): void {
    const message = options.read(data)
    if (message) listener?.message(message)
    else end(closeCodes.invalid)
  }

  async function start(token: string): Promise<void> {
    const isOpen = () => socket.readyState === WebSocket.OPEN
    const open = await options.accept({ token, origin: options.origin, isOpen })
    if (!open) {
      end(closeCodes.refused)
      return
    }
    const opened = open(line)
    if (socket.readyState === WebSocket.CLOSED) opened.closed()
    else listener = opened
  }

  function write(data: string | Buffer): void {
    if (isEnded || socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount <= maxUnsentBytes) socket.send(data)
    else {
      log.warn('a page was disconnected because it does not read what it is sent')
      terminate()
    }
  }

  const line: BrowserLine = {
    // The socket may keep the bytes until they are sent.
    sendAudio: (audio) => write(Buffer.from(audio)),
    send: (message) => write(JSON.stringify(message)),
    unsentBytes: () => socket.bufferedAmount,
    close: (code = closeCodes.normal) => end(code),
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
  socket.on('error', (error) => log.debug({ error }, 'the connection of a page has an error'))
  socket.on('close', () => {
    isEnded = true
    listener?.closed()
    listener = undefined
  })

  return {
    /** Whether the page has sent a token. */
    get hasStarted() {
      return hasStarted
    },
    /** Ends the connection if the page has not answered the last checks. Called regularly. */
    checkAlive(): void {
      if (++missedChecks > maxMissedChecks) terminate()
      else if (!isEnded) socket.ping()
    },
    terminate,
  }
}
