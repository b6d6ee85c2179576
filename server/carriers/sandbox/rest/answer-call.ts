// Answers one request to the carrier's API: who asks, faults, the handler, the form of the answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { findFault } from '../core/faults.ts'
import type { LoggedRequest } from '../core/request-log.ts'
import { newSid } from '../core/sids.ts'
import { authenticate, userOf } from './authenticate.ts'
import { type Answer, type Call, CutConnection } from './call.ts'
import { serveFile } from './media.ts'
import { toXml } from './present-xml.ts'
import { createsMessage, handlerOf } from './routes.ts'
import { stopByFault } from './stop-by-fault.ts'

export interface RawRequest {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: Buffer
}

export async function answerCall(
  exchange: Exchange,
  raw: RawRequest,
  response: ServerResponse,
  mayCreate: () => boolean,
) {
  const { requests, timetable, events } = exchange
  const text = raw.body.toString('utf8')
  const { pathname: path, search: query } = raw.url
  const user = userOf(raw.headers.authorization)
  const entry: LoggedRequest = {
    atMs: timetable.nowMs(),
    method: raw.method,
    path,
    query,
    body: text,
    user,
    status: undefined,
  }
  requests.request(entry)
  let answer: Answer
  try {
    answer = await settle(exchange, raw, text, entry, mayCreate)
  } catch (error) {
    if (!(error instanceof CutConnection)) exchange.log.error({ error }, 'the sandbox carrier failed')
    entry.status = 'cut'
    response.destroy()
    events.publish({ type: 'request', method: raw.method, path, status: 'cut' })
    return
  }
  if (entry.status !== 'cut') {
    entry.status = answer.status
    write(response, answer, path)
  } else response.destroy()
  events.publish({ type: 'request', method: raw.method, path, status: entry.status })
  answer.afterwards?.()
}

async function settle(
  exchange: Exchange,
  raw: RawRequest,
  text: string,
  entry: LoggedRequest,
  mayCreate: () => boolean,
): Promise<Answer> {
  const { method, url, headers } = raw
  const path = url.pathname
  try {
    const file = /^\/media\/(ME[0-9a-f]{32})$/.exec(path)
    if (file && method === 'GET') return serveFile(exchange, file[1]!)
    const { isTest } = authenticate(exchange, headers.authorization, path)
    const { handle, params } = handlerOf({ method, path })
    if (isTest && !createsMessage(method, path)) throw new CarrierRefusal(20008)
    const faults = isTest ? [] : exchange.faults.take({ method, path, createsMessage: createsMessage(method, path) })
    const call: Call = { method, path, query: url.searchParams, params, isTest, faults, ...readBody(headers, text) }
    const answer = await withFaults(exchange, call, async () => {
      if (createsMessage(method, path) && !mayCreate()) throw new CarrierRefusal(20429)
      return handle(exchange, call)
    }).finally(() => noteFaults(entry, call))
    entry.sid = answer.sid
    if (findFault(call.faults, 'lost-reply')) entry.status = 'cut'
    if (!findFault(call.faults, 'error-after-accept')) return answer
    entry.code = 20500
    return { status: 500, body: new CarrierRefusal(20500).body(), root: 'RestException', afterwards: answer.afterwards }
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error
    entry.code = error.code
    const challenge: Record<string, string> =
      error.status === 401 ? { 'www-authenticate': 'Basic realm="Twilio API"' } : {}
    return { status: error.status, body: error.body(), headers: challenge, root: 'RestException' }
  }
}

async function withFaults(exchange: Exchange, call: Call, handle: () => Promise<Answer>): Promise<Answer> {
  stopByFault(call.faults)
  const answer = await handle()
  const delayMs = (findFault(call.faults, 'slow-answer')?.delayMs ?? 0) + exchange.settings.answerDelayMs
  if (delayMs > 0) await new Promise<void>((resolve) => exchange.timetable.after(delayMs, resolve))
  return answer
}

function noteFaults(entry: LoggedRequest, { faults }: Call): void {
  if (faults.length > 0) entry.faults = faults.map(({ fault }) => fault)
}

function readBody(headers: IncomingMessage['headers'], text: string): Pick<Call, 'form' | 'json'> {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const form = new URLSearchParams(type === 'application/x-www-form-urlencoded' ? text : '')
  return { form, json: type === 'application/json' ? parseObject(text) : undefined }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function write(response: ServerResponse, { status, body, headers, root = 'Response' }: Answer, path: string): void {
  const isXml = path.startsWith('/2010-04-01/') && !path.endsWith('.json')
  const bytes =
    body === undefined || body instanceof Buffer ? body : Buffer.from(isXml ? toXml(root, body) : JSON.stringify(body))
  response.writeHead(status, {
    'twilio-request-id': newSid('RQ'),
    ...(bytes && {
      'content-type': `application/${isXml ? 'xml' : 'json'};charset=utf-8`,
      'content-length': bytes.length,
    }),
    ...headers,
  })
  response.end(bytes)
}
