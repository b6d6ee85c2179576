// The last stage of a request: settles its idempotency key and sends the response, as JSON or as an event stream.
import { parseJson } from '@parley/rules'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { refusalBody, unavailableBody } from '#contract/wire/envelopes.ts'
import type { AppContext } from '../../context/context.ts'
import { unavailableReason } from '../../database/unavailable.ts'
import { beginEventStream, EventStream } from '../replies/event-stream.ts'
import { LiveReply } from '../replies/live-reply.ts'
import type { Answer } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import type { OpenClaim, StoredReply } from './claim-key.ts'
import { deleteKey, releaseKey, storeAnswer } from './idempotency-store.ts'

export interface Exchange {
  context: AppContext
  endpoint: Endpoint
  request: AuthorizedRequest
  reply: FastifyReply
  claim: OpenClaim | undefined
  /** Undefined unless the client asked for a stream. */
  stream: EventStream | undefined
}

export async function respond(exchange: Exchange, answer: Answer): Promise<FastifyReply> {
  const { context, request, reply, claim, stream } = exchange
  reply.headers(answer.headers ?? {})
  if (answer.body instanceof LiveReply) return respondLive(request, reply, answer.body)
  if (claim) {
    if (answer.key === 'store') await storeAnswer(context, claim, answer)
    else await (answer.key === 'delete' ? deleteKey : releaseKey)(context, claim)
  }
  return stream ? stream.finish(answer) : reply.code(answer.status).send(answer.body)
}

function respondLive({ id, method }: AuthorizedRequest, reply: FastifyReply, live: LiveReply): FastifyReply {
  // Without chunks, the end of the connection ends the stream. HAProxy holds each chunk back for 200 ms to fill a packet.
  if (live.isEndless) reply.raw.useChunkedEncodingByDefault = false
  beginEventStream(reply, id)
  if (method === 'HEAD') reply.raw.end()
  else live.begin(reply.raw)
  return reply
}

/** Rethrows the error for Fastify's error handler, unless a stream has begun and its status can no longer change. */
export async function respondToFailure(
  { context, endpoint, request, claim, stream }: Exchange,
  error: unknown,
): Promise<FastifyReply> {
  // If releasing the key fails, the original error is still reported.
  if (claim) await releaseKey(context, claim).catch(() => claim.releaseLater())
  if (!stream?.begun) throw error
  if (unavailableReason(error)) {
    context.log.error({ error, route: endpoint.path, id: request.id }, 'request refused')
    return stream.finish({ status: 503, body: unavailableBody(endpoint.envelope) })
  }
  context.log.error({ error, route: endpoint.path, id: request.id }, 'request failed')
  return stream.finish({ status: 500, body: refusalBody(endpoint.envelope, 'Server Error', 'SERVER_ERROR') })
}

/** Sends a stored reply in the format that this request asks for, which may differ from the original one. */
export function replay(
  endpoint: Endpoint,
  request: AuthorizedRequest,
  reply: FastifyReply,
  { status, headers, body }: StoredReply,
): FastifyReply {
  reply.code(status).headers(headers)
  const stream = status < 400 ? openStream(endpoint, request, reply) : undefined
  return stream ? stream.finish({ status, body: parseJson(String(body)) }) : reply.send(body)
}

/** Undefined unless the endpoint supports streaming and the client asks for it. */
export function openStream(
  { streams }: Endpoint,
  request: AuthorizedRequest,
  reply: FastifyReply,
): EventStream | undefined {
  const isWanted = streams === true && /\btext\/event-stream\b/.test(request.headers.accept ?? '')
  return isWanted ? new EventStream(reply, request.id) : undefined
}
