// The first stage of a request: authenticates the caller, checks the permission and applies the rate limits.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { refusalBody, tooManyRequestsBody, unauthenticatedBody } from '#contract/wire/envelopes.ts'
import { type Actor, actorKey } from '../../context/actor.ts'
import type { Account, AppContext } from '../../context/context.ts'
import type { Db } from '../../database/database.ts'
import type { PublicShare } from '../../database/public-pool.ts'
import { takeRequest } from '../../rate-limit.ts'
import { allowCrossOriginRead } from '../cross-origin.ts'
import { sessionSecretOf } from '../session-cookie.ts'
import { whyForbidden } from '../why-forbidden.ts'
import { headersOfLimit, headersOfWait } from './limit-headers.ts'

/** On whose behalf a request is made, and by whom. */
export interface Caller {
  account: Account
  actor: Actor
}

/** `caller` is null for anonymous requests, on endpoints that allow them. */
export type AuthorizedRequest = FastifyRequest & { caller: Caller | null }

/** Synchronous if the result is cached. */
type Authenticate = (secret: string) => Caller | undefined | Promise<Caller | undefined>

export interface AuthorizeOptions {
  context: AppContext
  /** Database connections for anonymous requests. */
  publicShare: PublicShare
  /** Returns undefined for an unknown token. */
  authenticate: Authenticate
  /** Returns undefined for a session that is unknown, has ended or lacks its second factor. */
  authenticateSession(secret: string, options: { isFresh: boolean }): ReturnType<Authenticate>
  /** Origins whose pages may call endpoints that require an API key. */
  corsOrigins: readonly string[]
}

/** Sends the response itself if the request is unauthenticated or exceeds a limit. */
export async function authorize(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  reply: FastifyReply,
  options: AuthorizeOptions,
): Promise<unknown> {
  allowCrossOriginRead(endpoint, request, reply, options.corsOrigins)
  const fault = await identify(endpoint, request, options)
  if (fault) return reply.code(fault.status).send(fault.body)
  const db = request.caller ? options.context.db : options.publicShare.enter()
  const general = options.context.settings.requestsPerMinute
  if (general > 0 && request.caller && endpoint.path.startsWith('/api/user/')) {
    const rule = { requests: general, windowMs: 60_000 }
    if (!(await isWithinLimit(actorKey(request.caller.actor), rule, endpoint, reply, db))) return reply
  }
  if (endpoint.limit) {
    const key = `${endpoint.method} ${endpoint.path} ${limitKey(endpoint, request)}`
    if (!(await isWithinLimit(key, endpoint.limit, endpoint, reply, db))) return reply
  }
  return undefined
}

interface Fault {
  status: 401 | 403
  body: Record<string, unknown>
}

/** Sets the caller. An API key takes precedence over the session cookie. */
async function identify(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  options: AuthorizeOptions,
): Promise<Fault | undefined> {
  const { auth, envelope } = endpoint
  const refused = (message: string): Fault => ({ status: 403, body: refusalBody(envelope, message, 'FORBIDDEN') })
  const { publicUrl } = options.context.settings
  const isForeignPage = () => !isSameOrigin(request.headers, publicUrl)
  if (endpoint.sameOrigin && isForeignPage()) return refused(foreignPage)
  if (auth === 'none') return undefined
  const authorization = request.headers.authorization ?? ''
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  const secret = /^bearer\b/i.test(authorization) ? undefined : sessionSecretOf(request.headers, publicUrl)
  if (token !== undefined) request.caller = (await options.authenticate(token)) ?? null
  else if (secret !== undefined && !(auth === 'optional' && isForeignPage())) {
    // A page of another site can send the cookie, but must not act with it.
    if (request.method !== 'GET' && isForeignPage()) return refused(foreignPage)
    request.caller = (await options.authenticateSession(secret, { isFresh: needsFreshRole(endpoint) })) ?? null
  }
  const { caller } = request
  // Where a caller is optional, an unknown Bearer token is still an error: its sender meant to authenticate.
  if (!caller && (auth !== 'optional' || /^bearer\b/i.test(authorization)))
    return { status: 401, body: endpoint.unauthenticated ?? unauthenticatedBody }
  const reason = caller && whyForbidden(endpoint, caller.actor)
  if (!reason) return undefined
  if (auth !== 'optional' || caller.actor.kind === 'key') return refused(reason)
  // A member without the right role may do what everyone may do.
  request.caller = null
  return undefined
}

/** A removed owner must not be able to come back through a cached role. */
const needsFreshRole = ({ access, auth }: Endpoint): boolean => access === 'manage' || auth === 'operator'

const foreignPage = 'Requests from pages of other sites are refused.'

function limitKey(endpoint: Endpoint, request: AuthorizedRequest): string {
  if (!request.caller) return `address:${request.ip}`
  return endpoint.limit?.per === 'key' ? actorKey(request.caller.actor) : `account:${request.caller.account.id}`
}

/** Sets the rate limit headers, and sends the 429 response if the limit is exceeded. */
async function isWithinLimit(
  key: string,
  rule: { requests: number; windowMs: number },
  endpoint: Endpoint,
  reply: FastifyReply,
  db: Db,
): Promise<boolean> {
  const verdict = await takeRequest(db, key, rule)
  reply.headers(headersOfLimit(rule.requests, verdict.remaining))
  if (verdict.accepted) return true
  const seconds = Math.ceil(verdict.retryAfterMs / 1000)
  reply.code(429).headers(headersOfWait(seconds)).send(tooManyRequestsBody(endpoint.envelope, seconds))
  return false
}

/**
 * Browsers state where a request comes from: https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header, and older ones
 * in `Origin`. A request with neither does not count as one of our pages.
 */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin === originOf(publicUrl) || (URL.canParse(origin) && new URL(origin).host === host)
}

const originOf = (url: string): string => new URL(url).origin
