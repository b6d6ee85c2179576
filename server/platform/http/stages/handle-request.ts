// The fourth stage of a request: calls the handler and turns its reply, refusal or validation error into an answer.
import type { AppContext } from '../../context/context.ts'
import type { EventStream } from '../replies/event-stream.ts'
import { FileReply } from '../replies/file-reply.ts'
import { LiveReply } from '../replies/live-reply.ts'
import { createReplyPicker } from '../replies/pick-reply.ts'
import type { Call, Route } from '../route.ts'
import { type Answer, answerToError } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import type { OpenClaim } from './claim-key.ts'
import type { RequestInput } from './read-input.ts'

export interface HandlerCall {
  request: AuthorizedRequest
  ctx: AppContext
  input: RequestInput
  claim: OpenClaim | undefined
  stream: EventStream | undefined
}

export type HandleRequest = (call: HandlerCall) => Promise<Answer>

/** With `strictReplies`, a reply that does not match its schema is an error. */
export function createRequestHandler({ endpoint, handle }: Route, strictReplies: boolean): HandleRequest {
  const pick = createReplyPicker(endpoint.reply)
  const { status = 200, otherStatus } = endpoint

  const checkReply = (value: unknown): void => {
    const checked = strictReplies ? endpoint.reply.safeParse(value) : undefined
    if (checked?.error) throw new Error(`${endpoint.path} replied outside its schema: ${checked.error.message}`)
  }

  return async ({ request, ctx, input, claim, stream }) => {
    try {
      const reply = await handle(ctx as never, input as never, callOf(request, claim, stream))
      if (reply instanceof FileReply) return { ...reply, key: 'store' }
      if (reply instanceof LiveReply) return { status: 200, body: reply, key: 'store' }
      checkReply(reply)
      return { status: otherStatus?.when(reply) ? otherStatus.status : status, body: pick(reply), key: 'store' }
    } catch (error) {
      const answer = answerToError(endpoint, error)
      if (answer) return answer
      throw error
    }
  }
}

function callOf(request: AuthorizedRequest, claim: OpenClaim | undefined, stream: EventStream | undefined): Call {
  return {
    url: request.raw.url ?? '/',
    method: request.method,
    headers: request.headers,
    access: request.caller ? `key:${request.caller.keyId}` : undefined,
    delta: stream && ((text) => stream.send('delta', { text })),
    // Fastify creates the signal when it is first read.
    get signal() {
      return request.signal
    },
    operation: claim?.operation,
  }
}
