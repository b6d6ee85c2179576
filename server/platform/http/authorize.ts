// Who may pass the door: the token's caller, as often as the limits allow.
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { tooManyRequestsBody, unauthenticatedBody } from '#contract/envelopes.ts'
import type { AppContext } from '../context/context.ts'
import type { Db } from '../database/database.ts'
import type { PublicShare } from '../database/public-pool.ts'
import { takeRequest } from '../rate-limit.ts'
import type { AuthorizedRequest, Caller } from './caller.ts'
import { allowCrossOriginRead } from './cross-origin.ts'
import { headersOfLimit, headersOfWait } from './limit-headers.ts'

export interface AuthorizeOptions {
  context: AppContext
  /** For callers without an account. */
  publicShare: PublicShare
  /** The caller of a Bearer token; undefined when there is none such. */
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined>
  /** Origins whose pages may use the key of an account. */
  corsOrigins: readonly string[]
}

/** Answers itself when the caller is unknown or comes too often. */
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
    // Anonymous callers send no Bearer token: one that is not ours is a mistake that its sender has to learn of.
    if (!request.caller && (endpoint.auth === 'key' || /^bearer\b/i.test(authorization))) {
      return reply.code(401).send(endpoint.unauthenticated ?? unauthenticatedBody)
    }
  }
  const db = request.caller ? options.context.db : options.publicShare.enter()
  const general = options.context.settings.requestsPerMinute
  if (general > 0 && request.caller && endpoint.path.startsWith('/api/user/')) {
    const rule = { requests: general, windowMs: 60_000 }
    if (!(await underLimit(`key:${request.caller.keyId}`, rule, endpoint, reply, db))) return reply
  }
  if (endpoint.limit) {
    const who = limitKey(endpoint, request)
    if (!(await underLimit(`${endpoint.method} ${endpoint.path} ${who}`, endpoint.limit, endpoint, reply, db)))
      return reply
  }
  return undefined
}

function limitKey(endpoint: Endpoint, request: AuthorizedRequest): string {
  if (!request.caller) return `address:${request.ip}`
  return endpoint.limit?.per === 'key' ? `key:${request.caller.keyId}` : `account:${request.caller.account.id}`
}

async function underLimit(
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
