// Cross-origin requests: endpoints for visitors allow every origin, the others the origins that the operator lists.
// https://fetch.spec.whatwg.org/#http-cors-protocol
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, pathsOf } from '#contract/wire/endpoint.ts'

const exposed =
  'retry-after, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, idempotent-replayed'
const accepted = 'accept, authorization, content-type, idempotency-key'
const preflightMaxAgeSeconds = 86_400

/**
 * Sets the CORS response headers. Credentials are never allowed, so that pages of other origins cannot use the session
 * cookie. `origins` are the origins whose pages may use an API key.
 */
export function allowCrossOriginRead(
  endpoint: Endpoint,
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): boolean {
  const isForAccounts = endpoint.auth === 'key' && origins.length > 0
  if (isForAccounts) reply.header('vary', 'Origin')
  const allowed = endpoint.browsers ? '*' : isForAccounts && origins.includes(origin ?? '') ? origin! : undefined
  if (allowed === undefined) return false
  reply.header('access-control-allow-origin', allowed).header('access-control-expose-headers', exposed)
  return true
}

/** Answers preflights. Without an allowed origin, OPTIONS is an unsupported method. */
export function answerPreflights(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  origins: readonly string[],
): void {
  const byPath = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    if (!endpoint.browsers && (endpoint.auth !== 'key' || origins.length === 0)) continue
    for (const path of pathsOf(endpoint)) byPath.set(path, [...(byPath.get(path) ?? []), endpoint])
  }
  for (const [path, [first, ...others]] of byPath) {
    const methods = [first!, ...others].flatMap(({ method, alsoMethods = [] }) => [method, ...alsoMethods])
    server.options(path.replace(/\{(\w+)\}/g, ':$1'), (request, reply) => {
      if (!allowCrossOriginRead(first!, request, reply, origins)) return reply.callNotFound()
      return reply
        .code(204)
        .removeHeader('access-control-expose-headers')
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', accepted)
        .header('access-control-max-age', preflightMaxAgeSeconds)
        .send()
    })
  }
}
