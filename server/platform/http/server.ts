// The HTTP server: limits, body parsing, logging and error responses that apply to every request.
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
import type { Envelope } from '#contract/wire/endpoint.ts'
import { unavailableBody, unreadableBody } from '#contract/wire/envelopes.ts'
import { formType } from '#contract/wire/forms.ts'
import { TooBusy } from '../database/public-pool.ts'
import { unavailableReason, unavailableRetrySeconds } from '../database/unavailable.ts'
import type { Log } from '../observability/log.ts'
import { runFor } from '../observability/origin.ts'
import { trimEnd } from '../text/trim-end.ts'
import { type DiscardLimits, defaultDiscardLimits, discardBody } from './bodies/discard-body.ts'
import { readFormBody } from './bodies/form-body.ts'
import { readJsonBody, TooLargeBody, UnreadableBody } from './bodies/json-body.ts'
import { isReceivingStream, SlowBody } from './bodies/streamed-file.ts'
import { closeIdleUntilClosed } from './close-idle.ts'
import { limitPipelining } from './pipelining.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { isWebSocketUpgrade } from './web-sockets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts a form instead of a JSON body. */
    takesForms?: boolean
    /** The endpoint's envelope, for requests that do not reach its handler. */
    envelope?: Envelope
    /** The endpoint's name in the contract. */
    operation?: string | undefined
  }
}

export interface HttpServerOptions {
  log: Log
  metrics: RequestMetrics
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  /** How long a client may take to send a request, and how often this is checked. Default: 120 s, 30 s. */
  requestTimeout?: { ms: number; checkMs: number }
  /** How much of a body that is too large is discarded, and for how long. */
  discardLimits?: DiscardLimits
}

const bodyLimitBytes = 256 * 1024

/** The contract validates requests and responses. Without these, Fastify loads Ajv and fast-json-stringify. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('Routes have no Fastify schemas.')
}

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { requestTimeout = { ms: 120_000, checkMs: 30_000 } } = options
  const { discardLimits = defaultDiscardLimits } = options
  const server = Fastify({
    logger: false,
    http: {
      shouldUpgradeCallback: isWebSocketUpgrade,
      connectionsCheckingInterval: requestTimeout.checkMs,
      requestTimeout: requestTimeout.ms,
    },
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true, caseSensitive: true },
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: noSchemas },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    forceCloseConnections: 'idle',
    // A proxy that does not check /readyz still sends requests on its open connections.
    return503OnClosing: false,
    requestTimeout: requestTimeout.ms,
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(request, reply)
      routeNotFound(request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  const methodsOf = rememberMethods(server)
  limitPipelining(server)
  warnOfUnknownProxy(server, options.log)
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    // Before the body is read: an unknown route takes precedence over an invalid body.
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
  // In `preHandler`, because the body is read outside of the async context.
  server.addHook('preHandler', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions
    runFor({ name: config.operation ?? route, logFields: { request: request.id, route } }, done)
  })
  readBodies(server)
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (isUnreadBody(error)) {
      // Set by Fastify, in place of reading the rest.
      reply.removeHeader('connection')
      discardBody(request.raw, discardLimits)
    }
    answerFault(error, request, reply, options.log)
  })
  server.setNotFoundHandler((request, reply) => answerMissing(request, reply, methodsOf))
  return server
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

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

/** Answers data that is not a valid HTTP request, or whose headers are too large. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  // A streamed body may take as long as it is being processed, and has its own limits.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceivingStream(socket)) return
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

/** Whether Fastify has rejected a body without reading all of it. */
const isUnreadBody = ({ code }: FastifyError): boolean =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const envelope = request.routeOptions.config?.envelope ?? 'message'
  if (error instanceof UnreadableBody) {
    reply.code(400).send(unreadableBody(envelope, error.message))
  } else if (error instanceof TooBusy) {
    reply.code(503).header('retry-after', 1).send({ message: 'The service is busy. Try again in a moment.' })
  } else if (unavailableReason(error)) {
    log.error({ error, route: request.routeOptions.url, id: request.id }, 'request refused')
    reply.code(503).header('retry-after', unavailableRetrySeconds).send(unavailableBody(envelope))
  } else if (error instanceof TooLargeBody || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    reply.code(413).send({ message: 'The POST data is too large.' })
  } else if (error instanceof SlowBody) {
    reply.code(408).send({ message: 'The request body was sent too slowly.' })
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

/** Returns the methods that a path supports, none if it is unknown; called only if no route matches a request. */
function rememberMethods(server: FastifyInstance): (path: string) => string[] {
  const routes: { segments: string[]; methods: string[] }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    // Preflights are not a method of the API.
    if (method === 'OPTIONS') return
    routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  return (path) => {
    const pathSegments = path.split('/')
    const found = routes.filter(({ segments }) => matches(segments, pathSegments))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

/** A segment that begins with a colon is a placeholder. */
function matches(segments: readonly string[], pathSegments: readonly string[]): boolean {
  return (
    segments.length === pathSegments.length &&
    segments.every((segment, index) =>
      segment.startsWith(':') ? pathSegments[index] !== '' : segment === pathSegments[index],
    )
  )
}

/**
 * Warns once if `X-Forwarded-For` comes from an untrusted address. Without trusted proxies Fastify sets no `ips`;
 * otherwise the list starts with the peer and continues only if the peer is trusted.
 */
function warnOfUnknownProxy(server: FastifyInstance, log: Log): void {
  let isWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    const isTrusted = (request.ips?.length ?? 0) > 1
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined && !isTrusted) {
      isWarned = true
      log.warn(
        { from: request.socket.remoteAddress },
        'X-Forwarded-For from an address that is not in TRUSTED_PROXIES is ignored; if it is your proxy, all visitors count as one address',
      )
    }
    done()
  })
}
