// Binding a route to the server: the request read, its verb called, the answer written in the endpoint's own form.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalBody } from '#contract/envelopes.ts'
import { acceptsForms } from '#contract/forms.ts'
import { operationName } from '#contract/operation-name.ts'
import { pathsOf } from '#contract/paths.ts'
import { type AppContext, asAccount } from '../context/context.ts'
import { InvalidInput, OutcomePending, Refusal } from '../refusal.ts'
import { type FieldErrors, summarizeErrors } from '../validation/validate.ts'
import { type AuthorizeOptions, authorize } from './authorize.ts'
import type { AuthorizedRequest } from './caller.ts'
import { answerPreflights } from './cross-origin.ts'
import { EventStream } from './event-stream.ts'
import { claimKey, type OpenClaim, type StoredReply } from './idempotency.ts'
import { forgetKey, releaseKey, storeAnswer } from './idempotency-store.ts'
import { headersOfRefusal } from './limit-headers.ts'
import { createReplyPicker } from './pick-reply.ts'
import { type Read, readerOf } from './read-input.ts'
import { refusalReply } from './refusal-reply.ts'
import { RequestCall } from './request-call.ts'
import { type FindIds, resolverOf } from './resolve-references.ts'
import type { Call, Route } from './route.ts'

export interface BindOptions extends AuthorizeOptions {
  /** Replies are held against their schemas before they go out; for tests, where a bad reply is a fault. */
  strictReplies: boolean
  findAssistantIds: FindIds
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, number>
  /** The input did not fit what is stored. */
  invalid?: boolean
  /** The same request may have another answer later. */
  unsettled?: boolean
}

export function bind(server: FastifyInstance, routes: readonly Route[], options: BindOptions): void {
  server.decorateRequest('caller', null)
  answerPreflights(
    server,
    routes.map(({ endpoint }) => endpoint),
    options.corsOrigins,
  )
  for (const route of routes) {
    const { endpoint } = route
    const answer = answererOf(route, options)
    for (const path of pathsOf(endpoint)) {
      server.route({
        method: [endpoint.method, ...(endpoint.alsoMethods ?? [])],
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { takesForms: acceptsForms(endpoint), envelope: endpoint.envelope, operation: operationName(endpoint) },
        onRequest: (request, reply) => authorize(endpoint, request as AuthorizedRequest, reply, options),
        handler: (request, reply) => answer(request as AuthorizedRequest, reply),
      })
    }
  }
}

function answererOf(
  route: Route,
  options: BindOptions,
): (request: AuthorizedRequest, reply: FastifyReply) => Promise<unknown> {
  const { endpoint } = route
  const read = readerOf(endpoint)
  const resolve = resolverOf(endpoint)
  const pick = createReplyPicker(endpoint.reply)
  const success = endpoint.status ?? 200
  const handle = route.handle as unknown as (ctx: AppContext, input: unknown, call: Call) => unknown

  const write = (value: unknown): unknown => {
    if (options.strictReplies) {
      const checked = endpoint.reply.safeParse(value)
      if (!checked.success) throw new Error(`${endpoint.path} replied outside its schema: ${checked.error.message}`)
    }
    return pick(value)
  }

  const run = async (context: AppContext, request: AuthorizedRequest, input: unknown, call: Call): Promise<Answer> => {
    try {
      return { status: success, body: write(await handle(contextOf(endpoint, request, context), input, call)) }
    } catch (error) {
      const refused = refusedAnswer(endpoint, error)
      if (refused) return refused
      throw error
    }
  }

  const allErrors = async (
    request: AuthorizedRequest,
    input: Read['input'],
    errors: FieldErrors,
  ): Promise<FieldErrors> => {
    const validateRoute = route.validate as ((ctx: AppContext, input: unknown) => Promise<FieldErrors>) | undefined
    if (!validateRoute) return errors
    // What is said of a field's form is said of it alone.
    return {
      ...errors,
      ...(await validateRoute(contextOf(endpoint, request, worldOf(request, options)), { ...input, errors })),
      ...errors,
    }
  }

  return async (request, reply) => {
    const { input, errors, notFoundCode: absent } = read(request)
    if (resolve) await resolve(input, request.caller?.account.id, options.findAssistantIds)
    if (errors) return reply.code(422).send(invalid(endpoint, await allErrors(request, input, errors)))
    if (absent) {
      const refused = refusedAnswer(endpoint, new Refusal(absent))!
      return reply.code(refused.status).send(refused.body)
    }
    const context = worldOf(request, options)
    const claim = await claimOf(endpoint, request, context)
    if (claim && 'status' in claim) return giveStored(endpoint, request, reply, claim)
    const stream = wantsStream(endpoint, request) ? new EventStream(reply, request.id) : undefined
    try {
      const answer = await run(context, request, input, new RequestCall(request, stream, claim?.effect))
      const isTooEarly = answer.status === 429
      reply.headers(answer.headers ?? {})
      // What came too early or did not fit has done nothing, and may come again under its key.
      const isUndone = isTooEarly || answer.invalid
      if (claim && answer.unsettled) await releaseKey(context, claim)
      else if (claim) await (isUndone ? forgetKey(context, claim) : storeAnswer(context, claim, answer))
      if (stream) return stream.finish(answer)
      return reply.code(answer.status).send(answer.body)
    } catch (error) {
      // A claim that could not be let go of is taken up all the same, and the fault has to be told.
      if (claim) await releaseKey(context, claim).catch(() => {})
      if (stream?.begun) {
        context.log.error({ error, route: endpoint.path, id: request.id }, 'request failed')
        return stream.finish({ status: 500, body: refusalBody(endpoint.envelope, 'Server Error', 'SERVER_ERROR') })
      }
      throw error
    } finally {
      stream?.end()
      claim?.end()
    }
  }
}

