// Serves the WebSocket of people who listen to live calls.
import type { WebSocketRoute } from '#server/platform/http/web-sockets.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { ListenerLine, ListenerMessage, ListeningPage } from '#server/ports/listener-line.ts'
import { type BrowserLine, type BrowserListener, closeCodes, createBrowserConnection } from './browser-connection.ts'
import { openBrowserSockets } from './browser-sockets.ts'
import { parseObject } from './parse-object.ts'

/** Uses up the token. Undefined if it is not valid. */
export type AcceptListener = (token: string) => Promise<((line: ListenerLine) => ListeningPage) | undefined>

/** 4403: the person may no longer act for the account. */
const codes = { ended: closeCodes.normal, forbidden: 4403, lost: closeCodes.failed }

export interface ListenersOptions {
  log: Log
  /** Origins whose pages may connect. Clients other than browsers send none. */
  origins: readonly string[]
  accept: AcceptListener
}

export function openListeners({ log, origins, accept }: ListenersOptions): WebSocketRoute & AsyncDisposable {
  return openBrowserSockets({
    path: '/listen/media',
    // A person who has taken a call over must be missed within five seconds.
    checkEveryMs: 1_000,
    isAllowed: (origin) => origins.includes(origin),
    connect: (socket, origin) =>
      createBrowserConnection<PageMessage>({
        socket,
        origin,
        log,
        read: readListenerMessage,
        async accept({ token }) {
          const open = await accept(token)
          return open && ((line) => openPage(line, open))
        },
      }),
  })
}

type PageMessage = ListenerMessage | { event: 'leave' }

function openPage(browser: BrowserLine, open: (line: ListenerLine) => ListeningPage): BrowserListener<PageMessage> {
  const page = open({ ...browser, close: (reason) => browser.close(codes[reason]) })
  return {
    audio: page.audio,
    message(message) {
      if (message.event === 'leave') browser.close()
      else page.message(message)
    },
    closed: page.closed,
  }
}

const maxTextLength = 1_000

/** Undefined for any other message. */
function readListenerMessage(data: string): ListenerMessage | { event: 'leave' } | undefined {
  const { event, text, end_call = false } = parseObject(data) ?? {}
  if (event === 'leave' || event === 'take-over') return { event }
  if (event === 'hand-back' && typeof end_call === 'boolean') return { event, end_call }
  if (event !== 'whisper' || typeof text !== 'string' || text.trim() === '' || text.length > maxTextLength)
    return undefined
  return { event, text: text.trim() }
}
