// The HTTP server: what holds for every request, whichever endpoint it is for.
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Envelope } from '#contract/endpoint.ts'
import { unreadableBody } from '#contract/envelopes.ts'
import { formType } from '#contract/forms.ts'
import { TooBusy } from '../database/public-pool.ts'
import type { Log } from '../observability/log.ts'
import { runFor } from '../observability/origin.ts'
import { trimEnd } from '../text/trim-end.ts'
import { readJsonBody, UnreadableBody } from './body.ts'
import { readFormBody } from './form-body.ts'
import { boundPipelining } from './pipelining.ts'
import { warnOfUnknownProxy } from './proxy-warning.ts'
import type { RequestMetrics } from './request-metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes a form in place of a JSON body. */
    takesForms?: boolean
    /** The envelope of the endpoint, for requests that do not reach its handler. */
    envelope?: Envelope
    /** The endpoint's name in the contract. */
    operation?: string | undefined
  }
}

export interface HttpServerOptions {
  log: Log
  metrics: RequestMetrics
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
}

const bodyLimitBytes = 256 * 1024

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true, caseSensitive: true },
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    frameworkErrors: (_error, request, reply) => {
      mark(request, reply)
      routeNotFound(request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  const methodsOf = rememberMethods(server)
  boundPipelining(server)
  warnOfUnknownProxy(server, options.log)
  server.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    // Before the body is read: what is wrong with it is no news about a route that is not there.
    if (request.is404) answerMissing(request, reply, methodsOf)
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    options.metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    options.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        id: request.id,
      },
      'request',
    )
    done()
  })
  closeIdleUntilClosed(server)
  // After the body has been read, which happens outside of any context.
  server.addHook('preHandler', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions
    runFor({ name: config.operation ?? route, logFields: { request: request.id, route } }, done)
  })
  readBodies(server)
  server.setErrorHandler((error: FastifyError, request, reply) => answerFault(error, request, reply, options.log))
  server.setNotFoundHandler((request, reply) => answerMissing(request, reply, methodsOf))
  return server
}

/** A connection whose request is under way when the server begins to close stays open as idle afterwards. */
function closeIdleUntilClosed(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    timer = setInterval(() => server.server.closeIdleConnections(), 50).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const json = /^application\/(?:[\w.+-]+\+)?json\b/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      if (!isUtf8(body as Buffer)) throw new UnreadableBody('The request body is not valid UTF-8.')
      done(null, readJsonBody(body.toString()))
    } catch (error) {
      done(error as Error)
    }
  })
  server.addContentTypeParser(formType, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (body.length > 0 && !request.routeOptions.config.takesForms) throw new UnreadableBody(notJson)
      done(null, readFormBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(new UnreadableBody(notJson))
  })
}

const notJson = 'The request body must be JSON, sent with Content-Type: application/json.'
const unreadable = 'The request could not be read.'

function mark(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

/** What is not HTTP at all, or too much of it, never becomes a request. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfConnectionError[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ message: unreadable })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const statusOfConnectionError: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const envelope = request.routeOptions.config?.envelope ?? 'message'
  if (error instanceof UnreadableBody) {
    reply.code(400).send(unreadableBody(envelope, error.message))
  } else if (error instanceof TooBusy) {
    reply.code(503).header('retry-after', 1).send({ message: 'The service is busy. Try again in a moment.' })
  } else if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    reply.code(413).send({ message: 'The POST data is too large.' })
  } else if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    reply.code(400).send(unreadableBody(envelope, notJson))
  } else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    reply.code(400).send(unreadableBody(envelope, unreadable))
  } else {
    log.error({ error, route: request.routeOptions.url, id: request.id }, 'request failed')
    reply.code(500).send({ message: 'Server Error' })
  }
}

function answerMissing(request: FastifyRequest, reply: FastifyReply, methodsOf: (path: string) => string[]): void {
  const path = pathOf(request)
  const methods = methodsOf(`/${path}`)
  const supported = methods.join(', ')
  if (methods.length === 0) {
    routeNotFound(request, reply)
    return
  }
  reply
    .code(405)
    .header('allow', supported)
    .send({
      message: `The ${request.method} method is not supported for route ${path}. Supported methods: ${supported}.`,
    })
}

function routeNotFound(request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).send({ message: `The route ${pathOf(request)} could not be found.` })
}

function pathOf(request: FastifyRequest): string {
  const path = (request.raw.url ?? '').split('?', 1)[0]!
  return trimEnd(path.replace(/^\/+/, ''), '/')
}

/** Which methods a path knows; asked only when a request has missed every route. */
function rememberMethods(server: FastifyInstance): (path: string) => string[] {
  const routes: { segments: string[]; methods: string[] }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    // Only browsers ask with it; it does nothing.
    if (method === 'OPTIONS') return
    routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  return (path) => {
    const given = path.split('/')
    return [...new Set(routes.flatMap(({ segments, methods }) => (fits(segments, given) ? methods : [])))].sort()
  }
}

/** A segment that begins with a colon is a placeholder. */
function fits(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  )
}