function wantsStream({ streams }: Endpoint, { headers }: AuthorizedRequest): boolean {
  return streams === true && /\btext\/event-stream\b/.test(headers.accept ?? '')
}

/** In the form that is asked for now, whatever the first answer's was. */
function giveStored(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  reply: FastifyReply,
  { status, headers, body }: StoredReply,
): FastifyReply {
  reply.code(status).headers(headers)
  if (status >= 400 || !wantsStream(endpoint, request)) return reply.send(body)
  return new EventStream(reply, request.id).finish({ status, body: JSON.parse(String(body)) })
}

/** Callers without an account use the connections of the public share. */
function worldOf({ caller }: AuthorizedRequest, { context, publicShare }: BindOptions): AppContext {
  return caller ? context : { ...context, db: publicShare.enter() }
}

function contextOf(endpoint: Endpoint, request: AuthorizedRequest, context: AppContext): AppContext {
  if (endpoint.auth === 'key') return asAccount(context, request.caller!.account)
  const { origin } = request.headers
  return { ...context, account: request.caller?.account, remoteAddress: request.ip, origin } as AppContext
}

function refusedAnswer(endpoint: Endpoint, error: unknown): Answer | undefined {
  if (error instanceof Refusal) {
    const answer = refusalReply(endpoint, error)
    return answer && { ...answer, headers: headersOfRefusal(error), unsettled: error instanceof OutcomePending }
  }
  if (error instanceof InvalidInput) return { status: 422, body: invalid(endpoint, error.errors), invalid: true }
  return undefined
}

function invalid(endpoint: Endpoint, errors: FieldErrors): Record<string, unknown> {
  return { message: endpoint.validationMessage ?? summarizeErrors(errors), errors }
}

function claimOf(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  context: AppContext,
): Promise<OpenClaim | StoredReply> | undefined {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') return undefined
  return claimKey(context, scopeOf(endpoint, request), key, {
    method: request.method,
    url: request.raw.url ?? '',
    body: request.body,
    envelope: endpoint.envelope,
    minLength: isShared(endpoint, request) ? shortestSharedKey : 1,
  })
}

/** Too long to be counted up or written by hand: a random key. */
const shortestSharedKey = 16

/** Whether callers whom nothing tells apart use the same keys: no account, and no secret in the path. */
function isShared({ params }: Endpoint, { caller }: AuthorizedRequest): boolean {
  return !caller && !params
}

function scopeOf(endpoint: Endpoint, request: AuthorizedRequest): string {
  const { caller, ip, headers, raw } = request
  if (caller) return `account:${caller.account.id}`
  const visitor = isShared(endpoint, request) ? [ip, headers.origin] : []
  const sha256 = createHash('sha256').update(JSON.stringify([raw.url, ...visitor]))
  return `public:${sha256.digest('hex')}`
}
