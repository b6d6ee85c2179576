// Registers routes with Fastify. Every request passes five stages: authorize, validate, claim, handle, respond.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { operationName } from '#contract/operation-name.ts'
import { type Endpoint, pathsOf } from '#contract/wire/endpoint.ts'
import { acceptsForms, multipartType, uploadFieldOf } from '#contract/wire/forms.ts'
import { type AccountContext, type AppContext, asAccount } from '../context/context.ts'
import { InvalidInput } from '../refusal.ts'
import { countVisitorRequest } from '../visitor-requests.ts'
import { defaultDiscardLimits, discardBody } from './bodies/discard-body.ts'
import { receiveUpload } from './bodies/receive-upload.ts'
import { defaultStreamLimits, receiveStream, type StreamLimits } from './bodies/streamed-file.ts'
import type { UploadFolder } from './bodies/upload-folder.ts'
import { answerPreflights } from './cross-origin.ts'
import type { Route } from './route.ts'
import { createAdmission } from './stages/admit-upload.ts'
import { type Answer, answerToError, answerToInvalid } from './stages/answer.ts'
import { type AuditLog, type AuditRequest, createAuditor } from './stages/audit-request.ts'
import { type AuthorizedRequest, type AuthorizeOptions, authorize } from './stages/authorize.ts'
import { claimKey } from './stages/claim-key.ts'
import { createRequestHandler } from './stages/handle-request.ts'
import type { FindIds } from './stages/resolve-references.ts'
import { openStream, replay, respond, respondToFailure } from './stages/respond.ts'
import { createRequestValidator } from './stages/validate-request.ts'
import { createVeils, veilOf } from './stages/veil.ts'

export interface BindOptions extends AuthorizeOptions {
  /** Replies that do not match their schema fail; for tests. */
  strictReplies: boolean
  findAssistantIds: FindIds
  /** Undefined if nothing is audited, for tests. */
  auditLog: AuditLog | undefined
  uploads: UploadFolder
  streamLimits?: StreamLimits
}

export function bind(server: FastifyInstance, routes: readonly Route[], options: BindOptions): void {
  server.decorateRequest('caller', null)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  answerPreflights(server, endpoints, options.corsOrigins)
  const auditorOf = (route: Route) => createAuditor(route, routes, options.auditLog)
  for (const route of routes) {
    const upload = uploadFieldOf(route.endpoint)
    if (!upload) {
      addRoute(server, route, options, auditorOf(route))
      continue
    }
    server.register(async (scope) => {
      scope.addContentTypeParser(multipartType, (_request, payload, done) => done(null, payload))
      if (upload.streamedType !== undefined) {
        // Some systems declare a CSV file as a spreadsheet. The handler refuses files of other formats.
        scope.removeContentTypeParser('*')
        scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      }
      addRoute(scope, route, options, auditorOf(route))
    })
  }
}

function addRoute(server: FastifyInstance, route: Route, options: BindOptions, audit: AuditRequest | undefined): void {
  const { endpoint } = route
  const stages = stagesOf(route, options, audit)
  for (const path of pathsOf(endpoint)) {
    server.route({
      method: [endpoint.method, ...(endpoint.alsoMethods ?? [])],
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        takesForms: acceptsForms(endpoint),
        envelope: endpoint.envelope,
        operation: operationName(endpoint),
      },
      // Before the body is read.
      onRequest: (request, reply) => stages.authorize(request as AuthorizedRequest, reply),
      handler: (request, reply) => stages.answer(request as AuthorizedRequest, reply),
    })
  }
}

