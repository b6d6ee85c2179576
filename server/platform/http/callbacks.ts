// HTTP endpoints outside the contract: the callbacks of carriers, and files.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context/context.ts'
import type { Db } from '../database/database.ts'
import type { PublicShare } from '../database/public-pool.ts'
import { type Form, formOf, hasTooManyFields, maxFormFields } from './bodies/form-body.ts'
import { UnreadableBody } from './bodies/json-body.ts'

export interface CallbackRequest {
  method: string
  headers: IncomingHttpHeaders
  params: Readonly<Record<string, string>>
  /** The URL under `PUBLIC_URL` that the caller requested; the `Host` header is ignored. */
  url: string
  /** All fields, untrimmed, because signatures cover them; empty without a body. */
  form: Form
  /** The body of a callback with raw bodies; otherwise empty. */
  raw: Buffer
  /** The database for queries before the caller is authenticated; throws `TooBusy`. */
  publicDb(): Db
}

export interface CallbackReply {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array | Readable
}

export interface Callback {
  /** GET includes HEAD. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Placeholders as `:name`. */
  path: string
  /** Default: forms. With `raw`, any body is passed on as it is. */
  body?: 'raw'
  /** Requests that this refuses are answered with 403 before their body is read. */
  admits?(headers: IncomingHttpHeaders): boolean
  /** The limit of a raw body. Default: 128 KiB. */
  maxBytes?: number
  answer(context: AppContext, request: CallbackRequest): Promise<CallbackReply>
}

const maxBytes = 128 * 1024

/** The media types of requests with raw bodies. */
const declaredTypes = new WeakMap<IncomingHttpHeaders, string>()

export interface CallbackOptions {
  context: AppContext
  publicShare: PublicShare
}

export function serveCallbacks(
  server: FastifyInstance,
  { context, publicShare }: CallbackOptions,
  callbacks: readonly Callback[],
): void {
  serveRaw(
    server,
    { context, publicShare },
    callbacks.filter(({ body }) => body === 'raw'),
  )
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => {
        if (hasTooManyFields(body as string))
          done(new UnreadableBody(`The form may not have more than ${maxFormFields.toLocaleString('en')} fields.`))
        else done(null, formOf(new URLSearchParams(body as string)))
      },
    )
    for (const { method, path, admits, answer } of callbacks.filter(({ body }) => body === undefined)) {
      scope.route({
        method,
        url: path,
        ...(admits && { onRequest: refuseUnless(admits) }),
        handler: async (request, reply) =>
          write(reply, await answer(context, requestOf(request, context, publicShare))),
      })
    }
  })
}

function serveRaw(
  server: FastifyInstance,
  { context, publicShare }: CallbackOptions,
  callbacks: readonly Callback[],
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Fastify refuses malformed media types, which do not matter here.
    scope.addHook('onRequest', async ({ headers }) => {
      if (headers['content-type'] === undefined) return
      declaredTypes.set(headers, headers['content-type'])
      headers['content-type'] = 'application/octet-stream'
    })
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { method, path, maxBytes: bodyLimit = maxBytes, answer } of callbacks)
      scope.route({
        method,
        url: path,
        bodyLimit,
        handler: async (request, reply) =>
          write(reply, await answer(context, requestOf(request, context, publicShare))),
      })
  })
}

const refuseUnless =
  (admits: NonNullable<Callback['admits']>) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    admits(headers) ? undefined : reply.code(403).send()

function requestOf(request: FastifyRequest, { settings }: AppContext, publicShare: PublicShare): CallbackRequest {
  const declaredType = declaredTypes.get(request.headers)
  return {
    method: request.method,
    headers: declaredType === undefined ? request.headers : { ...request.headers, 'content-type': declaredType },
    params: request.params as Record<string, string>,
    url: settings.publicUrl + (request.raw.url ?? ''),
    form: Buffer.isBuffer(request.body) ? {} : ((request.body as Form | undefined) ?? {}),
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    publicDb: () => publicShare.enter(),
  }
}

function write(reply: FastifyReply, { status, headers = {}, body }: CallbackReply): FastifyReply {
  reply.code(status).headers(headers)
  return body instanceof Uint8Array
    ? reply.send(Buffer.from(body.buffer, body.byteOffset, body.length))
    : reply.send(body)
}
