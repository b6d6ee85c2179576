// Handles one API request: logging, authentication, fault injection, the handler, and a response in JSON or XML.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoggedRequest } from '../core/activity-log.ts'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { type Creates, findFault } from '../core/faults.ts'
import { testAccount } from '../core/settings.ts'
import { newSid } from '../core/sids.ts'
import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  ConnectionDropped,
  throwRequestFault,
} from './api-request.ts'

/** Logs the request, then sends what `produce` returns or throws. */
export async function respond(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  produce: (entry: LoggedRequest) => ApiResponse | Promise<ApiResponse>,
): Promise<FastifyReply> {
  const { activityLog, scheduler, events } = context
  const { method, url, headers } = request
  const path = pathOf(url)
  const entry: LoggedRequest = {
    atMs: scheduler.nowMs(),
    method,
    path,
    query: url.slice(path.length),
    body: bodyOf(request),
    user: userOf(headers.authorization),
    status: undefined,
  }
  activityLog.recordRequest(entry)
  let response: ApiResponse | undefined
  try {
    response = await produce(entry)
  } catch (error) {
    response = errorResponse(context, error, entry)
  }
  if (response && entry.status !== 'cut') {
    entry.status = response.status
    send(reply, response, path)
  } else {
    entry.status = 'cut'
    reply.hijack()
    reply.raw.destroy()
  }
  events.publish({ type: 'request', method, path, status: entry.status })
  response?.afterSend?.()
  return reply
}

export interface Route {
  /** Throws the error for an unknown path or method. */
  findHandler: () => ApiHandler
  creates: Creates
  /** Whether the test credentials can make the request. */
  isTestable: boolean
  /** Takes a token of the rate limit; false when there is none. */
  takeToken: () => boolean
}

/** Authenticates the request, injects the faults that apply to it, and calls its handler. */
export async function handleRequest(
  context: SandboxContext,
  request: FastifyRequest,
  entry: LoggedRequest,
  { findHandler, creates, isTestable, takeToken }: Route,
): Promise<ApiResponse> {
  const { method, path } = entry
  const { isTest } = authenticate(context, request.headers.authorization, path)
  const handler = findHandler()
  if (isTest && !isTestable) throw new ApiError(20008)
  const faults = isTest ? [] : context.faults.take({ method, path, creates })
  const apiRequest: ApiRequest = {
    path,
    query: new URLSearchParams(entry.query),
    params: request.params as ApiRequest['params'],
    isTest,
    faults,
    ...parseBody(request),
  }
  let response: ApiResponse
  try {
    throwRequestFault(faults)
    if (creates === 'message' && !takeToken()) throw new ApiError(20429)
    response = await handler(context, apiRequest)
  } finally {
    // The handler adds the faults of the recipient's number.
    if (faults.length > 0) entry.faults = faults.map(({ fault }) => fault)
  }
  const delayMs = (findFault(faults, 'slow-answer')?.delayMs ?? 0) + context.settings.answerDelayMs
  if (delayMs > 0) await new Promise<void>((resolve) => context.scheduler.after(delayMs, resolve))
  entry.sid = response.sid
  if (findFault(faults, 'lost-reply')) entry.status = 'cut'
  if (!findFault(faults, 'error-after-accept')) return response
  entry.code = 20500
  return { status: 500, body: new ApiError(20500).body(), root: 'RestException', afterSend: response.afterSend }
}

/** Returns undefined if the connection is to be dropped. */
function errorResponse(context: SandboxContext, error: unknown, entry: LoggedRequest): ApiResponse | undefined {
  if (error instanceof ApiError) {
    entry.code = error.code
    const headers: Record<string, string> =
      error.status === 401 ? { 'www-authenticate': 'Basic realm="Twilio API"' } : {}
    return { status: error.status, body: error.body(), headers, root: 'RestException' }
  }
  if (!(error instanceof ConnectionDropped)) context.log.error({ error }, 'the sandbox carrier failed')
  return undefined
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0]!
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function parseBody(request: FastifyRequest): Pick<ApiRequest, 'form' | 'json'> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const text = bodyOf(request)
  return {
    form: new URLSearchParams(type === 'application/x-www-form-urlencoded' ? text : ''),
    json: type === 'application/json' ? parseObject(text) : undefined,
  }
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

function send(reply: FastifyReply, { status, body, headers, root = 'Response' }: ApiResponse, path: string): void {
  const isXml = path.startsWith('/2010-04-01/') && !path.endsWith('.json')
  reply.code(status).header('twilio-request-id', newSid('RQ'))
  if (body !== undefined) reply.header('content-type', `application/${isXml ? 'xml' : 'json'};charset=utf-8`)
  if (headers) reply.headers(headers)
  if (body === undefined || body instanceof Buffer) reply.send(body)
  else reply.send(isXml ? toXml(root, body) : JSON.stringify(body))
}

function toXml(root: string, value: unknown): string {
  return `<?xml version='1.0' encoding='UTF-8'?>\n<TwilioResponse>${element(root, value)}</TwilioResponse>`
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name}/>`
  if (Array.isArray(value)) return `<${name}>${value.map((item) => element(singular(name), item)).join('')}</${name}>`
  if (typeof value === 'object') {
    const inside = Object.entries(value).map(([key, item]) => element(pascal(key), item))
    return `<${name}>${inside.join('')}</${name}>`
  }
  return `<${name}>${escapeXml(String(value))}</${name}>`
}

function singular(name: string): string {
  return name === 'MediaList' ? 'Media' : name.replace(/s$/, '')
}

function pascal(key: string): string {
  return key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Throws 20003 for other credentials and for paths of other accounts. */
function authenticate(context: SandboxContext, authorization: string | undefined, path: string) {
  const { user, password } = readBasic(authorization)
  const isTest = user === testAccount.accountSid
  const { accountSid, authToken } = isTest ? testAccount : context
  if (user !== accountSid || !isEqual(password, authToken)) throw new ApiError(20003)
  const requested = /^\/2010-04-01\/Accounts\/([^/.]+)/.exec(path)?.[1]
  if (requested !== undefined && requested !== accountSid) throw new ApiError(20003)
  return { user, isTest }
}

function userOf(authorization: string | undefined): string | undefined {
  return readBasic(authorization).user || undefined
}

function readBasic(header = ''): { user: string; password: string } {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? ''
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) }
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