function stagesOf(route: Route, options: BindOptions, audit: AuditRequest | undefined) {
  const { endpoint } = route
  const validate = createRequestValidator(route, options.findAssistantIds)
  const veils = createVeils(endpoint)
  const handle = createRequestHandler(route, veils, options.strictReplies)
  const uploadField = uploadFieldOf(endpoint)
  const admit = createAdmission(route)

  async function answer(request: AuthorizedRequest, reply: FastifyReply): Promise<unknown> {
    const context = contextFor(endpoint, request, options)
    const validated = await validate(request, context)
    if (!validated.ok) return send(reply, validated.answer)

    const refused = await countVisitor(endpoint, request, context)
    if (refused) return send(reply, refused)

    const claim = await claimKey(endpoint, request, context)
    if (claim && 'status' in claim) return replay(endpoint, request, reply, claim)

    const stream = openStream(endpoint, request, reply)
    const exchange = { context, endpoint, request, reply, claim, stream }
    try {
      const { input } = validated
      const veil = endpoint.auth === 'key' ? veilOf(request.caller, endpoint) : undefined
      if (veil) veils.revealInput(veil, input, context.settings.masterKey)
      const answerIt = () => handle({ request, response: reply.raw, ctx: context, input, claim, stream })
      const answer = audit ? await audit(request, context as AccountContext, input, answerIt) : await answerIt()
      return await respond(exchange, answer)
    } catch (error) {
      return await respondToFailure(exchange, error)
    } finally {
      stream?.end()
      claim?.end()
    }
  }

  /** The uploaded file exists until the request is answered. */
  async function answerUpload(request: AuthorizedRequest, reply: FastifyReply): Promise<unknown> {
    const admission = await admit(contextFor(endpoint, request, options), request)
    if ('status' in admission) {
      discardBody(request.raw, defaultDiscardLimits)
      return send(reply, admission)
    }
    using _admission = admission
    try {
      await using upload = await receiveUpload(request.raw, endpoint, uploadField!, options.uploads)
      request.body = upload.body
      return await answer(request, reply)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      return send(reply, answerToInvalid(endpoint, error.errors))
    }
  }

  /** What the handler has not read of the file is discarded after the response. */
  async function answerStream(request: AuthorizedRequest, reply: FastifyReply): Promise<unknown> {
    using stream = receiveStream(request.raw, uploadField!, options.streamLimits ?? defaultStreamLimits)
    request.body = { [uploadField!.name]: stream.file }
    return await answer(request, reply)
  }

  const answerFile = uploadField?.streamedType === undefined ? answerUpload : answerStream
  return {
    authorize: (request: AuthorizedRequest, reply: FastifyReply) => authorize(endpoint, request, reply, options),
    answer: (request: AuthorizedRequest, reply: FastifyReply) =>
      request.body === request.raw ? answerFile(request, reply) : answer(request, reply),
  }
}

/** Answers a request that its handler does not get. */
const send = (reply: FastifyReply, { status, headers = {}, body }: Omit<Answer, 'key'>): FastifyReply =>
  reply.code(status).headers(headers).send(body)

/**
 * Returns the answer if the address of a visitor has reached its limit. The key of an idempotent request stays as it is, so
 * that the request can be repeated later.
 */
async function countVisitor(
  endpoint: Endpoint,
  { caller, ip: remoteAddress }: AuthorizedRequest,
  context: AppContext,
): Promise<Answer | undefined> {
  if (caller || !endpoint.visitorLimit) return undefined
  try {
    await countVisitorRequest({ ...context, remoteAddress }, endpoint.visitorLimit)
    return undefined
  } catch (error) {
    const answer = answerToError(endpoint, error)
    if (answer) return answer
    throw error
  }
}

/** An `AccountContext`, a `MemberContext` or a `PublicContext`, by the endpoint's `auth`. Anonymous requests use the public connections. */
function contextFor(endpoint: Endpoint, request: AuthorizedRequest, options: BindOptions): AppContext {
  const { caller, ip: remoteAddress } = request
  const context: AppContext = caller
    ? asAccount(options.context, caller.account)
    : { ...options.context, db: options.publicShare.enter() }
  if (endpoint.auth === 'key') return { ...context, ...caller! } as AppContext
  const asked = { remoteAddress, origin: request.headers.origin }
  return { ...context, ...caller, ...asked } as AppContext
}
