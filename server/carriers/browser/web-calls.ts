// Serves the WebSocket of calls from browsers: audio, marks, keys, texts and captions.
import type { WebSocketRoute } from '#server/platform/http/web-sockets.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import {
  type BrowserLine,
  type BrowserListener,
  type BrowserStart,
  createBrowserConnection,
} from './browser-connection.ts'
import { openBrowserSockets } from './browser-sockets.ts'
import { parseObject } from './parse-object.ts'

/** Undefined if the token is not valid for the origin, or if the browser has left before the call was connected. */
export type AcceptWebCall = (start: BrowserStart) => Promise<((line: MediaLine) => MediaLineListener) | undefined>

export function openWebCalls({ log, accept }: { log: Log; accept: AcceptWebCall }): WebSocketRoute & AsyncDisposable {
  return openBrowserSockets({
    path: '/web-call/media',
    checkEveryMs: 2_000,
    connect: (socket, origin) =>
      createBrowserConnection<WebCallMessage>({
        socket,
        origin,
        log,
        read: readWebCallMessage,
        async accept(start) {
          const open = await accept(start)
          return open && ((line) => openWebCall(line, open))
        },
      }),
  })
}

function openWebCall(
  browser: BrowserLine,
  open: (line: MediaLine) => MediaLineListener,
): BrowserListener<WebCallMessage> {
  browser.send({ event: 'started' })
  const listener = open({
    sendAudio: browser.sendAudio,
    sendMark: (name) => browser.send({ event: 'mark', name }),
    clear: () => browser.send({ event: 'clear' }),
    close: () => browser.close(),
    showCaptions: (from, captions) =>
      browser.send({
        event: 'captions',
        from,
        captions: captions.map(({ speaker, text, atMs, interrupted = false }) => ({
          speaker,
          text,
          at_ms: atMs,
          interrupted,
        })),
      }),
  })
  return {
    audio: listener.audio,
    message(message) {
      if (message.event === 'mark') listener.mark(message.name)
      else if (message.event === 'key') listener.keyPressed(message.key)
      else if (message.event === 'text') listener.textTyped?.(message.text)
      else browser.close()
    },
    closed: listener.closed,
  }
}

type WebCallMessage =
  | { event: 'mark'; name: string }
  | { event: 'key'; key: string }
  | { event: 'text'; text: string }
  | { event: 'hang-up' }

const maxMarkLength = 100
/** As long as a message of the widget. */
const maxTextLength = 2_000

/** Undefined for any other message. */
function readWebCallMessage(data: string): WebCallMessage | undefined {
  const message = parseObject(data)
  const { event, name, key, text } = message ?? {}
  if (event === 'mark' && isText(name, maxMarkLength)) return { event, name }
  if (event === 'key' && typeof key === 'string' && /^[0-9*#]$/.test(key)) return { event, key }
  if (event === 'text' && isText(text, maxTextLength) && text.trim() !== '') return { event, text: text.trim() }
  return event === 'hang-up' ? { event } : undefined
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength
