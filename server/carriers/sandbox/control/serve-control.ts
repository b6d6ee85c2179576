// The HTTP side of the control: who may, the page, the stream of events, JSON.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { VirtualPhones } from '../phones/phones.ts'
import { serveFile } from '../rest/media.ts'
import type { SandboxControl } from './control.ts'
import { turnAway } from './guard.ts'
import { answerControl } from './routes.ts'

const page = readFileSync(new URL('./page.html', import.meta.url), 'utf8')
/** Something to send: an address of a picture that needs no network. */
const picture = readFileSync(new URL('./picture.png', import.meta.url))
const heartbeatMs = 20_000

export async function serveControl(
  desk: { exchange: Exchange; control: SandboxControl; phones: VirtualPhones },
  incoming: IncomingMessage,
  url: URL,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const reason = turnAway(incoming)
  const path = url.pathname.replace(/^\/sandbox\/?/, '/')
  const { method = 'GET' } = incoming
  if (reason) return sendJson(response, 403, { error: reason })
  if (path === '/' && method === 'GET') return sendPage(response)
  if (path === '/picture.png' && (method === 'GET' || method === 'HEAD')) return sendPicture(response)
  if (path === '/events' && method === 'GET') return stream(desk.exchange, response)
  try {
    const medium = /^\/media\/(ME[0-9a-f]{32})$/.exec(path)?.[1]
    if (medium && method === 'GET') {
      const { headers, body: bytes } = serveFile(desk.exchange, medium)
      response.writeHead(200, headers).end(bytes)
      return
    }
    const json = body.length > 0 ? (JSON.parse(body.toString('utf8')) as Record<string, unknown>) : {}
    if (typeof json !== 'object' || json === null) throw new SyntaxError('Send a JSON object.')
    const answer = await answerControl(desk, { method, path, query: url.searchParams, json })
    if (answer === undefined) sendJson(response, 404, { error: `There is no ${method} ${url.pathname}.` })
    else sendJson(response, 200, answer)
  } catch (error) {
    if (error instanceof CarrierRefusal) return sendJson(response, error.status, { error: error.message })
    if (error instanceof SyntaxError) return sendJson(response, 400, { error: error.message })
    throw error
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

function sendPicture(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture)
}

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64')
  const sources = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': sources.join('; '),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(page.replaceAll('{{nonce}}', nonce))
}

/** One line for each event; what changed is asked for again by who listens. */
function stream({ events, timetable }: Exchange, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(`data: ${JSON.stringify({ type: 'clock', turned_ms: timetable.turnedMs() })}\n\n`)
  const unsubscribe = events.subscribe((event) => {
    const message = 'message' in event ? { sid: event.message.sid, from: event.message.from, to: event.message.to } : {}
    const typing = event.type === 'typing' ? { from: event.from, to: event.to } : {}
    const clock = event.type === 'clock' ? { turned_ms: event.turnedMs } : {}
    if (response.writableLength < 1e6)
      response.write(`data: ${JSON.stringify({ type: event.type, ...message, ...typing, ...clock })}\n\n`)
  })
  const heartbeat = setInterval(() => response.write(': alive\n\n'), heartbeatMs)
  heartbeat.unref()
  response.once('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })
}
