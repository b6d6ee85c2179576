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
import { readWebCallMessage, type WebCallMessage } from './web-call-messages.ts'

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
