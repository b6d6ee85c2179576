// The first stage of a request: authenticates the caller and applies the rate limits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { tooManyRequestsBody, unauthenticatedBody } from '#contract/envelopes.ts'
import type { Account, AppContext } from '../../context/context.ts'
import type { Db } from '../../database/database.ts'
import type { PublicShare } from '../../database/public-pool.ts'
import { takeRequest } from '../../rate-limit.ts'
import { allowCrossOriginRead } from '../cross-origin.ts'
import { headersOfLimit, headersOfWait } from './limit-headers.ts'

/** The account and the API key behind a request's token. */
export interface Caller {
  account: Account
  keyId: number
}

/** `caller` is null for anonymous requests, on endpoints that allow them. */
export type AuthorizedRequest = FastifyRequest & { caller: Caller | null }

export interface AuthorizeOptions {
  context: AppContext
  /** Database connections for anonymous requests. */
  publicShare: PublicShare
  /** Returns undefined for an unknown token. */
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined>
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
  if (endpoint.auth !== 'none') {
    const authorization = request.headers.authorization ?? ''
    const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
    const found = token === undefined ? undefined : options.authenticate(token)
    request.caller = (found instanceof Promise ? await found : found) ?? null
    // Where a token is optional, an unknown Bearer token is still an error: its sender meant to authenticate.
    if (!request.caller && (endpoint.auth === 'key' || /^bearer\b/i.test(authorization))) {
      return reply.code(401).send(endpoint.unauthenticated ?? unauthenticatedBody)
    }
  }
  const db = request.caller ? options.context.db : options.publicShare.enter()
  const general = options.context.settings.requestsPerMinute
  if (general > 0 && request.caller && endpoint.path.startsWith('/api/user/')) {
    const rule = { requests: general, windowMs: 60_000 }
    if (!(await isWithinLimit(`key:${request.caller.keyId}`, rule, endpoint, reply, db))) return reply
  }
  if (endpoint.limit) {
    const key = `${endpoint.method} ${endpoint.path} ${limitKey(endpoint, request)}`
    if (!(await isWithinLimit(key, endpoint.limit, endpoint, reply, db))) return reply
  }
  return undefined
}

function limitKey(endpoint: Endpoint, request: AuthorizedRequest): string {
  if (!request.caller) return `address:${request.ip}`
  return endpoint.limit?.per === 'key' ? `key:${request.caller.keyId}` : `account:${request.caller.account.id}`
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
