// Endpoints that pages of other sites may call: browsers ask before, and are let in from everywhere.
// https://fetch.spec.whatwg.org/#http-cors-protocol
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { pathsOf } from '#contract/paths.ts'

const exposed =
  'retry-after, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, idempotent-replayed'
const accepted = 'accept, authorization, content-type, idempotency-key'
const rememberSeconds = 86_400

/** Nothing here is told by a cookie, so every origin may read; which may talk with whom is the verb's to say. */
export function letBrowserRead(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed)
}

/** Answers the question that browsers ask before a request. */
export function answerPreflights(server: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const methods = new Map<string, string[]>()
  for (const endpoint of endpoints.filter(({ browsers }) => browsers))
    for (const path of pathsOf(endpoint)) methods.set(path, [...(methods.get(path) ?? []), endpoint.method])
  for (const [path, allowed] of methods) {
    server.options(path.replace(/\{(\w+)\}/g, ':$1'), (_request, reply) => {
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', allowed.join(', '))
        .header('access-control-allow-headers', accepted)
        .header('access-control-max-age', rememberSeconds)
        .send()
    })
  }
}
